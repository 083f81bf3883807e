//! The table in words and as a picture, from views made by hand.

mod specimen;

use expect_test::expect;
use firelock_core::{Measure, Piece, PieceKind, Side, View};
use firelock_game::{Drawing, draw, text};
use firelock_table::{Length, Segment};
use specimen::{FOOT, Troop, feature, field, formations, grounds, spot};

fn count(svg: &str, part: &str) -> usize {
    svg.matches(part).count()
}

fn n_bases(view: &View, wanted: impl Fn(&Piece) -> bool) -> usize {
    view.pieces.iter().filter(|piece| wanted(piece)).map(|piece| piece.bases.len()).sum()
}

#[test]
fn every_stand_is_drawn_solid_or_hollow() {
    for view in [field(), formations()] {
        let svg = draw(&view, &Drawing::default());
        for (side, letter) in [(Side::Red, 'r'), (Side::Blue, 'b')] {
            let foot_and_horse = n_bases(&view, |piece| {
                piece.side == side && matches!(piece.kind, PieceKind::Infantry | PieceKind::Light | PieceKind::Cavalry)
            });
            let plates =
                view.places.iter().flat_map(|place| &place.units).filter(|id| view.pieces[id.index()].side == side);
            assert_eq!(count(&svg, &format!("<rect class=\"s{letter}\"")), foot_and_horse + plates.count());
            let guns = n_bases(&view, |piece| piece.side == side && piece.kind == PieceKind::Artillery);
            assert_eq!(count(&svg, &format!("<rect class=\"p{letter}\"")), guns);
        }
    }
}

#[test]
fn a_vignette_shows_the_troops_and_no_word() {
    let view = field();
    let whole = draw(&view, &Drawing::default());
    let svg = draw(&view, &Drawing { vignette: true, ..Drawing::default() });
    for stand in ["<rect class=\"sr\"", "<rect class=\"sb\""] {
        assert_eq!(count(&svg, stand), count(&whole, stand));
    }
    assert!(whole.contains("Highlanders") && !svg.contains("Highlanders"));
    let number = |name: &str| -> f64 {
        let (_, rest) = svg.split_once(&format!("{name}=\"")).expect("it has a size");
        rest.split('"').next().expect("a value").parse().expect("a number")
    };
    assert!((number("width") / number("height") - 1.6).abs() < 0.01);
}

#[test]
fn the_front_is_told_by_a_spearhead_and_a_heavy_edge_or_by_neither() {
    let one = |troop: Troop<'_>| {
        let size = (Length::inches(12), Length::inches(12));
        let view = View { size, pieces: vec![troop.piece(0)], ..View::default() };
        let svg = draw(&view, &Drawing::default());
        (count(&svg, "href=\"#spear\""), count(&svg, "<path class=\"er\""))
    };
    let foot = Troop { at: (600, 600), ..FOOT };
    assert_eq!(one(Troop { ..foot }), (1, 3), "a spearhead, and an edge over each of three front stands");
    assert_eq!(one(Troop { kind: PieceKind::Light, formation: "open order", ..foot }), (1, 0));
    assert_eq!(one(Troop { marks: &["disordered"], ..foot }), (1, 0));
    assert_eq!(one(Troop { marks: &["broken"], ..foot }), (0, 0));
    assert_eq!(one(Troop { formation: "square", ..foot }), (4, 0));
}

#[test]
fn a_unit_facing_east_points_east() {
    let piece = Troop { at: (600, 600), facing: 90, name: "5th", ..FOOT }.piece(0);
    let view = View { size: (Length::inches(12), Length::inches(12)), pieces: vec![piece], ..View::default() };
    let svg = draw(&view, &Drawing { width: Some(240), ..Drawing::default() });
    // Twenty pixels an inch: the middle of the front lies at 120, 120; its tip one pixel further east; ahead is +x.
    let spear = svg.split("href=\"#spear\" transform=\"").nth(1).and_then(|rest| rest.split('"').next());
    assert_eq!(spear, Some("matrix(0.000 0.800 -0.800 0.000 121 120)"));
}

#[test]
fn arcs_and_radii_are_drawn_on_request_and_a_line_is_measured() {
    let view = field();
    let plain = draw(&view, &Drawing::default());
    assert_eq!((count(&plain, "class=\"arc"), count(&plain, "class=\"radius\""), count(&plain, "#star")), (0, 0, 2));
    let arcs = Drawing { overlays: vec!["arc".into()], ..Drawing::default() };
    assert_eq!(count(&draw(&view, &arcs), "<path class=\"arc"), 2);
    assert_eq!(count(&draw(&view, &Drawing { side: Some(Side::Blue), ..arcs }), "<path class=\"arc"), 0);
    let measure = Some(Segment::new(spot(100, 100), spot(400, 500)));
    assert!(draw(&view, &Drawing { measure, ..Drawing::default() }).contains(">5″</text>"));
}

