import { writeFileSync } from 'node:fs';
import { registry } from '#contract/endpoints/index.ts';
import { openapiDocument } from '#contract/openapi.ts';

/** `npm run openapi`: the committed document, which a guard compares with the registry and the service serves. */
const file = new URL('../docs/openapi.json', import.meta.url);
writeFileSync(file, `${JSON.stringify(openapiDocument(registry), null, 2)}\n`);
