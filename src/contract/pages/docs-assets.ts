import { colours } from './colours.ts';

export const style = `${colours}
a { text-decoration: none; }
p a, li a, a:hover { text-decoration: underline; }
nav a, h3 a { text-decoration: none; }
.page { display: grid; grid-template-columns: 21rem minmax(0, 1fr); max-width: 84rem; margin: 0 auto; }
nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 1rem; border-right: 1px solid var(--line); font-size: .875rem; }
nav ul, .fields { list-style: none; margin: 0; padding: 0; }
nav li { padding: .125rem 0; }
nav h2 { margin: 1rem 0 .25rem; font-size: .875rem; color: var(--quiet); }
nav li a { display: flex; gap: .5rem; color: var(--text); }
nav li a:hover { color: var(--link); }
nav .method { flex: none; width: 3.25rem; font-size: .6875rem; line-height: 1.3125rem; }
.menu > summary { display: none; }
main { padding: 1rem 2rem 4rem; min-width: 0; }
h1 { margin: 0; }
h2 { margin: 2.5rem 0 .5rem; scroll-margin-top: 1rem; }
article, details, h3 { scroll-margin-top: 1rem; }
input { width: 100%; padding: .5rem; font: inherit; color: inherit; background: var(--soft); border: 1px solid var(--quiet); border-radius: 6px; }
article { padding: 1rem 0; border-top: 1px solid var(--line); }
h3 { margin: 1.5rem 0 .25rem; font-size: 1.125rem; }
article h3 { margin: 0; }
h3 a { color: inherit; }
h4 { margin: 1rem 0 .25rem; font-size: 1rem; }
article h4 { font-size: .875rem; color: var(--quiet); }
p { margin: .5rem 0; }
.guide { max-width: 52rem; }
table { border-collapse: collapse; width: 100%; font-size: .9375rem; }
th, td { padding: .375rem .75rem .375rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
th { color: var(--quiet); font-weight: 500; }
.method { font: 700 .875rem/1.5 ui-monospace, monospace; }
.route .method { display: inline-block; min-width: 4rem; }
.get { color: var(--get); } .post { color: var(--post); } .put { color: var(--put); } .delete { color: var(--delete); }
.fields li { padding: .25rem 0 .25rem .75rem; border-left: 2px solid var(--line); }
.fields b { font-size: .75rem; color: var(--quiet); }
.type, .limits { color: var(--quiet); font-size: .875rem; }
.guide details { padding: .25rem 0; border-bottom: 1px solid var(--line); }
summary { cursor: pointer; color: var(--link); }
.guide summary code { font-weight: 600; }
[hidden] { display: none; }
@media (max-width: 56rem) {
  .page { display: block; }
  nav { position: static; height: auto; border-right: 0; border-bottom: 1px solid var(--line); }
  .menu > summary { display: block; padding: .75rem 0 .25rem; font-size: 1rem; }
  main { padding: 1rem; }
  thead { position: absolute; clip-path: inset(50%); }
  tr { display: block; padding: .375rem 0; border-bottom: 1px solid var(--line); }
  td { display: block; padding: .125rem 0; border: 0; }
}
@media print { nav { display: none; } .page { display: block; } }
`;

/** The search, and a menu that begins closed where it would hide the page; all else works without. */
export const script = `
const search = document.querySelector('input');
const said = document.querySelector('output');
const menu = document.querySelector('.menu');
const found = [...document.querySelectorAll('[data-words]')];
const narrow = matchMedia('(max-width: 56rem)');
const fold = () => { menu.open = !narrow.matches; };
narrow.addEventListener('change', fold);
fold();
const show = () => {
  const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
  let count = 0;
  for (const each of found) {
    const fits = words.every((word) => each.dataset.words.includes(word));
    each.hidden = !fits;
    const entry = document.querySelector('nav a[href="#' + each.id + '"]')?.parentElement;
    if (entry) entry.hidden = !fits;
    if (fits) count += 1;
  }
  for (const each of document.querySelectorAll('.guide > :not([data-words])')) each.hidden = words.length > 0;
  for (const group of document.querySelectorAll('nav section:has(.method), main section:not(.guide)'))
    group.hidden = ![...group.querySelectorAll('li:has(> a), article')].some((each) => !each.hidden);
  said.textContent = words.length === 0 ? '' : count + ' of ' + found.length;
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
  if (target.closest('[hidden]')) search.value = '';
  show();
  target.scrollIntoView();
};
addEventListener('hashchange', arrive);
arrive();
`;
