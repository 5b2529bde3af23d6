import type { Operation } from '../../intake/model/operation.ts';
import { nounSegment } from '../model/path-template.ts';

/** True for `POST /login`, `POST /sign-out`, `POST /authenticate` and the like. Such a POST creates no item. */
export function signsInOrOut({ method, path }: Operation): boolean {
  return method === 'POST' && /^((log|sign)[-_]?(in|on|out|off)|authenticate)$/i.test(nounSegment(path));
}

/** True for `POST /login` and `POST /sign-in`, false for `POST /logout`. */
export function signsIn(operation: Operation): boolean {
  return signsInOrOut(operation) && !/(out|off)$/i.test(nounSegment(operation.path));
}
