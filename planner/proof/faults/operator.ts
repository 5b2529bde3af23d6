import type { PlanKind } from '#verifier/plan/plan.ts';

/** The mutation operators of planner and verifier §4.5. */
export type Operator =
  | 'route-removed'
  | 'method-removed'
  | 'field-dropped'
  | 'wrong-type'
  | 'wrong-status'
  | 'write-not-stored'
  | 'partial-write'
  | 'value-altered'
  | 'stale-read'
  | 'not-in-list'
  | 'item-listed-twice'
  | 'delete-no-op'
  | 'deleted-still-listed'
  | 'action-no-op'
  | 'action-on-other-item'
  | 'job-never-finishes'
  | 'job-result-lost'
  | 'child-under-wrong-parent'
  | 'parent-ignored'
  | 'filter-ignored'
  | 'order-ignored'
  | 'page-size-ignored'
  | 'page-repeated'
  | 'last-item-lost'
  | 'total-of-a-page'
  | 'page-mistold'
  | 'unknown-item-answered'
  | 'malformed-id-crashes'
  | 'duplicate-crashes'
  | 'repeated-action-crashes'
  | 'default-ignored'
  | 'unknown-parent-taken'
  | 'empty-update-crashes'
  | 'version-ignored'
  | 'child-not-counted'
  | 'made-anew'
  | 'authentication-ignored'
  | 'other-user-allowed';

/** Faults that leave wrong state behind or show old state. */
export const STATE_FAULTS: ReadonlySet<Operator> = new Set([
  'write-not-stored',
  'partial-write',
  'value-altered',
  'stale-read',
  'not-in-list',
  'delete-no-op',
  'action-no-op',
  'action-on-other-item',
  'job-never-finishes',
  'job-result-lost',
  'child-under-wrong-parent',
  'child-not-counted',
]);

/** The faults that a journey of each kind exists to find: its proof must contain one of them. */
export const CHARACTERISTIC_FAULTS: Record<PlanKind, Operator[]> = {
  'create-echo': ['field-dropped', 'wrong-type'],
  'create-read': ['write-not-stored'],
  'create-list': ['not-in-list'],
  'read-below': ['route-removed', 'method-removed', 'field-dropped', 'wrong-type'],
  'read-beside': ['route-removed', 'method-removed', 'wrong-status', 'field-dropped', 'wrong-type'],
  'call-below': ['method-removed', 'wrong-status', 'field-dropped', 'wrong-type'],
  'call-unknown': ['method-removed'],
  'child-under-parent': ['parent-ignored', 'filter-ignored'],
  'list-filter': ['filter-ignored', 'order-ignored'],
  pagination: ['page-size-ignored'],
  'update-read': ['write-not-stored'],
  'delete-gone': ['deleted-still-listed', 'delete-no-op'],
  'action-returns-change': ['action-no-op', 'field-dropped', 'wrong-type'],
  'action-read-back': ['action-no-op', 'action-on-other-item'],
  'async-until-done': ['job-never-finishes'],
  'not-found': ['unknown-item-answered'],
  unauthenticated: ['authentication-ignored'],
  forbidden: ['other-user-allowed'],
  'cross-persona': ['other-user-allowed'],
  workflow: [...STATE_FAULTS, 'field-dropped', 'wrong-type', 'unknown-item-answered'],
};

/** Faults that show only to another identity. */
const OF_IDENTITY: ReadonlySet<Operator> = new Set(['authentication-ignored', 'other-user-allowed']);

/** Faults that only a journey of one kind is made to find. */
const OF_KIND: Partial<Record<Operator, PlanKind[]>> = {
  'parent-ignored': ['child-under-parent'],
  'deleted-still-listed': ['delete-gone'],
  'filter-ignored': ['child-under-parent', 'list-filter'],
  'order-ignored': ['list-filter'],
  'page-size-ignored': ['pagination'],
  'page-repeated': ['pagination'],
  'last-item-lost': ['pagination'],
  'total-of-a-page': ['pagination'],
  'page-mistold': ['pagination'],
  'unknown-item-answered': ['not-found', 'call-unknown', 'workflow'],
  'malformed-id-crashes': ['not-found'],
  'duplicate-crashes': ['create-echo'],
  'repeated-action-crashes': ['action-returns-change'],
  'default-ignored': ['create-echo'],
  'unknown-parent-taken': ['create-echo'],
  'empty-update-crashes': ['update-read'],
  'version-ignored': ['update-read'],
  'child-not-counted': ['child-under-parent'],
  'made-anew': ['update-read'],
};

/** Whether a fault in a journey's own operation tells something about a journey of this kind. */
export function concernsKind(operator: Operator, kind: PlanKind): boolean {
  return !OF_IDENTITY.has(operator) && (OF_KIND[operator]?.includes(kind) ?? true);
}