#[test]
fn ruler_scale_and_words_are_in_what_the_system_measures_in() {
    let measure = Some(Segment::new(spot(100, 100), spot(400, 500)));
    let table = |measure_in: Measure| {
        let view = View { measure: measure_in, ..field() };
        (draw(&view, &Drawing { measure, ..Drawing::default() }), text(&view))
    };
    let (picture, words) = table(Measure::Centimeters);
    for shown in [">12.7 cm</text>", ">30 cm</text>", ">100</text>"] {
        assert!(picture.contains(shown), "{shown}");
    }
    assert!(!picture.contains(" in</text>") && !picture.contains('″') && !words.contains("inches"));
    assert!(words.contains("nearest enemy Tate’s Virginians, 10.83 centimeters north-north-east"), "{words}");
    let (picture, words) = table(Measure::Inches);
    assert!(picture.contains(">12 in</text>") && !picture.contains(" cm</text>") && !words.contains("centimeters"));
    let (picture, words) = table(Measure::Yards);
    for shown in [">50 yd</text>", ">100 yd</text>", ">200</text>"] {
        assert!(picture.contains(shown), "{shown}");
    }
    assert!(words.contains("nearest enemy Tate’s Virginians, 42.63 yards north-north-east"), "{words}");
    assert!(table(Measure::MetricYards).0.contains(">63.5 yd</text>"));
}

#[test]
fn every_kind_of_ground_leaves_its_mark() {
    let bare = View { ground: Vec::new(), ..grounds() };
    let bare = draw(&bare, &Drawing::default()).len();
    for feature in grounds().ground {
        let kind = feature.kind.clone();
        let one = View { ground: vec![firelock_core::FeatureView { name: String::new(), ..feature }], ..grounds() };
        assert!(draw(&one, &Drawing::default()).len() > bare + 40, "{kind}");
    }
}

#[test]
fn names_are_written_out_and_odd_views_do_no_harm() {
    let piece = Troop { at: (300, 300), name: "<Ann & \"Co\">\u{7}", ..FOOT }.piece(0);
    let view = View { size: (Length::inches(12), Length::inches(12)), pieces: vec![piece], ..View::default() };
    assert!(draw(&view, &Drawing::default()).contains(">&lt;Ann &amp; &quot;Co&quot;&gt;</text>"));
    let shapes = [
        firelock_core::Shape::Area(Vec::new()),
        firelock_core::Shape::Area(vec![spot(1, 1)]),
        firelock_core::Shape::Line(vec![spot(1, 1)], Length::ZERO),
        firelock_core::Shape::Line(vec![spot(1, 1), spot(1, 1)], Length::grid(-5)),
        firelock_core::Shape::Circle(spot(1, 1), Length::ZERO),
    ];
    for kind in ["light-woods", "gentle-hill", "road", "river", "bridge", "village", "no such kind"] {
        let ground = shapes.iter().map(|shape| feature(kind, "x", shape.clone(), 0)).collect();
        let svg = draw(&View { ground, ..View::default() }, &Drawing::default());
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{kind}");
    }
}

#[test]
fn the_same_view_gives_the_same_picture() {
    assert_eq!(draw(&field(), &Drawing::default()), draw(&field(), &Drawing::default()));
}

