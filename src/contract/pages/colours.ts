/** Of both schemes; text keeps a contrast of at least 4.5 : 1. */
export const colours = `
:root { color-scheme: light dark; --back: #ffffff; --soft: #f6f8fa; --text: #1f2328; --quiet: #59636e; --line: #d1d9e0; --link: #0550ae;
  --get: #0550ae; --post: #116329; --put: #7d4e00; --delete: #a40e26; }
@media (prefers-color-scheme: dark) {
  :root { --back: #0d1117; --soft: #161b22; --text: #e6edf3; --quiet: #9198a1; --line: #3d444d; --link: #79c0ff;
    --get: #79c0ff; --post: #7ee787; --put: #e3b341; --delete: #ff9492; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--text); font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
a { color: var(--link); }
code, pre { font-family: ui-monospace, monospace; font-size: .875rem; }
pre { margin: .5rem 0; padding: .75rem; white-space: pre-wrap; background: var(--soft); border: 1px solid var(--line); border-radius: 6px; }
`;
