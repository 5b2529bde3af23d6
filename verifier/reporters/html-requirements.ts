import type { JourneyResult, ResultDocument } from '../result/result.ts';
import { causesOf } from './causes.ts';
import { titleOf } from './describe-journey.ts';
import { escapeMarkup as text } from './escape-markup.ts';
import { OUTCOME_WORDS, outcomeOf } from './outcome.ts';
import type { RunStart, TracedSentence } from './reporter.ts';

/** What a run has shown of a requirement. If its parts differ, the standing that comes first in WORST counts. */
type Standing = 'refuted' | 'undecided' | 'not run' | 'not provable' | 'proved';
const WORST: [Standing, string][] = [
  ['refuted', 'decisive'],
  ['undecided', 'inconclusive'],
  ['not run', 'skipped'],
  ['not provable', 'quiet'],
  ['proved', 'passed'],
];

/**
 * The section on requirements: each sentence with the journeys that prove it, linked to their place in the report, or
 * with what is missing. Empty if no requirements were given.
 */
export function requirements(start: RunStart | undefined, { journeys }: ResultDocument): string {
  const traced = start?.requirements ?? [];
  if (traced.length === 0) return '';
  const byId = new Map(journeys.map((journey) => [journey.id, journey]));
  const rows = traced.map((one) => ({ one, standing: standingOf(one, byId) }));
  const places = placesOf(journeys);
  const body = WORST.flatMap(([word, kind]) =>
    rows
      .filter(({ standing }) => standing === word)
      .map(
        ({ one }) =>
          `<tr><td class="outcome ${kind}">${word}</td><td>${text(one.sentence)}${one.section === '' ? '' : `<br><span class="quiet">${text(one.section)}</span>`}</td><td>${proofs(one, byId, places)}</td></tr>`,
      ),
  );
  const counts = WORST.flatMap(([word]) => {
    const count = rows.filter(({ standing }) => standing === word).length;
    return count === 0 ? [] : [`${count} ${word}`];
  });
  return `<h2 id="requirements">Requirements (${traced.length})</h2>
<p class="quiet">${counts.join(' · ')}</p>
<div class="wide" tabindex="0" role="region" aria-labelledby="requirements"><table><thead><tr><th scope="col">this run</th><th scope="col">requirement</th><th scope="col">shown by</th></tr></thead><tbody>${body.join('')}</tbody></table></div>`;
}

/**
 * The worst standing of the parts of a sentence. A refusal that a missing route would give too leaves a part undecided.
 */
function standingOf({ proofs: demanded }: TracedSentence, byId: ReadonlyMap<string, JourneyResult>): Standing {
  const isProof = ({ status, ground }: JourneyResult): boolean => status === 'pass' && ground !== 'ROUTE_IN_DOUBT';
  const each = demanded.map((ids): Standing => {
    const seen = ids.flatMap((id) => byId.get(id) ?? []);
    if (ids.length === 0) return 'not provable';
    if (seen.some(({ status }) => status === 'fail')) return 'refuted';
    if (seen.length === 0) return 'not run';
    return seen.every(isProof) ? 'proved' : 'undecided';
  });
  return WORST.map(([word]) => word).find((word) => each.includes(word)) ?? 'not provable';
}

/** For journeys without a card of their own, by id: the journey whose card lists them. */
function placesOf(journeys: readonly JourneyResult[]): ReadonlyMap<string, string> {
  const told = causesOf(journeys).flatMap(({ told: { id }, alike, behind }) =>
    [...alike, ...behind].map((one) => [one.id, id] as const),
  );
  return new Map(told);
}

function proofs(
  { proofs: demanded, missing }: TracedSentence,
  byId: ReadonlyMap<string, JourneyResult>,
  places: ReadonlyMap<string, string>,
): string {
  const links = [...new Set(demanded.flat())].flatMap((id) => {
    const journey = byId.get(id);
    if (journey === undefined) return [];
    const outcome = outcomeOf(journey);
    return `<li><a href="#${text(places.get(id) ?? id)}">${text(titleOf(journey))}</a> <span class="${outcome}">${OUTCOME_WORDS[outcome]}</span></li>`;
  });
  const why = missing.map((one) => `<li class="quiet">${text(one)}</li>`);
  return `<ul class="steps">${[...links, ...why].join('')}</ul>`;
}
