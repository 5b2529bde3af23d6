import type { workbookSweep } from '#contract/schemas/assistance.ts';
import type * as z from '#contract/schemas/zod.ts';
import type { PlanDocument } from '#domain/builds/plan-document.ts';
import type { Workbook, WorkbookJourney } from '#domain/ports/workbook-repository.ts';
import { operationsOf } from '#domain/workbooks/workbook-rules.ts';
import type { Trace } from '#planner/trace/create-tracer.ts';

export type Finding = z.input<typeof workbookSweep>['findings'][number];

/** A step without an operation; `fitting`: those that rules find to fit its description equally well. */
export type Loose = { finding: Finding; description: string; fitting: string[] };

type Tracer = (sentence: string) => Trace;

/** Steps without an operation, with the one that their description speaks of, or those that it may. */
export const looseSteps = ({ journeys }: Workbook, traceOf: Tracer | undefined): Loose[] =>
  journeys.flatMap((journey) =>
    journey.steps
      .filter(({ operationId }) => operationId === null)
      .map(({ description }) => {
        const trace = traceOf?.(asDemand(description));
        const bound = [...new Set(trace?.bindings.map(({ operation }) => operation))];
        const detail = `"${description}" has no operation.`;
        const operationId = bound.length === 1 ? bound[0]! : null;
        return {
          finding: { ...about(journey), kind: 'UNBOUND', detail, operationId },
          description,
          fitting: trace?.fitting ?? [],
        };
      }),
  );

/** A step says what somebody does; the trace reads demands. */
const asDemand = (description: string): string =>
  /\b(can|must|may|should|shall)\b/i.test(description) ? description : `Somebody can ${lowerFirst(description)}`;

const lowerFirst = (text: string): string => text.slice(0, 1).toLowerCase() + text.slice(1);

/** Steps whose operation the current spec has no more. */
export const staleSteps = ({ journeys }: Workbook, { operations }: Pick<PlanDocument, 'operations'>): Finding[] =>
  journeys.flatMap((journey) =>
    journey.steps.flatMap(({ operationId, description }): Finding[] =>
      operationId === null || operations.includes(operationId)
        ? []
        : [
            {
              ...about(journey),
              kind: 'STALE',
              detail: `"${description}" calls ${operationId}, which the current spec has no more.`,
              operationId: null,
            },
          ],
    ),
  );

/** Journeys that say otherwise than one before them: that the same operations count and do not, or that a persona may and must not. */
export const contradictions = ({ journeys }: Workbook, traceOf: Tracer | undefined): Finding[] => {
  const said = journeys.map((journey) => ({ journey, claims: claimsOf(journey, traceOf) }));
  return said.flatMap(({ journey, claims }, at) =>
    said.slice(0, at).flatMap((earlier): Finding[] => {
      const against = (detail: string): Finding[] => [
        { ...about(journey), kind: 'CONTRADICTING', detail, operationId: null, otherJourneyId: earlier.journey.id },
      ];
      if (journey.enforcement !== earlier.journey.enforcement && isSameWay(journey, earlier.journey))
        return against(
          `It is ${journey.enforcement}, and "${earlier.journey.name}", which goes the same way, is ${earlier.journey.enforcement}.`,
        );
      const clash = claims.find((claim) =>
        earlier.claims.some(({ operation, mayDo }) => operation === claim.operation && mayDo !== claim.mayDo),
      );
      if (clash === undefined || journey.persona !== earlier.journey.persona) return [];
      const words = (mayDo: boolean): string => (mayDo ? 'may' : 'must not');
      return against(
        `It says that ${journey.persona ?? 'nobody in particular'} ${words(clash.mayDo)} call ${clash.operation}; "${earlier.journey.name}" says that they ${words(!clash.mayDo)}.`,
      );
    }),
  );
};

const isSameWay = (one: WorkbookJourney, other: WorkbookJourney): boolean => {
  const way = operationsOf(one).join(' ');
  return way !== '' && way === operationsOf(other).join(' ') && one.persona === other.persona;
};

/** What the steps say may be done, and what must be refused. */
const claimsOf = ({ steps }: WorkbookJourney, traceOf: Tracer | undefined) =>
  steps.flatMap(({ description, operationId }) => {
    if (operationId === null || traceOf === undefined) return [];
    const own = traceOf(asDemand(description)).bindings.filter(({ operation }) => operation === operationId);
    return own.flatMap(({ operation, outcome }) => {
      if (outcome === 'proves') return [{ operation, mayDo: true }];
      return outcome === 'persona' || outcome === 'anonymous' ? [{ operation, mayDo: false }] : [];
    });
  });

const about = ({ id, name }: WorkbookJourney) => ({ journeyId: id, name, otherJourneyId: null });
