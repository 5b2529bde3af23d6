import type { BlobWriter } from '#domain/ports/blob-store.ts';
import { documents } from './documents.ts';

export const blobWriter = (): BlobWriter => documents();
