/** Version of this runner. A test checks that it equals the package's. */
export const VERIFIER_VERSION = '0.1.0';
