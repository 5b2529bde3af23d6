/** The header of every answer to a personal access token: when that token ends, ISO 8601 (decision record 0101). */
export const tokenExpiryHeader = 'token-expires-at';
