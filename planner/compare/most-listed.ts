/** The most entries of each list in a response. */
export const mostListed = 100;
