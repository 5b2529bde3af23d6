import type { Step } from '#verifier/plan/plan.ts';

import type { StepDraft } from './step-draft.ts';

/** Returns how the engine may change the body after a refusal: members to leave out or add, and values to replace. */
export function resendOptions({
  body,
  optional = [],
  further,
}: StepDraft): Pick<Step, 'optional' | 'guessed' | 'further' | 'ifNamed' | 'renewed'> {
  const guessed = body?.guessed.filter((pointer) => optional.includes(pointer)) ?? [];
  return {
    ...(optional.length > 0 && { optional }),
    ...(guessed.length > 0 && guessed.length < optional.length && { guessed }),
    ...filled('further', further),
    ...filled('ifNamed', further && body?.ifNamed),
    ...filled('renewed', body?.renewed),
  };
}

function filled<Name extends 'further' | 'ifNamed' | 'renewed'>(name: Name, values: Step[Name] = {}): Pick<Step, Name> {
  return Object.keys(values).length > 0 ? ({ [name]: values } as Pick<Step, Name>) : ({} as Pick<Step, Name>);
}
