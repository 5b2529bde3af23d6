import { createHash } from 'node:crypto';
import type { PlanBundle } from '#verifier/plan/plan.ts';
import { bundle, create, gone, list, plan, read, remove } from '../support/things-plans.ts';

/** A bundle of journeys of five steps each; no two alike, with identifiers as incompressible as real ones. */
export const manyJourneys = (count: number): PlanBundle => {
  const digest = (index: number): string => createHash('sha256').update(`journey ${index}`).digest('hex');
  const plans = Array.from({ length: count }, (_, index) => ({
    ...plan(`create-read ${index}`, [create(), read(), list(), remove(), gone()]),
    planId: `sha256:${digest(index)}`,
    journeyId: digest(index).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*/, '$1-$2-$3-$4-$5'),
  }));
  return bundle(plans);
};
