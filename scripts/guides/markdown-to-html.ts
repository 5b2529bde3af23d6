import type { Nodes, Parents, Root, RootContent, Table } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTable } from 'micromark-extension-gfm-table';
import { html, type Html, verbatim } from '#contract/pages/html.ts';

export type GuideOptions = {
  /** Of its `<h2>`, and the beginning of the anchors of its parts. */
  id: string;
  /** Each `###` is an entry that is looked up by its name: folded, under an anchor of that name. */
  isDictionary: boolean;
  /** From the file of another guide to its anchor. */
  links: Readonly<Record<string, string>>;
};

/**
 * A guide as HTML, its headings one level down. Throws for a kind of Markdown that no guide has used so far, and for a link that readers of
 * the page could not follow.
 */
export const markdownToHtml = (markdown: string, options: GuideOptions): string => {
  const root: Root = fromMarkdown(markdown, { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] });
  return parts(root.children)
    .map((part) => partOf(part, options).html)
    .join('\n');
};

/** What stands before the first `###`, or from one to the next heading of the same level or a higher one. */
const parts = (nodes: readonly RootContent[]): RootContent[][] => {
  const all: RootContent[][] = [[]];
  for (const node of nodes) {
    if (node.type === 'heading') all.push([]);
    all.at(-1)!.push(node);
  }
  return all.filter((part) => part.length > 0);
};

const partOf = ([first, ...rest]: RootContent[], options: GuideOptions): Html => {
  if (options.isDictionary && first?.type === 'heading' && first.depth === 3) {
    const name = plain(first);
    return html`<details id="${name}" data-words="${`${name} ${rest.map(plain).join(' ')}`.toLowerCase()}">
      <summary><code>${name}</code> ${titleOf(rest)}</summary>
      ${untitled(rest).map((node) => view(node, options))}
    </details>`;
  }
  return html`${[first!, ...rest].map((node) => view(node, options))}`;
};

/** The bold words that an entry begins with. */
const titleOf = ([paragraph]: RootContent[]): string => {
  const strong = paragraph?.type === 'paragraph' ? paragraph.children[0] : undefined;
  return strong?.type === 'strong' ? plain(strong).replace(/\.$/, '') : '';
};

/** Without them: the summary shows them. */
const untitled = ([paragraph, ...rest]: RootContent[]): RootContent[] => {
  if (paragraph?.type !== 'paragraph' || paragraph.children[0]?.type !== 'strong') return [paragraph!, ...rest];
  return [{ ...paragraph, children: paragraph.children.slice(1) }, ...rest];
};

const plain = (node: Nodes): string => {
  if ('value' in node) return node.value;
  return 'children' in node ? (node as Parents).children.map(plain).join('') : '';
};

const inner = (node: Parents, options: GuideOptions): Html[] => node.children.map((child) => view(child, options));

const view = (node: Nodes, options: GuideOptions): Html => {
  switch (node.type) {
    case 'text':
      return html`${node.value}`;
    case 'inlineCode':
      return html`<code>${node.value}</code>`;
    case 'strong':
      return html`<strong>${inner(node, options)}</strong>`;
    case 'paragraph':
      return html`<p>${inner(node, options)}</p>`;
    case 'code':
      return html`<pre tabindex="0">${node.value}</pre>`;
    case 'heading':
      return headingOf(node.depth, plain(node), options);
    case 'link':
      return html`<a href="${linkOf(node.url, options)}">${inner(node, options)}</a>`;
    case 'table':
      return tableOf(node, options);
    default:
      throw new Error(`${options.id}: no guide has had a ${node.type} so far`);
  }
};

const headingOf = (depth: number, title: string, { id }: GuideOptions): Html => {
  const anchor = depth === 1 ? id : `${id}-${title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`;
  const level = verbatim(`h${depth + 1}`);
  return html`<${level} id="${anchor}">${title}</${level}>`;
};

const linkOf = (url: string, { id, links }: GuideOptions): string => {
  const target = url.startsWith('https://') ? url : links[url];
  if (target === undefined) throw new Error(`${id}: ${url} is no page that readers of /docs have`);
  return target;
};

const tableOf = ({ children: [head, ...rows] }: Table, options: GuideOptions): Html =>
  html`<table>
    <thead>
      <tr>
        ${head!.children.map((cell) => html`<th scope="col">${inner(cell, options)}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        (row) =>
          html`<tr>
            ${row.children.map((cell) => html`<td>${inner(cell, options)}</td>`)}
          </tr>`,
      )}
    </tbody>
  </table>`;
