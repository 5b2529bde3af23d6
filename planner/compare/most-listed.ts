/** Of each list in an answer. */
export const mostListed = 100;
