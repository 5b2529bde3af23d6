/** The headers that a persona adds to each request, or the problem why it cannot. */
export type Identity =
  | {
      /** Header names are lower-case. */
      headers: Record<string, string>;
      /** By header name: how a shell writes the value, with secrets as variables. */
      shell: Record<string, string>;
      /** Values that must never be written to any output. */
      secrets: string[];
      /** Expiry of the credential by its own statement, in ms since the epoch. */
      expiresAtMs?: number;
    }
  | { problem: string };
