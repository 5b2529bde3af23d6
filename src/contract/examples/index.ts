import type { Endpoint } from '../define-endpoint.ts';
import type * as z from '../schemas/zod.ts';
import { assistanceExamples } from './assistance.ts';
import { answerExamples } from './answers.ts';
import { buildExamples } from './builds.ts';
import { requestExamples } from './requests.ts';
import { runExamples } from './runs.ts';

const known = new Map(
  [...requestExamples, ...answerExamples, ...assistanceExamples, ...buildExamples, ...runExamples].map(
    ({ schema, value }) => [schema, value],
  ),
);

/** The examples of an endpoint's bodies; a list is a page that holds the example of what it lists. */
export const examplesOf = ({ request, success }: Endpoint): { request?: unknown; answer?: unknown } => {
  const asked = request.body && exampleFor(request.body);
  const answered = success.body && exampleFor(success.body);
  return {
    ...(asked === undefined ? {} : { request: asked }),
    ...(answered === undefined ? {} : { answer: answered }),
  };
};

const exampleFor = (schema: z.ZodMiniType): unknown => known.get(schema) ?? pageExample(schema);

const pageExample = (schema: z.ZodMiniType): unknown => {
  const item = (schema as { shape?: { data?: { def: { element?: z.ZodMiniType } } } }).shape?.data?.def.element;
  const example = item && known.get(item);
  return example === undefined ? undefined : { data: [example], page: 1, size: 10, totalElements: 1 };
};