#[test]
fn the_table_in_words_says_all_of_it() {
    expect![[r#"
        Specimen, turn 5 of 10, red: maneuver.
        Red is asked: move the 71st, or let it stand (XX-ANY-01).
          1. hold
          2. done
          71st Highlanders may: full move, half move
          This cannot be ended yet: a broken unit has not been checked (XX-ANY-01)

        Red
          71st Highlanders: foot, line, 11.8 inches east and 20.8 north, in the west, facing north-north-east, 7 of 7, trained, fresh; nearest enemy Tate’s Virginians, 4.26 inches north-north-east
          7th Fusiliers: foot, line, 17.6 inches east and 20.5 north, in the center, facing north, 5 of 5, trained, fresh; nearest enemy Maryland & Delaware, 3.89 inches north
          3-pounders: guns, unlimbered, 21.1 inches east and 19.7 north, in the center, facing north, 2 of 2, trained, fresh, silenced; nearest enemy Maryland & Delaware, 4.67 inches north
          Legion infantry: foot, line, 25.2 inches east and 20.3 north, in the center, facing north, 5 of 6, trained, worn, disordered; nearest enemy Triplett, 4.23 inches north
          Light infantry: light foot, open order, 29.9 inches east and 20.6 north, in the east, facing north, 4 of 4, trained, fresh; nearest enemy Beattie, 4.68 inches north
          17th Light Dragoons: horse, line, 34.7 inches east and 17.7 north, in the east, facing north-north-west, 2 of 2, trained, fresh, charging; nearest enemy Beattie, 8.56 inches north-north-west
          Ogilvie’s troop: horse, line, 8.2 inches east and 6.9 north, in the south-west, facing north, 2 of 2, trained, fresh; nearest enemy Tate’s Virginians, 18.62 inches north-north-east
          Legion cavalry: horse, column, 20.4 inches east and 9.2 north, in the south, facing north, 6 of 6, trained, fresh; nearest enemy Maryland & Delaware, 15.17 inches north
          Tarleton: leader, army, 21 inches east and 13.75 north, in the center, trained, fresh; nearest enemy Maryland & Delaware, 10.2 inches north
          McArthur: leader, brigade, 12.6 inches east and 9.35 north, in the south-west, trained, fresh; nearest enemy Tate’s Virginians, 14.92 inches north
          Newmarsh: leader, brigade, 15 inches east and 17.55 north, in the center, trained, fresh; nearest enemy Tate’s Virginians, 6.64 inches north

        Blue
          Tate’s Virginians: light foot, open order, 13.4 inches east and 24.9 north, in the west, facing south-south-west, 3 of 3, trained, fresh; nearest enemy 71st Highlanders, 4.26 inches south-south-west
          Maryland & Delaware: foot, line, 19.3 inches east and 24.4 north, in the center, facing south, 7 of 7, trained, fresh, fired; nearest enemy 7th Fusiliers, 3.89 inches south
          Triplett: light foot, open order, 25.2 inches east and 24.6 north, in the center, facing south, 4 of 4, trained, fresh; nearest enemy Legion infantry, 4.23 inches south
          Beattie: light foot, open order, 29.8 inches east and 25.4 north, in the north-east, facing south, 2 of 3, trained, worn, low on ammunition; nearest enemy Light infantry, 4.68 inches south
          Brandon: light foot, open order, 25.8 inches east and 30.3 north, in the north, facing south, 3 of 4, trained, spent; nearest enemy Light infantry, 9.81 inches south
          Thomas: light foot, open order, 29.6 inches east and 34 north, in the north-east, facing south-south-east, 2 of 4, trained, spent, broken; nearest enemy Light infantry, 13.01 inches south
          Hayes: light foot, open order, 30.2 inches east and 29.9 north, in the north-east, facing south, 3 of 4, trained, spent, disordered, casualties, hesitant, engaged; nearest enemy Light infantry, 9.11 inches south
          Cunningham: light foot, open order, 7.6 inches east and 26.7 north, in the north-west, facing south-south-east, 2 of 2, trained, fresh; nearest enemy 71st Highlanders, 5.73 inches south-south-east
          3rd Light Dragoons: horse, line, 17 inches east and 29.4 north, in the north, facing south-south-west, 3 of 3, trained, fresh; nearest enemy 7th Fusiliers, 8.61 inches south
          McCall: horse, line, 12.6 inches east and 31.8 north, in the north-west, facing south-south-west, 2 of 2, trained, fresh; nearest enemy 71st Highlanders, 10.67 inches south-south-west
          Morgan: leader, army, 22.9 inches east and 28.25 north, in the north, trained, fresh; nearest enemy Legion infantry, 7.51 inches south
          Howard: leader, wing, 16.3 inches east and 26.95 north, in the north, trained, fresh; nearest enemy 7th Fusiliers, 5.95 inches south
          Pickens: leader, brigade, 27.6 inches east and 28.25 north, in the north, trained, fresh; nearest enemy Light infantry, 7.33 inches south
          Wayside post: foot, garrison, in blockhouse, 3 of 4, trained, fresh

        Places
          blockhouse: Wayside post; room for 4
          off the table: nobody

        Objectives
          The crest, value 2: 22.4 inches east and 26 north, in the north, held by blue
          Morgan’s Hill, value 3: 19.8 inches east and 36.4 north, in the north, held by nobody

        Counts
          red stands lost: 1 of 12 (XX-ANY-01)

        Ground
          light woods: 3.3 inches east and 14.3 north, in the west
          light woods: 5.1 inches east and 30.9 north, in the north-west
          light woods: 38.8 inches east and 25.8 north, in the north-east
          Thicketty, dense woods: 34.5 inches east and 2.9 north, in the south-east
          Maple Swamp, marsh: 39.2 inches east and 13 north, in the east
          Morgan’s Hill, gentle hill, level 1: 19.8 inches east and 35.3 north, in the north
          gentle hill, level 1: 22.2 inches east and 26.15 north, in the north
          gentle hill, level 2: 21.8 inches east and 25.95 north, in the north
          gentle hill, level 1: 33.75 inches east and 8.25 north, in the south-east
          Suck Creek, creek: from 42 inches east and 13.4 north to 27 inches east and 0 north
          stream: from 0 inches east and 24.2 north to 11 inches east and 38 north
          Green River Road, road: from 25.6 inches east and 0 north to 18.7 inches east and 38 north
          fence: from 13.8 inches east and 8.3 north to 15.6 inches east and 6.2 north
          fence: from 13.8 inches east and 8.3 north to 14.4 inches east and 6.1 north
          cow pens, building: 18.3 inches east and 7.92 north, in the south
          blockhouse: 34.05 inches east and 32.1 north, in the north-east
          ford: 27.4 inches east and 2.3 north, in the south
    "#]].assert_eq(&text(&field()));
}
