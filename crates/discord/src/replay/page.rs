//! Puts the page of a replay together: one HTML file with its styles, scripts and data inside.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use sha2::{Digest, Sha256};

use super::super::map::ThemeName;

const PAGE: &str = include_str!("../../../../data/replay/page.html");
const STYLE: &str = include_str!("../../../../data/replay/style.css");
/// The scripts in the order in which they need each other.
const SCRIPTS: [&str; 5] = [
    include_str!("../../../../data/replay/sha256.js"),
    include_str!("../../../../data/replay/dice_check.js"),
    include_str!("../../../../data/replay/layout.js"),
    include_str!("../../../../data/replay/board.js"),
    include_str!("../../../../data/replay/player.js"),
];

/// Returns the page in the language of this tag. `data` is JSON, which is shown as text only:
/// nothing in it can become markup or a script, and the content security policy allows no other
/// scripts than those of the page.
pub fn assemble_page(lang: &str, title: &str, no_script: &str, data: &str) -> String {
    let style = format!("\n{}{STYLE}", format_theme_css_variables());
    let script = format!("\n{}", SCRIPTS.map(to_inline_script).join("\n"));
    let csp = format!(
        "default-src 'none'; script-src {}; style-src {}; img-src data:; base-uri 'none'; \
         form-action 'none'",
        format_csp_hash(&script),
        format_csp_hash(&style)
    );
    let parts = [
        ("{{lang}}", escape_html(lang)),
        ("{{csp}}", csp),
        ("{{title}}", escape_html(title)),
        ("{{style}}", style),
        ("{{no-script}}", escape_html(no_script)),
        ("{{data}}", escape_json_in_html(data)),
        ("{{script}}", script),
    ];
    let mut page =
        String::with_capacity(PAGE.len() + parts.iter().map(|(_, text)| text.len()).sum::<usize>());
    let mut rest = PAGE;
    // Each mark stands once, in this order. What is inserted is never searched for marks.
    for (mark, text) in &parts {
        let (before, after) = rest.split_once(mark).unwrap_or((rest, ""));
        page += before;
        page += text;
        rest = after;
    }
    page + rest
}

/// Makes a module a part of a longer script: without its imports, and without `export`.
fn to_inline_script(module: &str) -> String {
    let lines = module.lines().filter(|line| !line.starts_with("import "));
    let lines = lines.map(|line| line.strip_prefix("export ").unwrap_or(line));
    lines.collect::<Vec<_>>().join("\n")
}

/// Formats the colours of the pictures as variables, for dark and light windows.
fn format_theme_css_variables() -> String {
    let dark = ThemeName::Dark.theme().to_css_variables();
    let light = ThemeName::Light.theme().to_css_variables();
    format!(
        ":root {{ {dark} }}\n@media (prefers-color-scheme: light) {{\n  :root {{ {light} }}\n}}\n"
    )
}

/// Formats the hash by which a content security policy allows an inline style or script.
fn format_csp_hash(text: &str) -> String {
    format!("'sha256-{}'", BASE64_STANDARD.encode(Sha256::digest(text)))
}

fn escape_html(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Escapes JSON so that it holds no markup: within its strings, any letter can be written by its
/// number.
fn escape_json_in_html(json: &str) -> String {
    json.replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn page_has_each_part_once_and_no_mark() {
        for mark in ["lang", "csp", "title", "no-script", "style", "script", "data"] {
            assert_eq!(PAGE.matches(&format!("{{{{{mark}}}}}")).count(), 1, "{mark}");
        }
        let page = assemble_page("en", "Title {{data}}", "Needs scripts", "{}");
        assert!(page.contains("<title>Title {{data}}</title>"), "{page}");
        assert!(page.ends_with("</html>\n") && !page.contains("{{script}}"), "{page}");
    }

    #[test]
    fn data_can_hold_no_markup() {
        let hostile = r#"{"name":"</script><!--<script>alert(1)</script>&lt;"}"#;
        let escaped = escape_json_in_html(hostile);
        assert!(!escaped.contains(['<', '>', '&']), "{escaped}");
        let [before, after] = [hostile, &escaped]
            .map(|json| serde_json::from_str::<serde_json::Value>(json).unwrap());
        assert_eq!(before, after);
        let page = assemble_page("\"><b>", "</title><script>", "\"><img src=x>", hostile);
        assert_eq!(page.matches("<script").count(), 2, "{page}");
        assert!(!page.contains("<img") && !page.contains("<b>"), "{page}");
    }

    /// The browser hashes exactly what stands between the tags.
    #[test]
    fn policy_allows_the_inline_style_and_script() {
        let page = assemble_page("en", "T", "S", "{}");
        for (start, end) in [("<style>", "</style>"), ("<script type=\"module\">", "</script>")] {
            let (_, rest) = page.split_once(start).unwrap();
            let (text, _) = rest.split_once(end).unwrap();
            assert!(page.contains(&format_csp_hash(text)), "{start}");
            assert!(text.len() > 1000, "{start}");
        }
    }

    #[test]
    fn scripts_become_one_without_imports_and_exports() {
        let module = "import { a } from \"./a.js\";\nexport function b() {\n  return a();\n}";
        assert_eq!(to_inline_script(module), "function b() {\n  return a();\n}");
        for script in SCRIPTS {
            let inline = to_inline_script(script);
            assert!(!inline.contains("</"), "it would end the script");
            let is_left = |line: &str| line.starts_with("import") || line.starts_with("export");
            assert!(!inline.lines().any(is_left), "{inline}");
        }
    }
}
