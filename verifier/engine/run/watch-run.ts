import { explain } from '../../verdicts/explain.ts';
import { isDecisive } from '../../verdicts/classify-journey.ts';
import { type Classified, isKnownCause } from '../../verdicts/group-causes.ts';
import type { RunContext } from '../context/run-context.ts';
import type { EndedJourney } from './journey-result.ts';
import { classificationOf } from './settle-alone.ts';
import type { RunPlansOptions } from './run-plans-options.ts';

/** Reports the progress of a run, and the first decisive failure of each cause as soon as its journey is settled. */
export function watchRun(
  run: RunContext,
  { onProgress, onFailure }: Pick<RunPlansOptions, 'onProgress' | 'onFailure'>,
  total: number,
): { ended: (journey: EndedJourney) => void; confirming: (again: Promise<void>) => Promise<void> } {
  const startedAtMs = run.clock.now();
  const told: Classified[] = [];
  let ended = 0;
  let confirming = 0;
  const elapsedMs = (): number => run.clock.now() - startedAtMs;
  const tell = (): void => onProgress?.({ ended, total, confirming, elapsedMs: elapsedMs() });
  const tellFailure = (journey: EndedJourney): void => {
    const found = onFailure && classificationOf(journey);
    const { plan, attempts } = journey;
    if (!found || !isDecisive(found.verdict) || isKnownCause(told, { plan, classification: found })) return;
    told.push({ plan, classification: found });
    const sentence = explain(plan, found, attempts[0]?.facts, run.bundle.personas);
    onFailure({ name: plan.name, details: run.redactor.text(sentence), elapsedMs: elapsedMs() });
  };
  return {
    ended: (journey) => {
      ended += 1;
      tellFailure(journey);
      tell();
    },
    confirming: async (again) => {
      confirming += 1;
      tell();
      await again;
      confirming -= 1;
    },
  };
}
