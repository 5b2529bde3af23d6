import type { PersonaRoles } from './persona.ts';

/** True if a requirement refuses the operation ("METHOD /template") to the persona. */
export function isRequiredRefusal({ required }: PersonaRoles, persona: string | null, operation: string): boolean {
  return required.some((one) => one.persona === persona && one.operation === operation);
}
