import type { Template } from '#verifier/plan/plan.ts';

import { pointerToken } from '../../intake/json/json-object.ts';
import type { BuiltBody } from './built-body.ts';

/** The member of a resource that a pointer into it leads into. */
export type Place = (pointer: string) => string;

/** The member at the top of the resource. */
export const topOf: Place = (pointer) => `/${pointer.split('/')[1] ?? ''}`;

/** The body without the members of the resource that these pointers name. */
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
