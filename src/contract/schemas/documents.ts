import { dateTime, exampled, int32, named, nonBlank, optional, storedText, uuidOut } from './primitives.ts';
import * as z from './zod.ts';

/** 1 MiB of Markdown (decision record 0004). */
const largestContentBytes = 1024 * 1024;

const type = z.enum(['PRD', 'TRD', 'OTHER']);
const status = z.enum(['DRAFT', 'COMPLETED']);
const name = exampled(nonBlank(200), 'Refunds, requirements');
const content = exampled(
  storedText(largestContentBytes),
  '# Refunds\n\nA customer must get the money back for a paid order.\n',
);

const shown = {
  id: uuidOut,
  featureId: uuidOut,
  name: z.string(),
  type,
  status,
  sizeBytes: int32,
  /** "sha256:" and the hash of the content. */
  contentHash: z.string(),
  createdAt: dateTime,
  updatedAt: dateTime,
};

/** A requirements document of a feature, as lists show it. */
export const document = named('Document', z.object(shown));

/** With its Markdown. */
export const documentDetail = named('DocumentDetail', z.object({ ...shown, content: z.string() }));

export const newDocument = named(
  'NewDocument',
  z.object({ name, type: exampled(type, 'PRD'), status: optional(status), content }),
);

/** Omitted fields stay as they are. */
export const documentChanges = named(
  'DocumentChanges',
  z.object({ name: optional(name), type: optional(type), status: optional(status), content: optional(content) }),
);
