//! From SVG to PNG.

use std::sync::Arc;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};

/// The picture as PNG, and a remark where something is missing in it.
pub(crate) fn render(svg: &str) -> Result<(Vec<u8>, String), String> {
    let mut fonts = fontdb::Database::new();
    fonts.load_system_fonts();
    let note = if fonts.is_empty() { ", without words: this machine has no fonts" } else { "" };
    choose(&mut fonts);
    let options = Options { fontdb: Arc::new(fonts), ..Options::default() };
    let tree = Tree::from_str(svg, &options).map_err(|error| format!("the picture cannot be read: {error}"))?;
    let size = tree.size().to_int_size();
    let mut picture = Pixmap::new(size.width(), size.height()).ok_or("the picture is too large")?;
    resvg::render(&tree, Transform::default(), &mut picture.as_mut());
    let bytes = picture.encode_png().map_err(|error| format!("the picture cannot be written: {error}"))?;
    Ok((bytes, note.to_owned()))
}

/// What stands for a plain and for a book face, should none of the faces that the picture names be there.
fn choose(fonts: &mut fontdb::Database) {
    let families: Vec<String> =
        fonts.faces().filter_map(|face| face.families.first()).map(|name| name.0.clone()).collect();
    let find = |word: &str| families.iter().find(|family| family.contains(word)).or(families.first()).cloned();
    if let Some(plain) = find("Sans") {
        fonts.set_sans_serif_family(plain);
    }
    if let Some(book) = find("Serif") {
        fonts.set_serif_family(book);
    }
}
