/** So many entries of each list are in a response. */
export const mostListed = 100;
