import type { PersonaBinding } from '#verifier/plan/plan.ts';

const GUARDED = [
  /\b(private|protected|locked) (account|profile)\b/i,
  /\b(account|profile) is (private|protected|locked)\b/i,
  /\b(approves?|accepts?)\b[^.;]*\bfollow/i,
  /\b(banned|blocked|deactivated|suspended)\b/i,
];

/**
 * True if the persona's description says that follows of it may be refused: a private account, one that approves
 * follows, or a blocked or suspended one.
 */
export function isPrivateAccount({ description }: PersonaBinding): boolean {
  return GUARDED.some((words) => words.test(description));
}
