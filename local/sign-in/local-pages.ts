/** Where this machine signs people in, in place of a user pool. */
export const localPages = '/local/sign-in';

/** The client that command lines are to these pages. */
export const localClient = 'dezycro';
