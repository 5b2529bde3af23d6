import { createHash } from 'node:crypto';
import { ServiceError } from '#contract/errors.ts';
import type { FeatureScope } from '#domain/access/scope.ts';
import type { Runtime } from '#domain/ports/runtime.ts';
import type { TicketReader, UploadFetcher } from '#domain/ports/upload-store.ts';
import type { UploadTicket } from './upload-ticket.ts';

type Ports = { 'uploads:read': TicketReader; 'uploads:fetch': UploadFetcher };

/** What was uploaded under a ticket of this feature and kind. Throws UPLOAD_INCOMPLETE where that is nothing, or not what the ticket says. */
export const takeUpload = async (
  scope: FeatureScope,
  ports: Ports,
  runtime: Runtime,
  uploadId: string,
  kind: UploadTicket['kind'],
): Promise<{ ticket: UploadTicket; content: Uint8Array }> => {
  const ticket = await ports['uploads:read'].find(scope, uploadId, runtime.now());
  if (ticket?.kind !== kind)
    throw incomplete(
      `This feature has no such upload of kind ${kind}, or its day is over. Ask for a new one: POST …/uploads.`,
    );
  const content = await ports['uploads:fetch'].fetch(scope, uploadId);
  if (content === undefined)
    throw incomplete('Nothing is uploaded yet. PUT the document to the URL of the upload first.');
  const sha256 = createHash('sha256').update(content).digest('hex');
  if (content.length !== ticket.sizeBytes || sha256 !== ticket.sha256)
    throw incomplete(
      `Of ${ticket.sizeBytes} bytes with SHA-256 ${ticket.sha256} ${content.length} with ${sha256} arrived. Upload the document again under a new upload.`,
    );
  return { ticket, content };
};

const incomplete = (detail: string): ServiceError =>
  new ServiceError('UPLOAD_INCOMPLETE', detail, [
    { in: 'body', pointer: '#/uploadId', code: 'INVALID', message: 'names no whole upload' },
  ]);
