/** Both schemes keep a contrast of at least 4.5 : 1. */
export const style = `
:root { color-scheme: light dark; --back: #ffffff; --soft: #f6f8fa; --text: #1f2328; --quiet: #59636e; --line: #d1d9e0; --link: #0550ae; }
@media (prefers-color-scheme: dark) {
  :root { --back: #0d1117; --soft: #161b22; --text: #e6edf3; --quiet: #9198a1; --line: #3d444d; --link: #79c0ff; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--text); font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
a { color: var(--link); text-decoration: none; }
a:hover { text-decoration: underline; }
.page { display: grid; grid-template-columns: 20rem minmax(0, 1fr); max-width: 80rem; margin: 0 auto; }
nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 1rem; border-right: 1px solid var(--line); font-size: .875rem; }
nav ul, .fields { list-style: none; margin: 0; padding: 0; }
nav li { padding: .125rem 0; }
nav h2 { margin: 1rem 0 .25rem; font-size: .875rem; color: var(--quiet); }
main { padding: 1rem 2rem 4rem; min-width: 0; }
input { width: 100%; padding: .5rem; font: inherit; color: inherit; background: var(--soft); border: 1px solid var(--line); border-radius: 6px; }
article { padding: 1rem 0; border-top: 1px solid var(--line); scroll-margin-top: 1rem; }
h3 { margin: 0; font-size: 1.125rem; }
h3 a { color: inherit; }
h4 { margin: 1rem 0 .25rem; font-size: .875rem; color: var(--quiet); }
p { margin: .25rem 0; }
.route, code, pre { font-family: ui-monospace, monospace; font-size: .875rem; }
.method { display: inline-block; min-width: 4.5rem; font-weight: 700; }
.fields li { padding: .25rem 0 .25rem .75rem; border-left: 2px solid var(--line); }
.fields b { font-size: .75rem; color: var(--quiet); }
.type, .limits { color: var(--quiet); font-size: .875rem; }
pre { margin: .5rem 0; padding: .75rem; overflow-x: auto; overflow-wrap: normal; background: var(--soft); border: 1px solid var(--line); border-radius: 6px; }
summary { cursor: pointer; color: var(--link); }
[hidden] { display: none; }
@media (max-width: 56rem) {
  .page { display: block; }
  nav { position: static; height: auto; max-height: 50vh; border-right: 0; border-bottom: 1px solid var(--line); }
  main { padding: 1rem; }
}
@media print { nav { display: none; } .page { display: block; } }
`;

/** The search; all else works without it. */
export const script = `
const search = document.querySelector('input');
const said = document.querySelector('output');
const articles = [...document.querySelectorAll('article')];
const show = () => {
  const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
  let found = 0;
  for (const article of articles) {
    const fits = words.every((word) => article.dataset.words.includes(word));
    article.hidden = !fits;
    const entry = document.querySelector('nav a[href="#' + article.id + '"]').parentElement;
    entry.hidden = !fits;
    if (fits) found += 1;
  }
  for (const group of document.querySelectorAll('nav section, main section'))
    group.hidden = ![...group.querySelectorAll('li:has(> a), article')].some((each) => !each.hidden);
  said.textContent = words.length === 0 ? '' : found + ' of ' + articles.length;
};
search.addEventListener('input', show);
addEventListener('keydown', (event) => {
  if (event.key !== '/' || document.activeElement === search) return;
  event.preventDefault();
  search.focus();
});
const arrive = () => {
  const target = document.getElementById(location.hash.slice(1));
  if (target === null) return;
  if (target.tagName === 'DETAILS') target.open = true;
  if (target.hidden) search.value = '';
  show();
  target.scrollIntoView();
};
addEventListener('hashchange', arrive);
arrive();
`;
