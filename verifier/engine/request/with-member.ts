import type { Template } from '../../plan/plan.ts';

/**
 * The template with `value` at the given path of names. Creates missing objects, but no list entries. Unchanged without
 * `value`, and where a name leads into a single value.
 */
export function withMember(template: Template, [name = '', ...inner]: string[], value: Template | undefined): Template {
  if ('array' in template) {
    const entryAt = (entry: Template, at: number) => (String(at) === name ? withMember(entry, inner, value) : entry);
    return { array: template.array.map(entryAt) };
  }
  if (!('object' in template) || value === undefined) return template;
  const held = template.object[name] ?? { object: {} };
  return { object: { ...template.object, [name]: inner.length === 0 ? value : withMember(held, inner, value) } };
}
