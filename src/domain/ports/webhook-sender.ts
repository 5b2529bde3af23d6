import type { Reply } from './webhook-repository.ts';

export interface WebhookTargets {
  /** Why nothing would ever be posted to this URL, in words; undefined where it may be. Names are resolved only when something is posted. */
  refusalOf(url: string): string | undefined;
}

export interface WebhookSender {
  /** Posts once, to a public address only, follows nothing, and takes ten seconds at most. Never rejects for what the other side does. */
  post(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<Reply>;
}
