/** The most operations or journeys in one list of differences. */
export const mostListed = 100;
