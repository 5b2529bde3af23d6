import { dateTime, documented, exampled, int32, named, nonBlank, optional, uuidOut } from './primitives.ts';
import * as z from './zod.ts';

/** 1 MiB of Markdown (decision record 0004). */
const largestContentBytes = 1024 * 1024;

const type = z.enum(['PRD', 'TRD', 'OTHER']);
const status = z.enum(['DRAFT', 'COMPLETED']);
const name = exampled(nonBlank(200), 'Refunds, requirements');
const content = exampled(
  documented(
    z.string().check(
      z.refine(
        (text) => Buffer.byteLength(text) <= largestContentBytes,
        `must be at most ${largestContentBytes} bytes`,
      ),
      z.refine((text) => !text.includes('\0'), 'must be text: it holds a null character'),
    ),
    { pattern: '^[^\\u0000]*$' },
  ),
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
