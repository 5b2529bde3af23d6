/**
 * A path template without parameter names: `/tasks/{id}` gives `/tasks/{}`. Equal for templates of the same requests.
 */
export function shapeOf(template: string): string {
  return template.replaceAll(/\{[^}]*\}/g, '{}');
}
