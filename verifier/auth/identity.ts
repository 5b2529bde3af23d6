/** What a persona adds to each request, or why it cannot. */
export type Identity =
  | {
      /** Lower-case names. */
      headers: Record<string, string>;
      /** Header name → how a shell would write its value, secrets only as variable names. */
      shell: Record<string, string>;
      /** Values that must never be written anywhere. */
      secrets: string[];
      /** When the credential says that it expires, in ms since the epoch. */
      expiresAtMs?: number;
    }
  | { problem: string };
