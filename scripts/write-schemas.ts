/** `npm run schemas`: writes the JSON Schemas of the files that users write, which editors and the npm package take from `schemas/`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { schemaFiles } from './schemas.ts';
import { stageSchema } from './stage-schema.ts';

const folder = join(import.meta.dirname, '..', 'schemas');
mkdirSync(folder, { recursive: true });
for (const [name, text] of Object.entries(schemaFiles())) writeFileSync(join(folder, name), text);
writeFileSync(join(folder, 'stage.schema.json'), stageSchema());
