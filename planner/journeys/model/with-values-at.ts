import type { Template } from '#verifier/plan/plan.ts';

import { pointerToken } from '../../intake/json/json-object.ts';

/** Returns the template with other values at the given pointers. `at` is the pointer of the template itself. */
export function withValuesAt(template: Template, values: ReadonlyMap<string, Template>, at = ''): Template {
  const value = values.get(at);
  if (value || !('object' in template)) return value ?? template;
  const members = Object.entries(template.object);
  return {
    object: Object.fromEntries(
      members.map(([name, part]) => [name, withValuesAt(part, values, at + pointerToken(name))]),
    ),
  };
}
