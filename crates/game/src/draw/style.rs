//! The colors, lines and small drawings of the picture.

use std::collections::BTreeSet;

/// How each class is painted. Side red is solid, side blue is hollow: color comes second.
const STYLE: &str = "\
text{font-family:'Segoe UI','Helvetica Neue','Liberation Sans',Arial,'DejaVu Sans',sans-serif;fill:#26211c}
.book{font-family:'Iowan Old Style','Palatino Linotype',Palatino,P052,'Liberation Serif','DejaVu Serif',serif}
.desk{fill:#ded3be}.linen{fill:#f2ead8}.weave{stroke:#eee5d1;stroke-width:.8;fill:none}
.hill{fill:#b28a4a;fill-opacity:.15;stroke:#a2834f;stroke-width:1;stroke-opacity:.7}
.hollow{fill:#8d8069;fill-opacity:.10;stroke:#a2834f;stroke-width:1;stroke-opacity:.6;stroke-dasharray:5 4}
.hachure{stroke:#a2834f;stroke-width:1;fill:none;stroke-opacity:.75;stroke-linecap:round}
.crag{stroke:#71685b;stroke-width:1.2;fill:none;stroke-linecap:round}
.wood{fill:#dde2c2;stroke:#566a38;stroke-opacity:.35;stroke-width:1;stroke-dasharray:1 4;stroke-linecap:round}
.dense{fill:#c3cfa4;stroke:#566a38;stroke-opacity:.5;stroke-width:1}
.brush{fill:#e6e6c8;stroke:#566a38;stroke-opacity:.3;stroke-width:1;stroke-dasharray:1 4;stroke-linecap:round}
.crown{fill:#a9bb80;stroke:#566a38;stroke-width:.8;stroke-opacity:.8}.crown2{fill:#8ca566;stroke:#566a38;stroke-width:.8;stroke-opacity:.8}
.shade{fill:#566a38;fill-opacity:.22}.twig{stroke:#566a38;stroke-width:.9;fill:none;stroke-opacity:.8}.twigdot{fill:#566a38}
.marsh{fill:#dbe4d6}.reed{stroke:#4c6f63;stroke-width:1;fill:none;stroke-linecap:round}
.rocky{fill:#d8d0c1;fill-opacity:.45}.rock{fill:#d8d0c1;stroke:#71685b;stroke-width:.9}.rockl{stroke:#71685b;stroke-width:.7;fill:none}
.sand{fill:#efe2bd}.grain{fill:#c2a96b}
.field{stroke:#d3bf88;stroke-width:1}.fieldbg{fill:#ede0b8}.cropl{stroke:#a98a2c;stroke-width:1;fill:none}
.water{fill:#bcd3da;stroke:#4c7686;stroke-width:1.2}.ripple{stroke:#4c7686;stroke-width:.8;stroke-opacity:.45;fill:none}
.bankline{stroke:#4c7686;fill:none;stroke-linecap:round;stroke-linejoin:round}.flow{stroke:#bcd3da;fill:none;stroke-linecap:round;stroke-linejoin:round}
.ditch{stroke:#8d7a58;stroke-width:3.4;fill:none}.ditch2{stroke:#cdbd98;stroke-width:1.6;fill:none}
.roadedge{stroke:#917747;fill:none;stroke-linejoin:round}.road{stroke:#e8d5a9;fill:none;stroke-linejoin:round}
.fence{stroke:#6f5433;stroke-width:1.7;fill:none;stroke-linejoin:round}
.wallo{stroke:#5f574d;fill:none;stroke-linejoin:round}.walli{stroke:#bfb5a4;fill:none;stroke-dasharray:7 1.4;stroke-linejoin:round}
.hedgeo{stroke:#42562a;stroke-width:8;fill:none;stroke-linecap:round;stroke-dasharray:0.01 6.4}
.hedge{stroke:#6d8747;stroke-width:6.2;fill:none;stroke-linecap:round;stroke-dasharray:0.01 6.4}
.workso{stroke:#6d4f22;stroke-width:7;fill:none;stroke-linejoin:round}.works{stroke:#c8a873;stroke-width:4;fill:none;stroke-linejoin:round}
.teeth{stroke:#6d4f22;stroke-width:1.6;fill:none}
.redoubt{fill:#c8a873;fill-opacity:.5;stroke:#6d4f22;stroke-width:5}.redoubt2{fill:none;stroke:#c8a873;stroke-width:2}
.stake{stroke:#6f5433;stroke-width:2.2;fill:none;stroke-linecap:round}
.roof{fill:#a49482;stroke:#3e362e;stroke-width:1.2;stroke-linejoin:round}.roof2{fill:#8a7b6a}.ridge{stroke:#3e362e;stroke-width:1;fill:none}.fall{fill:#26211c;fill-opacity:.18}
.yard{fill:#e3d8c0;stroke:#917747;stroke-width:1;stroke-dasharray:4 3}
.bridge{fill:#e8d5a9;stroke:#3e362e;stroke-width:1.4}.plank{stroke:#917747;stroke-width:.8}.ford{stroke:#917747;stroke-width:2.2;stroke-dasharray:2 3;fill:none}
.sr{fill:#a02c28;stroke:#6b1513;stroke-width:1;stroke-linejoin:round}.sb{fill:#d3dff0;stroke:#1d4478;stroke-width:1.9;stroke-linejoin:round}
.pr{fill:#a02c28;fill-opacity:.5;stroke:#6b1513;stroke-width:1}.pb{fill:#d3dff0;fill-opacity:.5;stroke:#1d4478;stroke-width:1}
.fr{fill:#fdf1e8}.fb{fill:#1d4478}.er{fill:#6b1513}.eb{fill:#1d4478}
.lr{stroke:#6b1513;fill:none;stroke-linecap:round}.lb{stroke:#1d4478;fill:none;stroke-linecap:round}
.cr{stroke:#fdf1e8;fill:none}.cb{stroke:#1d4478;fill:none}
.plr{fill:#a02c28}.plb{fill:#d3dff0}
.spear{stroke:#f2ead8;stroke-width:1.4;paint-order:stroke}
.flagr{fill:#6b1513;stroke:#6b1513;stroke-width:1.2;stroke-linejoin:round}.flagb{fill:#d3dff0;stroke:#1d4478;stroke-width:1.8;stroke-linejoin:round}
.mk{fill:#fff7dd;stroke:#26211c;stroke-width:1.5;stroke-linejoin:round}.mkdark{fill:#26211c;stroke:#f2ead8;stroke-width:1}
.mki{fill:none;stroke:#26211c;stroke-width:1.8;stroke-linecap:round;stroke-linejoin:round}.mkinv{fill:none;stroke:#f2ead8;stroke-width:1.8;stroke-linecap:round;stroke-linejoin:round}
.mkf{fill:#26211c}.smoke{fill:#fff;fill-opacity:.85;stroke:#695e51;stroke-width:.9}
.halo{paint-order:stroke;stroke:#f2ead8;stroke-width:3.6px;stroke-linejoin:round}
.label{font-size:14px;font-weight:600}.lead{font-size:14px;font-weight:600;font-style:italic}
.tr{fill:#8c2220}.tb{fill:#1d4478}.plain{font-weight:400;fill:#26211c}
.place{font-size:15px;font-style:italic;fill:#5a4a34;letter-spacing:.6px}.waterword{font-size:14px;font-style:italic;fill:#2f6072;letter-spacing:1.7px}
.note{font-size:13px;font-weight:600;fill:#51483e}
.small{font-size:13px;fill:#695e51}.caption{font-size:14px}
.obj{fill:#fff7dd;stroke:#26211c;stroke-width:1.5;stroke-linejoin:round}
.objn{font-size:13px;font-weight:700}
.reach{fill:#17605a;fill-opacity:.07;stroke:#17605a;stroke-width:1.6;stroke-opacity:.75}
.zone{stroke:#17605a;stroke-width:1.2;stroke-opacity:.6}.hatch{stroke:#17605a;stroke-width:1;stroke-opacity:.3}
.arc{fill:#b9770a;fill-opacity:.13;stroke:#b9770a;stroke-width:1.5}.arc2{fill:#b9770a;fill-opacity:.06;stroke:#b9770a;stroke-width:1.2;stroke-dasharray:5 4}
.box{fill:#9d3a12;fill-opacity:.06;stroke:#9d3a12;stroke-width:1.2;stroke-dasharray:5 4}
.radius{fill:none;stroke:#695e51;stroke-width:1.1;stroke-dasharray:1 5;stroke-linecap:round}
.ray{stroke:#26211c;stroke-width:1.6;fill:none}.rayh{stroke:#f2ead8;stroke-width:4.4;fill:none}
.other{fill:none;stroke:#695e51;stroke-width:1.2;stroke-dasharray:6 3}
.chip{fill:#fdfbf6;stroke:#b5a68c;stroke-width:1}
.frame{fill:none;stroke:#26211c;stroke-width:1}.frame2{fill:none;stroke:#26211c;stroke-width:2.2}.tick{stroke:#26211c;stroke-width:1;fill:none}
";

/// Small drawings that are used many times. An inch is 24 units; figures face up.
const DEFS: &str = r##"
<path id="hat" d="M0-3.3L3.1 2.3Q0 1.1-3.1 2.3Z"/>
<path id="horse" d="M0-8.6Q1.7-8 1.5-5Q3.4-2.6 2.9 2.4Q2.6 6.4 0 8.6Q-2.6 6.4-2.9 2.4Q-3.4-2.6-1.5-5Q-1.7-8 0-8.6Z"/>
<path id="spear" d="M-8 0L0-10L8 0Z"/>
<path id="flagr" class="flagr" d="M0 0V-16H13V-5H1.6V0Z"/>
<path id="flagb" class="flagb" d="M.8 0V-15.2H14L9.4-10.4L14-5.8H.8"/>
<g id="disordered"><path class="mk" d="M0-9.5L9.5 0L0 9.5L-9.5 0Z"/><path class="mki" d="M-5 2.5L-2-2.5L1 2.5L4.6-2.5"/></g>
<g id="unformed"><path class="mk" d="M0-9.5L9.5 0L0 9.5L-9.5 0Z"/><path class="mki" d="M-5 0C-3-4-2-4 0 0S3 4 5 0"/></g>
<g id="broken"><path class="mkdark" d="M0-9.5L9.5 0L0 9.5L-9.5 0Z"/><path class="mkinv" d="M-4-3.5L0 .2L4-3.5M-4 .8L0 4.5L4 .8"/></g>
<g id="shaken"><path class="mk" d="M0-9L9.4 7.5H-9.4Z"/><path class="mki" d="M0-3.6V2M0 4.3V5"/></g>
<g id="silenced"><circle class="mk" r="8.8"/><path class="mki" d="M-5 0H5"/><path class="mki" d="M-5.6-5.6L5.6 5.6"/></g>
<g id="damaged"><circle class="mk" r="8.8"/><path class="mki" d="M0 0L-5-3M0 0L5-3M0 0V5.6"/><circle class="mkf" r="1.8"/></g>
<g id="ammunition"><rect class="mk" x="-6" y="-9.5" width="12" height="19" rx="5"/><path class="mkf" d="M-4 2H4V7.4H-4Z"/></g>
<g id="casualties"><path class="mk" d="M-9.5 6.5Q0-13 9.5 6.5Q0 1.5-9.5 6.5Z"/></g>
<g id="hesitant"><path class="mk" d="M-7-8.5H7L1.2 0L7 8.5H-7L-1.2 0Z"/></g>
<g id="halted"><rect class="mk" x="-8.2" y="-8.2" width="16.4" height="16.4" rx="1"/><path class="mki" d="M-3-4.4V4.4M3-4.4V4.4"/></g>
<g id="engaged"><circle class="mk" r="8.8"/><path class="mki" d="M-4.6-4.6L4.6 4.6M4.6-4.6L-4.6 4.6"/></g>
<g id="charging"><path class="mk" d="M-8.5 8.5V-1L0-9.5L8.5-1V8.5L0 2Z"/></g>
<g id="steady"><path class="mk" d="M-7.5-8.5H7.5V1Q7 7 0 9.8Q-7 7-7.5 1Z"/></g>
<g id="noted"><rect class="mk" x="-8.2" y="-8.2" width="16.4" height="16.4" rx="4"/></g>
<g id="smoke"><path class="smoke" d="M-9 4.5a4.6 4.6 0 0 1 2-8.8a6 6 0 0 1 10.6-1a5 5 0 0 1 3.2 9.4a3 3 0 0 1-3 .8a5 5 0 0 1-7 .3a4.4 4.4 0 0 1-5.8-.7Z"/></g>
<path id="star" class="obj" d="M0-20L4.4-9L9.5-9.5L9-4.4L20 0L9 4.4L9.5 9.5L4.4 9L0 20L-4.4 9L-9.5 9.5L-9 4.4L-20 0L-9-4.4L-9.5-9.5L-4.4-9Z"/>
<g id="tree1"><ellipse class="shade" cx="2.6" cy="3" rx="6.6" ry="5"/><path class="crown" d="M-6.4.8a4 4 0 0 1 .8-6a5 5 0 0 1 7.6-2.4a5 5 0 0 1 4.6 6.2a4.4 4.4 0 0 1-3.8 5.6a5.4 5.4 0 0 1-6.4.2a3.6 3.6 0 0 1-2.8-3.6Z"/><path class="twig" d="M1.2 2.6a4 4 0 0 0 3.4-3.2M-3.4 1.6a3 3 0 0 0 2.2 1.2"/></g>
<g id="tree2"><ellipse class="shade" cx="2.2" cy="2.6" rx="5.4" ry="4.2"/><path class="crown2" d="M-5.2.6a3.4 3.4 0 0 1 1-5.2a4.4 4.4 0 0 1 6.4-1.4a4.2 4.2 0 0 1 3 5.4a3.8 3.8 0 0 1-3.6 4.4a4.6 4.6 0 0 1-5 0a3.2 3.2 0 0 1-1.8-3.2Z"/><path class="twig" d="M.8 2a3.4 3.4 0 0 0 2.8-2.6"/></g>
<g id="tree3"><ellipse class="shade" cx="1.8" cy="2" rx="4.2" ry="3.4"/><circle class="crown" r="4.4"/><path class="twig" d="M.6 2a3 3 0 0 0 2-2"/></g>
<g id="pine"><ellipse class="shade" cx="2" cy="2.4" rx="5" ry="4"/><path class="crown2" d="M0-6.4L1.6-2.6L5.6-3.4L3.6 0L6 3L2 3.2L0 6.6L-2 3.2L-6 3L-3.6 0L-5.6-3.4L-1.6-2.6Z"/></g>
<g id="fruit"><circle class="shade" cx="1.6" cy="1.8" r="4.2"/><circle class="crown" r="4.2"/><circle class="twigdot" r="1"/></g>
<g id="bush"><ellipse class="shade" cx="1.2" cy="1.4" rx="3.6" ry="2.6"/><path class="crown" d="M-3.6 1.6a2.6 2.6 0 0 1 1.4-4.2a3 3 0 0 1 5 .6a2.4 2.4 0 0 1 .6 3.6Z"/></g>
<path id="reed" class="reed" d="M-7 3H7M-3.6 3V-3M0 3V-5.4M3.6 3V-3"/>
<g id="rock1"><path class="rock" d="M-5.6 3L-3.8-3L1-4.6L5.4-.6L4 3.4Z"/><path class="rockl" d="M-3.8-3L-.4 0L4 3.4M-.4 0L1-4.6"/></g>
<g id="rock2"><path class="rock" d="M-4 2.4L-2.6-2L1.6-2.6L3.8 1.4Z"/><path class="rockl" d="M-2.6-2L.4.4L3.8 1.4"/></g>
<path id="tuft" class="hachure" d="M-5 2L-3-2M-1 2.6L0-3M3 2L5-2"/>
<circle id="grain" class="grain" r="1"/>
<path id="vine" class="cropl" d="M0 4V-3M0-1L-3-3.4M0-1L3-3.4"/>
<path id="ripple" class="ripple" d="M-14 0Q-7-4 0 0T14 0"/>
<pattern id="weave" width="6" height="6" patternUnits="userSpaceOnUse"><path class="weave" d="M0 1.5H6M0 4.5H6M1.5 0V6M4.5 0V6"/></pattern>
<pattern id="crops" width="12" height="10" patternUnits="userSpaceOnUse" patternTransform="rotate(-14)"><rect class="fieldbg" width="12" height="10"/><path class="cropl" d="M2 8V4M2 5L0 3M2 5L4 3M8 8V4M8 5L6 3M8 5L10 3"/></pattern>
<pattern id="hatch" width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path class="hatch" d="M0 4.5H9"/></pattern>
"##;

/// The small drawings that a picture uses, one a line.
pub(super) fn defs(svg: &[&str]) -> String {
    let is_used = |line: &&str| {
        let id = line.split_once("id=\"").and_then(|(_, rest)| rest.split_once('"')).map_or("", |(id, _)| id);
        let (link, url) = (format!("#{id}\""), format!("#{id})"));
        svg.iter().any(|svg| svg.contains(&link) || svg.contains(&url))
    };
    DEFS.lines().filter(is_used).collect::<Vec<_>>().join("\n")
}

/// How the classes that a picture uses are painted, with those of its paper.
pub(super) fn style(svg: &[&str]) -> String {
    let named = svg.iter().flat_map(|svg| svg.split("class=\"").skip(1)).filter_map(|rest| rest.split('"').next());
    let used: BTreeSet<&str> = named.flat_map(str::split_whitespace).chain(["desk"]).collect();
    let is_used = |rule: &&str| {
        let name = rule.trim_start().split('{').next().unwrap_or_default();
        name.strip_prefix('.').is_none_or(|class| used.contains(class))
    };
    STYLE.split_inclusive('}').filter(is_used).collect::<String>() + "\n"
}
