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

/**
 * One that was uploaded, held to the very same schema: a journey when it is looked at. Throws MALFORMED_JSON, TOO_DEEP or VALIDATION_FAILED,
 * then and now.
 */
export const runInBytes = (content: Uint8Array): UploadedRun => {
  const { fields, elements, elementAt, keyAt } = splitDocument(content, 'journeys', 'id');
  const { journeys: _places, ...head } = parsed(resultHead, fields, '#/results');
  if (elements > mostJourneys) throw invalid([tooMany]);
  const idAt = (index: number): string => parsed(journeyId, keyAt(index), `#/results/journeys/${index}/id`);
  return {
    head,
    ids: Array.from({ length: elements }, (_, index) => idAt(index)),
    journeyAt: (index) => parsed(resultJourney, elementAt(index), `#/results/journeys/${index}`),
  };
};

const journeyId = resultJourney.shape.id;

const parsed = <S extends z.ZodMiniType>(schema: S, value: unknown, place: string): z.output<S> => {
  const found = z.safeParse(schema, value);
  if (found.success) return found.data;
  const findings = found.error.issues.slice(0, mostFindings).map(({ path, message }) => ({
    in: 'body' as const,
    pointer: [place, ...path.map(String)].join('/'),
    code: 'INVALID' as const,
    message,
  }));
  throw invalid(findings);
};

const invalid = (findings: FieldError[]): ServiceError =>
  new ServiceError('VALIDATION_FAILED', 'The upload is no result document.', findings);

const tooMany: FieldError = {
  in: 'body',
  pointer: '#/results/journeys',
  code: 'TOO_LARGE',
  message: `must be at most ${mostJourneys}`,
};
