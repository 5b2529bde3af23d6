import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmTable } from 'micromark-extension-gfm-table';

type Node = ReturnType<typeof fromMarkdown>['children'][number] | { type: string; children?: unknown[] };

/** One demand of a document, quoted to the letter. */
export type Requirement = {
  /** A part of the document, character for character. */
  quote: string;
  /** The quote as plain words: no markup, no line breaks. */
  text: string;
  /** The strength of the demand, by its strongest word. */
  strength: 'MUST' | 'SHOULD' | 'MAY';
  /** The number of headings before it: 0 is the part before the first heading. */
  sectionIndex: number;
  sectionHeading: string;
  /** True if the section states what holds everywhere: "Security", "Constraints". */
  isGlobal: boolean;
};

const must =
  /\b(must|shall|required|requires?|cannot|can not|may not|needs? to|has to|have to|never|always|only|is refused|are refused|is rejected|are rejected|not allowed|prohibited|forbidden)\b/i;
const should = /\b(should|recommended|ought to|expected to)\b/i;
const may = /\b(may|can|could|is able to|are able to|optional(ly)?|will)\b/i;

const globalSection = /\b(non-?functional|constraints?|security|performance|general|global|principles|compliance)\b/i;

/** Headings of sections that say what is not demanded, or that are about the document itself. */
const asideSection =
  /\b(out of scope|non-?goals|glossary|references|changelog|change log|revision history|open questions|background|table of contents)\b/i;

/**
 * The most characters of a quote. A longer one is no sentence that anybody can test, and would not fit
 * where cases are kept.
 */
const longestQuote = 2000;

/** Made at the first paragraph: making it takes 11 ms, and most features have no documents. */
let sentences: Intl.Segmenter | undefined;

/** A sentence with a binding word ("must") that is no requirement because of its place or length. */
export type Aside = Pick<Requirement, 'quote' | 'sectionHeading'> & {
  reason: 'ASIDE_SECTION' | 'CODE' | 'HEADING' | 'TABLE_HEADER' | 'OTHER_MARKUP' | 'TOO_LONG';
};

/**
 * Returns the requirements that a Markdown document states: sentences, also of list items, and table rows with a
 * binding word. Left out are those in code, headings, table headers, other markup or sections about something else, and
 * those longer than `longestQuote`; `leftOut` has those of strength MUST. Every quote occurs verbatim in the document.
 */
export const readRequirements = (markdown: string): { requirements: Requirement[]; leftOut: Aside[] } => {
  const tree = fromMarkdown(markdown, { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] });
  const requirements: Requirement[] = [];
  const leftOut: Aside[] = [];
  let section = { sectionIndex: 0, sectionHeading: '', isGlobal: false };
  let asideDepth: number | undefined;
  for (const node of tree.children) {
    if (node.type === 'heading') {
      const sectionHeading = wordsOf(node);
      if (asideDepth !== undefined && node.depth <= asideDepth) asideDepth = undefined;
      if (asideDepth === undefined && asideSection.test(sectionHeading)) asideDepth = node.depth;
      section = {
        sectionIndex: section.sectionIndex + 1,
        sectionHeading,
        isGlobal: globalSection.test(sectionHeading),
      };
    }
    for (const { reason, quote, text } of statementsOf(node, markdown)) {
      const strength = strengthOf(text);
      const aside =
        reason ??
        (asideDepth === undefined ? undefined : 'ASIDE_SECTION') ??
        (quote.length > longestQuote ? 'TOO_LONG' : undefined);
      if (strength && !aside) requirements.push({ quote, text, strength, ...section });
      if (strength === 'MUST' && aside) leftOut.push({ quote, sectionHeading: section.sectionHeading, reason: aside });
    }
  }
  return { requirements, leftOut };
};

const strengthOf = (text: string): Requirement['strength'] | undefined => {
  if (must.test(text)) return 'MUST';
  if (should.test(text)) return 'SHOULD';
  return may.test(text) ? 'MAY' : undefined;
};

type Positioned = Node & { position?: { start: { offset?: number }; end: { offset?: number } }; children?: Node[] };

type Statement = Pick<Requirement, 'quote' | 'text'> & { reason?: Aside['reason'] };

/**
 * Returns the statements of a block: each sentence of a paragraph, each row of a table, each line of other blocks.
 * Lists and quotes give the statements of the blocks inside them.
 */
const statementsOf = (node: Node, markdown: string): Statement[] => {
  const { type, children = [] } = node as Positioned;
  if (type === 'paragraph') return sentencesOf(node, markdown);
  if (type === 'table')
    return children.map((row, index) => ({
      quote: sourceOf(row, markdown),
      text: ((row as Positioned).children ?? []).map((cell) => oneLine(wordsOf(cell))).join(' – '),
      ...(index === 0 && { reason: 'TABLE_HEADER' as const }),
    }));
  if (['list', 'listItem', 'blockquote'].includes(type))
    return children.flatMap((child) => statementsOf(child, markdown));
  const reason = asideMarkup[type] ?? 'OTHER_MARKUP';
  return sourceOf(node, markdown)
    .split('\n')
    .map((line) => ({ quote: line.trim(), text: line, reason }));
};

const asideMarkup: Readonly<Record<string, Aside['reason']>> = { code: 'CODE', heading: 'HEADING' };

const sentencesOf = (paragraph: Node, markdown: string): Statement[] => {
  const source = sourceOf(paragraph, markdown);
  // A line break ends a sentence for the segmenter, but not in Markdown.
  sentences ??= new Intl.Segmenter('en', { granularity: 'sentence' });
  const quotes = [...sentences.segment(source.replaceAll(/[\r\n]/g, ' '))]
    .map(({ index, segment }) => source.slice(index, index + segment.length).trim())
    .filter((quote) => quote !== '');
  return quotes.length === 1
    ? [{ quote: source, text: oneLine(wordsOf(paragraph)) }]
    : quotes.map((quote) => ({ quote, text: plain(quote) }));
};

/** Returns the text of a node without its Markdown markup; for an image, its alternative text. */
const wordsOf = (node: object): string => {
  const { value, alt, children = [] } = node as { value?: string; alt?: string | null; children?: object[] };
  return value ?? alt ?? children.map(wordsOf).join('');
};

const sourceOf = (node: Node, markdown: string): string => {
  const { position } = node as Positioned;
  return markdown.slice(position?.start.offset, position?.end.offset).trim();
};

/** Returns the words of a sentence that was cut out of its paragraph. */
const plain = (quote: string): string => oneLine(wordsOf(fromMarkdown(quote.replaceAll(/\s*\n\s*>?\s*/g, ' '))));

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
