import type { Endpoint } from '#contract/define-endpoint.ts';
import * as z from '#contract/schemas/zod.ts';

/** Records were left out of a list, since they do not fit the schema of its answer. Logged, never shown. */
export class UnfitRecords extends Error {
  override readonly name = 'UnfitRecords';
}

/** What is shown, as text; `defect` says what was left out. */
type Filtered = { text: string; defect?: UnfitRecords };

/** The fields of lists: of a page, and of the event feed. */
const listFields = ['data', 'events'];

/**
 * The answer as its schema lets it out: unknown fields are dropped. A record of a list that does not fit is left out, so that one bad
 * record never hides the others; `totalElements` still counts it. Any other answer that does not fit throws.
 */
export const filterAnswer = ({ operationId, method, success }: Endpoint, body: unknown): Filtered => {
  const { body: schema, mediaType } = success;
  if (!schema) return { text: '' };
  const textOf = (shown: unknown): string => (mediaType === 'application/json' ? JSON.stringify(shown) : String(shown));
  const whole = z.safeParse(schema, body);
  if (whole.success) return { text: textOf(whole.data) };
  const list = method === 'GET' ? listIn(schema) : undefined;
  if (list === undefined) throw whole.error;
  const given = body as Record<string, unknown[]>;
  const fitting = given[list.field]!.filter((record) => z.safeParse(list.element, record).success);
  const text = textOf(z.parse(schema, { ...given, [list.field]: fitting }));
  const problems = whole.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  return {
    text,
    defect: new UnfitRecords(`${operationId} leaves out records that do not fit: ${problems.join('; ')}`),
  };
};

type ListSchema = { shape?: Record<string, { def?: { element?: z.ZodMiniType } }> };

const listIn = (schema: z.ZodMiniType): { field: string; element: z.ZodMiniType } | undefined => {
  const { shape = {} } = schema as ListSchema;
  const field = listFields.find((name) => shape[name]?.def?.element !== undefined);
  return field === undefined ? undefined : { field, element: shape[field]!.def!.element! };
};
