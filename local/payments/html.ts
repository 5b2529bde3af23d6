/** Text that is already HTML. */
class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Inserted = string | number | Html | readonly Html[];

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const textOf = (value: Inserted): string => {
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(({ text }) => text).join('\n');
  return String(value).replaceAll(/[&<>"']/g, (character) => escapes[character]!);
};

/** Everything that is put in is escaped, but what `html` made itself. */
export const html = (parts: TemplateStringsArray, ...inserted: Inserted[]): Html =>
  new Html(parts.map((part, at) => part + textOf(inserted[at] ?? '')).join(''));

const style = `body{font:1rem/1.5 system-ui,sans-serif;max-width:40rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}
button{font:inherit;padding:.5rem 1rem;margin:.25rem 0}table{border-collapse:collapse}th,td{text-align:left;padding:.25rem 1rem .25rem 0}`;

/** A whole page, which runs no script and sends its forms to this service alone. */
export const pageOf = (status: number, title: string, body: Html) => ({
  status,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  },
  body: html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title}</title>
        <style>
          ${new Html(style)}
        </style>
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${body}
          <p><small>Payments of this machine are emulated: no money moves.</small></p>
        </main>
      </body>
    </html> `.text,
});
