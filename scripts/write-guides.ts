import { writeFileSync } from 'node:fs';
import { guides } from './guides/guides.ts';

/** `npm run guides`: docs/guides.json, which a test compares with the Markdown and `/docs` shows. */
writeFileSync(new URL('../docs/guides.json', import.meta.url), `${JSON.stringify(guides(), null, 2)}\n`);
