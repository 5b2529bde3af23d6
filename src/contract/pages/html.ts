/** Markup that is safe to put into a page as it is. */
export type Html = { readonly html: string };

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

type Part = Html | string | number | readonly Part[];

const textOf = (part: Part): string => {
  if (typeof part === 'string' || typeof part === 'number')
    return String(part).replaceAll(/[&<>"']/g, (character) => escapes[character]!);
  return 'html' in part ? part.html : part.map(textOf).join('');
};

/** A template whose values are text, unless they are markup themselves. */
export const html = (strings: TemplateStringsArray, ...parts: Part[]): Html => ({
  html: strings.map((text, at) => text + (at < parts.length ? textOf(parts[at]!) : '')).join(''),
});

/** Our own code and styles, as they are. */
export const verbatim = (source: string): Html => ({ html: source });

export const nothing: Html = { html: '' };
