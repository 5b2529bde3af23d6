import { createHash } from 'node:crypto';

/** What a browser may do with a page of ours: use the style and the script inside it, and nothing from anywhere. */
export const contentSecurityPolicy = ({ style, script }: { style: string; script?: string }): string =>
  [
    "default-src 'none'",
    `style-src ${sourceOf(style)}`,
    ...(script === undefined ? [] : [`script-src ${sourceOf(script)}`]),
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const sourceOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
