/**
 * API tests that a deployment on the emulator cannot run, so that `npm test` alone runs them. The emulator's user pool refuses user names
 * of the form `<provider>_…`, which a sign-in by a tenant's provider has. A file must be left out whole: where every test of a file is
 * skipped, its `afterAll` does not run, and its DNS server would keep the port from the other files.
 */
export const inProcessFiles = ['test/api/sign-in-by-sso.test.ts'];
