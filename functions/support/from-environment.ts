/** The input of a task that runs in a container: `TENANT_ID` is its `tenantId`. */
export const fromEnvironment = (variables: Readonly<Record<string, string | undefined>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [
      name.toLowerCase().replaceAll(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase()),
      value,
    ]),
  );
