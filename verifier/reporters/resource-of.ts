import type { Plan } from '../plan/plan.ts';

/**
 * From a journey's id to its resource: the static segments of its subject's path without those that all paths begin
 * with, as in `projects.tasks` for `GET /api/v1/projects/{id}/tasks`. Tools that group by class show a tree of
 * resources then.
 */
export function resourcesOf(plans: readonly Pick<Plan, 'journeyId' | 'subject'>[]): ReadonlyMap<string, string> {
  const paths = plans.map(({ journeyId, subject }) => ({ journeyId, segments: segmentsOf(subject) }));
  const common = commonLength(paths.map(({ segments }) => segments));
  return new Map(
    paths.map(({ journeyId, segments }) => [
      journeyId,
      segments
        .slice(common)
        .filter((segment) => !segment.includes('{'))
        .map((segment) => segment.replaceAll('.', '_'))
        .join('.'),
    ]),
  );
}

function segmentsOf(subject: string): string[] {
  return subject
    .slice(subject.indexOf(' ') + 1)
    .split('/')
    .filter((segment) => segment !== '');
}

/** How many segments all paths begin with; the last static one of a path always names its resource. */
function commonLength(paths: readonly string[][]): number {
  const [first = [], ...rest] = paths;
  const differs = first.findIndex((segment, index) => rest.some((other) => other[index] !== segment));
  const shared = differs < 0 ? first.length : differs;
  return Math.min(shared, ...paths.map((segments) => segments.findLastIndex((segment) => !segment.includes('{'))));
}
