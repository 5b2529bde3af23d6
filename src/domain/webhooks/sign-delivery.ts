import { createHmac } from 'node:crypto';

/** How a webhook's secret is shown, in the form that libraries for Standard Webhooks take. */
export const secretText = (secret: Uint8Array): string => `whsec_${Buffer.from(secret).toString('base64')}`;

/** What every post carries: who it is, when it was sent, and that we sent it (Standard Webhooks 1.0.0). */
export const signedHeaders = (secret: Uint8Array, id: string, sentAt: Date, body: string): Record<string, string> => {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000));
  const signature = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'content-type': 'application/json',
    'user-agent': 'dezycro-webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
};
