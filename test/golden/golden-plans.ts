import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { canonicalJson } from '#planner/intake/json/canonical-json.ts';
import type { Json } from '#verifier/plan/plan.ts';
import type { PlannedFeature } from '#planner/outcome/planned-feature.ts';

/**
 * `test/golden/plans.sha256` has one line for each document: the hash of all that the planner gave for it, the same without the names of
 * journeys, how many journeys were kept, and the document's name.
 */
export const goldenFile = new URL('plans.sha256', import.meta.url);

const SPACES = /\s+/;

/**
 * The line of one document. The first hash is over plans, drops, coverage, definitions and warnings, without the
 * operations' roles, which other tests hold; the spec's own hash is in it.
 */
export function goldenLine(name: string, planned: PlannedFeature): string {
  const { bundle, dropped, surface: _surface, ...about } = planned;
  // A count over plans that are hashed already.
  const { unidentified: _count, ...rest } = bundle;
  const untitled = {
    plans: bundle.plans.map(({ name: _name, planId: _planId, ...plan }) => plan),
    dropped: dropped.map(({ name: _name, ...drop }) => drop),
  };
  return [
    hashOf({ ...about, dropped, bundle: rest }),
    hashOf(untitled),
    String(bundle.plans.length).padStart(4),
    name,
  ].join('  ');
}

/** The recorded lines by the name of their document. */
export function readGolden(text = readFileSync(goldenFile, 'utf8')): Map<string, string> {
  const lines = text.split('\n').filter((line) => line !== '');
  return new Map(lines.map((line) => [line.split(SPACES)[3] ?? '', line]));
}

/** What differs between a recorded line and a new one, in words; undefined where nothing does. */
export function goldenViolation(recorded: string | undefined, line: string): string | undefined {
  const [plans, untitled, kept, name] = line.split(SPACES);
  if (recorded === line) return undefined;
  if (recorded === undefined) return `${name}: test/golden/plans.sha256 has no line for it`;
  const [plansBefore, untitledBefore, keptBefore] = recorded.split(SPACES);
  if (keptBefore !== kept) return `${name}: ${kept} journeys, ${keptBefore} before`;
  if (untitledBefore !== untitled) return `${name}: other plans or drops, as many journeys as before`;
  return `${name}: ${plansBefore === plans ? 'another line' : 'only titles, definitions, coverage or warnings differ'}`;
}

function hashOf(value: unknown): string {
  return hash('sha256', canonicalJson(value as Json));
}
