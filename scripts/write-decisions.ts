import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { indexOf, readRecord } from '../test/guards/decisions.ts';
import { read, root } from '../test/guards/repository.ts';

/** `npm run decisions`: writes the index of decision records by subject. */
const folder = 'docs/decisions';
const names = readdirSync(join(root, folder)).filter((name) => /^\d{4}-/.test(name));
const records = names.toSorted().map((name) => readRecord(read(`${folder}/${name}`)));
writeFileSync(join(root, folder, 'README.md'), indexOf(records));
