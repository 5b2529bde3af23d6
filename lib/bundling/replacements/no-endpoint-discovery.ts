/** Takes the place of the table client's endpoint discovery inside bundles: DynamoDB does not need it, and it is 9 KB. */
export const resolveEndpointDiscoveryConfig = <T>(config: T): T => config;

export const NODE_ENDPOINT_DISCOVERY_CONFIG_OPTIONS = {
  environmentVariableSelector: () => undefined,
  configFileSelector: () => undefined,
  default: undefined,
};
