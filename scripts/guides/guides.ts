import { readFileSync } from 'node:fs';
import { markdownToHtml } from './markdown-to-html.ts';

export type Guide = { id: string; title: string; html: string };

const files = { 'getting-started.md': 'getting-started', 'personas.md': 'personas', 'verdicts.md': 'verdicts' };

const links = Object.fromEntries(Object.entries(files).map(([file, id]) => [file, `#${id}`]));

/** The pages of `docs/` that `/docs` opens with, in the order of reading. */
export const guides = (): Guide[] =>
  Object.entries(files).map(([file, id]) => {
    const markdown = readFileSync(new URL(`../../docs/${file}`, import.meta.url), 'utf8');
    return {
      id,
      title: /^# (.+)$/m.exec(markdown)![1]!,
      html: markdownToHtml(markdown, { id, isDictionary: id === 'verdicts', links }),
    };
  });
