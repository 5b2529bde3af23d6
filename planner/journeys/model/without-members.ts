import type { Template } from '#verifier/plan/plan.ts';

import { pointerToken } from '../../intake/json/json-object.ts';
import type { BuiltBody } from './built-body.ts';

/** Returns, for a JSON Pointer into a resource, the pointer of the member that is left out as a whole. */
export type Place = (pointer: string) => string;

/** Returns the pointer of the top member: "/address" for "/address/city". */
export const topOf: Place = (pointer) => `/${pointer.split('/')[1] ?? ''}`;

/**
 * Returns the body without the members at the pointers in `members`, which lead into the resource. `memberOf` finds the
 * member to which a field belongs.
 */
export function withoutMembers(body: BuiltBody, members: Set<string>, memberOf: Place): BuiltBody {
  const gone = new Set([...members].map((pointer) => body.within + pointer));
  const strip = (template: Template, at: string): Template => {
    if (!('object' in template)) return template;
    const kept = Object.entries(template.object).filter(([name]) => !gone.has(at + pointerToken(name)));
    return { object: Object.fromEntries(kept.map(([name, part]) => [name, strip(part, at + pointerToken(name))])) };
  };
  const fields = body.fields.filter(({ pointer }) => !members.has(memberOf(pointer)));
  const optional = body.optional.filter((pointer) => !gone.has(pointer));
  return { ...body, template: strip(body.template, ''), fields, optional };
}
