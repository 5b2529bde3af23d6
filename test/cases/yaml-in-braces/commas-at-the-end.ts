import type { Case } from '../support/case.ts';
import { altered, crud, things } from '../support/things.ts';

/** JSON with commas at the end and comments is YAML in its flow style. */
export default {
  spec: JSON.stringify(things(), null, 2)
    .replaceAll(/([^{[,\s])\n(\s*[}\]])/g, '$1,\n$2')
    .replace('{', '{ # things'),
  server: (fault) => crud({ show: altered(fault) }),
} satisfies Case;
