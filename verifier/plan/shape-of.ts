/** A path template without the names of its parameters: equal for those that take the same requests. */
export function shapeOf(template: string): string {
  return template.replaceAll(/\{[^}]*\}/g, '{}');
}
