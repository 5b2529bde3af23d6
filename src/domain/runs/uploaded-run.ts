import { type FieldError, ServiceError } from '#contract/errors.ts';
import { mostJourneys, resultHead, resultJourney } from '#contract/schemas/result-document.ts';
import * as z from '#contract/schemas/zod.ts';
import { splitDocument } from './split-document.ts';
import type { UploadedDocument, UploadedJourney } from './uploaded-result.ts';

/** A result document of which one journey at a time is looked at: however large it is, only that one is in memory as an object. */
export type UploadedRun = {
  head: Omit<UploadedDocument, 'journeys'>;
  /** Of its journeys, in their order. */
  ids: readonly string[];
  journeyAt(index: number): UploadedJourney;
};

/** One that came within the request, validated already. */
export const inlineRun = ({ journeys, ...head }: UploadedDocument): UploadedRun => ({
  head,
  ids: journeys.map(({ id }) => id),
  journeyAt: (index) => journeys[index]!,
});

const mostFindings = 20;

/** One that was uploaded, held to the very same schema. Throws MALFORMED_JSON, TOO_DEEP or VALIDATION_FAILED. */
export const runInBytes = (content: Uint8Array): UploadedRun => {
  const { fields, elements, elementAt } = splitDocument(content, 'journeys');
  const findings: FieldError[] = [];
  const parsed = <S extends z.ZodMiniType>(schema: S, value: unknown, place: string): z.output<S> | undefined => {
    const found = z.safeParse(schema, value);
    if (found.success) return found.data;
    findings.push(
      ...found.error.issues.map(({ path, message }) => ({
        in: 'body' as const,
        pointer: [place, ...path.map(String)].join('/'),
        code: 'INVALID' as const,
        message,
      })),
    );
    return undefined;
  };
  if (elements > mostJourneys) findings.push(tooMany);
  const head = parsed(resultHead, fields, '#/results');
  const ids: string[] = [];
  for (let index = 0; index < elements && findings.length < mostFindings; index++)
    ids.push(parsed(resultJourney, elementAt(index), `#/results/journeys/${index}`)?.id ?? '');
  if (findings.length > 0 || head === undefined)
    throw new ServiceError('VALIDATION_FAILED', 'The upload is no result document.', findings.slice(0, mostFindings));
  return { head, ids, journeyAt: (index) => z.parse(resultJourney, elementAt(index)) };
};

const tooMany: FieldError = {
  in: 'body',
  pointer: '#/results/journeys',
  code: 'TOO_LARGE',
  message: `must be at most ${mostJourneys}`,
};
