import type { Situation } from './situation.ts';

type Asked = Pick<Situation, 'step' | 'status' | 'gone'>;

/** What the service makes by itself is not there, or not now, and the answer is one that the spec allows for. */
export function isAbsentByItself({ step, status, gone }: Asked): boolean {
  return step.mayBeAbsent === true && (gone || (isDocumented({ step, status }) && status >= 400 && status < 500));
}

/** It is not there, as the spec says that it may be: a server may say so in the very words in which it says that it has no such route. */
export function isAbsentAsDocumented({ step, status, gone }: Asked): boolean {
  return step.mayBeAbsent === true && gone && isDocumented({ step, status });
}

function isDocumented({ step, status }: Pick<Asked, 'step' | 'status'>): boolean {
  return Object.hasOwn(step.expect.responses, String(status));
}
