import type { Step } from '#verifier/plan/plan.ts';

import type { StepDraft } from './step-draft.ts';

/** What may be done with the body of a step where it is refused as it is: what is left out, goes along, or gets another value. */
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
