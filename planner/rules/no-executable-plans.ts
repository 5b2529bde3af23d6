import type { PlannedFeature } from '../plan-feature.ts';
import type { DropReason } from './dropped-plan.ts';

/** Why a feature has no verifiable plan, and the smallest edit that mends each cause (specification §4, rule 7). */
export type NoExecutablePlans = {
  code: 'NO_EXECUTABLE_PLANS';
  causes: { reason: DropReason; operations: string[]; detail: string; edit: string; pointer?: string }[];
};

/** Undefined where there is at least one plan. Causes that one edit mends stand together, the one that mends most first. */
export function noExecutablePlans({ bundle, dropped, operations }: PlannedFeature): NoExecutablePlans | undefined {
  if (bundle.plans.length > 0) return undefined;
  const byEdit = Map.groupBy(dropped, ({ reason, edit }) => `${reason} ${edit}`);
  const causes = [...byEdit.values()]
    .sort((left, right) => right.length - left.length)
    .map((group) => {
      const [first] = group as [(typeof dropped)[number]];
      return {
        reason: first.reason,
        operations: [...new Set(group.flatMap((plan) => plan.operations))],
        detail: first.detail,
        edit: first.edit,
        ...(first.pointer === undefined ? {} : { pointer: first.pointer }),
      };
    });
  if (causes.length > 0) return { code: 'NO_EXECUTABLE_PLANS', causes };
  return { code: 'NO_EXECUTABLE_PLANS', causes: [nothingToCreate(operations)] };
}

function nothingToCreate(operations: PlannedFeature['operations']): NoExecutablePlans['causes'][number] {
  return {
    reason: 'NOT_CREATABLE',
    operations: operations.map(({ operation }) => operation),
    detail:
      operations.length === 0
        ? 'The spec has no operations.'
        : 'No operation of the spec creates anything that another operation shows.',
    edit: 'Add a POST on a collection whose 201 response shows the id, and a GET on the item.',
    pointer: '/paths',
  };
}
