import type { Findings } from './findings.ts';
import { invalid } from './spec-error.ts';
import type { Operation } from './spec-model.ts';

/**
 * Two templates that differ only in the names of their parameters are one place (OpenAPI forbids them): which of the two documents a
 * server follows is not known, so neither is planned.
 */
export function leaveOutCollisions(operations: Operation[], findings: Findings): Operation[] {
  const places = Map.groupBy(operations, ({ method, path }) => `${method} ${path.replaceAll(/\{[^}]*\}/g, '{}')}`);
  return operations.filter((operation) => {
    const same = places.get(`${operation.method} ${operation.path.replaceAll(/\{[^}]*\}/g, '{}')}`) ?? [];
    const [first] = same;
    if (same.length < 2 || !first) return true;
    const keys = same.map(({ key }) => key).join(' and ');
    findings.add(
      operation.key,
      invalid(`${keys} are one and the same request.`, 'Keep one of them.', operation.pointer),
    );
    return false;
  });
}
