import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

/** The resources of Stripe's package that our adapter calls, as files below `stripe/esm/resources`. */
const kept = new Set([
  'BillingPortal/Configurations',
  'BillingPortal/Sessions',
  'BillingPortal/index',
  'Checkout/Sessions',
  'Checkout/index',
  'Customers',
  'Invoices',
  'Prices',
  'Subscriptions',
]);

/**
 * Stripe's package makes all its 160 resources with each client, which is half of its size: those that we never call become empty
 * classes. A call of one of them is then no function, which the tests of the bundle show.
 */
export const smallerStripe: Plugin = {
  name: 'smaller-stripe',
  setup: ({ onLoad }) => {
    onLoad({ filter: /stripe\/(?:esm|cjs)\/resources\/.+\.js$/ }, async ({ path }) => {
      const name = /\/resources\/(.+)\.js$/.exec(path)?.[1] ?? '';
      if (kept.has(name)) return undefined;
      const classes = [...(await readFile(path, 'utf8')).matchAll(/^export class (\w+)/gm)];
      return { contents: classes.map(([, each]) => `export class ${each} {}`).join('\n'), loader: 'js' };
    });
  },
};
