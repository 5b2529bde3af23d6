import type { Operation } from '../../intake/model/operation.ts';
import { nounSegment } from '../model/path-template.ts';

/** Signing in or out creates no item: the response shows the caller, not the sent values. */
export function signsInOrOut({ method, path }: Operation): boolean {
  return method === 'POST' && /^((log|sign)[-_]?(in|on|out|off)|authenticate)$/i.test(nounSegment(path));
}

/** Signing in alone. */
export function signsIn(operation: Operation): boolean {
  return signsInOrOut(operation) && !/(out|off)$/i.test(nounSegment(operation.path));
}
