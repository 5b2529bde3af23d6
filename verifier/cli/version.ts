/** Version of this runner; a test holds it equal to the package's. */
export const VERIFIER_VERSION = '0.1.0';
