import type { Operation } from '../../intake/model/operation.ts';
import { nounSegment } from '../model/path-template.ts';

/** True for `POST /login`, `/sign-out`, `/authenticate` and the like. Such a POST creates no item. */
export function signsInOrOut({ method, path }: Operation): boolean {
  return method === 'POST' && /^((log|sign)[-_]?(in|on|out|off)|authenticate)$/i.test(nounSegment(path));
}

/** True for `POST /login` and `/sign-in`, false for `/logout`. */
export function signsIn(operation: Operation): boolean {
  return signsInOrOut(operation) && !/(out|off)$/i.test(nounSegment(operation.path));
}
