import { segmentsOf } from '#verifier/plan/json-pointer.ts';

import type { Findings } from '../json/findings.ts';
import { invalid } from '../json/spec-error.ts';
import type { Operation } from '../model/operation.ts';

/**
 * Leaves out all operations of one method whose paths are equal up to parameter names. OpenAPI forbids them, because
 * the server's choice is unknown. If just one of them has the path as documented and `writeOutPath` produced the
 * others, it stays. Each removal is reported in `findings`.
 */
export function leaveOutCollisions(operations: Operation[], findings: Findings): Operation[] {
  const places = Map.groupBy(operations, ({ method, path }) => `${method} ${path.replaceAll(/\{[^}]*\}/g, '{}')}`);
  return operations.filter((operation) => {
    const same = places.get(`${operation.method} ${operation.path.replaceAll(/\{[^}]*\}/g, '{}')}`) ?? [];
    const [first] = same;
    if (same.length < 2 || !first) return true;
    const [plain, ...others] = same.filter(isAsDocumented);
    if (plain === operation && others.length === 0) return true;
    const keys = same.map(documentedKey).join(' and ');
    findings.add(
      documentedKey(operation),
      invalid(`${keys} are one and the same request.`, 'Keep one of them.', operation.pointer),
    );
    return false;
  });
}

function templateOf({ pointer }: Operation): string {
  return segmentsOf(pointer)[1] ?? '';
}

function isAsDocumented(operation: Operation): boolean {
  return operation.path.endsWith(templateOf(operation));
}

function documentedKey(operation: Operation): string {
  return isAsDocumented(operation) ? operation.key : `${operation.method} ${templateOf(operation)}`;
}
