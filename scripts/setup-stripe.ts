/**
 * Makes at Stripe what a stage sells and needs (products, prices, portal, webhook), and changes nothing that is there already:
 *
 *   STRIPE_SECRET_KEY=sk_… npm run setup-stripe -- --webhook-url https://api.example.com/api/billing/webhooks/stripe
 *
 * It prints one line for each change. The secret of a webhook endpoint that it makes is shown this once: put it into the stage's secret.
 */
import { parseArgs } from 'node:util';
import { connectStripe } from '#adapters/stripe/connect-stripe.ts';
import { setUpStripe } from '#adapters/stripe/set-up-stripe.ts';

const { values } = parseArgs({ options: { 'webhook-url': { type: 'string' } } });
const { STRIPE_SECRET_KEY: apiKey, PAYMENTS_URL: url } = process.env;
if (!apiKey) {
  console.error('Set STRIPE_SECRET_KEY to the API key of the account that is to be set up.');
  process.exitCode = 2;
} else {
  const { changes, webhookSecret } = await setUpStripe(connectStripe({ apiKey, url }), values['webhook-url']);
  console.log(changes.length === 0 ? 'Everything was there.' : changes.join('\n'));
  if (webhookSecret !== null) console.log(`The secret of the webhook endpoint is ${webhookSecret}`);
}
