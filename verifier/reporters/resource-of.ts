import type { Plan } from '../plan/plan.ts';

/**
 * The resource of each journey's subject, by journey id: the fixed path segments without the common prefix.
 * `GET /api/v1/projects/{id}/tasks` gives `projects.tasks`. JUnit viewers group by it.
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

/**
 * The number of leading segments that all paths share. The last fixed segment of a path never counts, because it names
 * the resource.
 */
function commonLength(paths: readonly string[][]): number {
  const [first = [], ...rest] = paths;
  const differs = first.findIndex((segment, index) => rest.some((other) => other[index] !== segment));
  const shared = differs < 0 ? first.length : differs;
  return Math.min(shared, ...paths.map((segments) => segments.findLastIndex((segment) => !segment.includes('{'))));
}
