/** Each capability has a port to call, and a provider that fulfils it in AWS. */
export const capabilityViolations = (
  capabilities: readonly string[],
  portsSource: string,
  providerFiles: readonly string[],
): string[] =>
  capabilities.flatMap((capability) => {
    const file = `functions/support/providers/${capability.replace(':', '-')}.ts`;
    return [
      ...(portsSource.includes(`'${capability}':`) ? [] : [`capability ${capability} has no port in Ports`]),
      ...(providerFiles.includes(file) ? [] : [`capability ${capability} has no provider: ${file} is missing`]),
    ];
  });

/** Each capability is used by an endpoint or a task: nothing is granted that nobody asked for. */
export const unusedCapabilities = (
  capabilities: readonly string[],
  users: readonly { uses: readonly string[] }[],
): string[] => {
  const used = new Set(users.flatMap(({ uses }) => uses));
  return capabilities.filter((capability) => !used.has(capability)).map((name) => `capability ${name} is never used`);
};
