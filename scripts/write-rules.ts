import { writeFileSync } from 'node:fs';
import { REGISTRIES } from '../clients/rules/registries.ts';
import { rulesPage } from '../clients/rules/rules-page.ts';

/** `npm run rules`: the committed page, which a guard compares with the registries. */
writeFileSync(new URL('../docs/rules.md', import.meta.url), rulesPage(REGISTRIES));
