/** Where command lines and local pages take the sign-in back. */
export const signInCallback = 'http://localhost:4281/callback';
