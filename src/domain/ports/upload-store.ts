import type { FeatureScope } from '#domain/access/scope.ts';
import type { Alongside } from '#domain/alongside.ts';
import type { UploadTicket } from '#domain/uploads/upload-ticket.ts';

export interface TicketReader {
  /** Undefined where there is none, or its time is over. */
  find(scope: FeatureScope, uploadId: string, now: Date): Promise<UploadTicket | undefined>;
}

export interface TicketWriter {
  /** False where the feature is gone. */
  create(scope: FeatureScope, ticket: UploadTicket, alongside: Alongside): Promise<boolean>;
}

/** Where to put an upload, by PUT with these headers. */
export type SignedUpload = { url: string; headers: Record<string, string>; expiresAt: Date };

export interface UploadSigner {
  /** A URL that takes the ticket's bytes and no others, once (security and reliability §1.8). */
  signUpload(scope: FeatureScope, ticket: UploadTicket, expiresInSeconds: number): Promise<SignedUpload>;
}

export interface UploadFetcher {
  /** What was uploaded; undefined where nothing was. Kept for a day. */
  fetch(scope: FeatureScope, uploadId: string): Promise<Uint8Array | undefined>;
}
