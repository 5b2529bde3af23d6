/** What may be uploaded beside a request, since it is too large for one: exactly these bytes, once. */
export type UploadTicket = {
  id: string;
  kind: 'RUN' | 'SPEC';
  sizeBytes: number;
  /** Hex. */
  sha256: string;
  createdAt: string;
};

/** How long the URL of a ticket takes the upload (security and reliability §1.8). */
export const uploadSeconds = 900;
/** How long what was uploaded waits to be committed. */
export const ticketSeconds = 24 * 3600;
