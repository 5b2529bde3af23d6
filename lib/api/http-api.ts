import { CfnOutput, NestedStack, Stack } from 'aws-cdk-lib';
import { CfnApi, CfnApiMapping, CfnDomainName, CfnStage } from 'aws-cdk-lib/aws-apigatewayv2';
import type { Function, IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { Endpoint } from '#contract/define-endpoint.ts';
import { mcpRoute } from '#contract/mcp-route.ts';
import { methodsOf } from '#contract/methods-of.ts';
import type { BundleFolders } from '../bundling/function-list.ts';
import type { StageSettings } from '../settings/stage-settings.ts';
import { fixedNames } from '../fixed-names.ts';
import { grantsOf } from '../grants.ts';
import type { Resources } from '../resources.ts';
import { ServiceFunction } from '../service-function.ts';
import { serviceLog } from '../service-log.ts';
import { Canary } from './canary.ts';
import { type Routed, Routes } from './routes.ts';

export type HttpApiProps = {
  settings: StageSettings;
  registry: readonly Endpoint[];
  folders: BundleFolders;
  resources: Resources;
};

/** The fields of one access log line: who asked for what and how long it took; never headers, queries or bodies. */
const accessLogFormat = JSON.stringify({
  requestId: '$context.requestId',
  routeKey: '$context.routeKey',
  status: '$context.status',
  sourceIp: '$context.identity.sourceIp',
  latencyMs: '$context.responseLatency',
  integrationLatencyMs: '$context.integrationLatency',
  integrationError: '$context.integrationErrorMessage',
});

/**
 * The public interface: one function and role for each endpoint of the registry, in one nested stack per tag (a stack holds 500
 * resources), and all routes in one more. What no route answers goes to a function of its own, since API Gateway's own 404 is no problem body.
 */
export class HttpApi extends Construct {
  readonly id: string;
  readonly url: string;

  constructor(scope: Construct, id: string, props: HttpApiProps) {
    super(scope, id);
    const { stage, domain, edge, consoleOrigins } = props.settings;
    const api = new CfnApi(this, 'Api', {
      name: `dezycro-${stage}`,
      protocolType: 'HTTP',
      disableExecuteApiEndpoint: domain !== null,
      ...(consoleOrigins.length > 0 && { corsConfiguration: corsOf(consoleOrigins) }),
    });
    const endpoints = endpointFunctions(this, props);
    const unknown = new ServiceFunction(this, 'UnknownRoute', {
      settings: props.settings,
      resources: props.resources,
      folder: props.folders.unknownRoute,
      statements: [],
      beginsTraces: false,
    });
    const mcp = new ServiceFunction(this, 'Mcp', {
      settings: props.settings,
      resources: props.resources,
      folder: props.folders.mcp,
      statements: [],
      timeoutSeconds: mcpRoute.timeoutSeconds,
      concurrencyShare: mcpRoute.concurrencyShare,
    });
    new Routes(this, 'Routes', api.ref, [
      ...endpoints,
      { routeKeys: [`${mcpRoute.method} ${mcpRoute.path}`], target: mcp.function },
      { routeKeys: ['$default'], target: unknown.function },
    ]);
    const served = this.#addStage(api, props.settings);
    if (domain) this.#addDomain(domain, served);
    this.id = api.ref;
    const name = edge?.name ?? domain?.name;
    this.url = name === undefined ? api.attrApiEndpoint : `https://${name}`;
  }

  #addStage(api: CfnApi, settings: StageSettings): CfnStage {
    const log = serviceLog(this, 'AccessLog', { settings, deliveredAs: 'access' });
    return new CfnStage(this, 'Stage', {
      apiId: api.ref,
      stageName: '$default',
      autoDeploy: true,
      accessLogSettings: { destinationArn: log.logGroupArn, format: accessLogFormat },
      defaultRouteSettings: {
        // Count, latency and failures of each route.
        detailedMetricsEnabled: true,
        throttlingRateLimit: settings.throttle.rateLimit,
        throttlingBurstLimit: settings.throttle.burstLimit,
      },
    });
  }

  /** An address that stays when the stack is made anew. Its DNS record is the operator's: the output names the target. */
  #addDomain({ name, certificate }: NonNullable<StageSettings['domain']>, stage: CfnStage): void {
    const domain = new CfnDomainName(this, 'Domain', {
      domainName: name,
      domainNameConfigurations: [{ certificateArn: certificate, endpointType: 'REGIONAL', securityPolicy: 'TLS_1_2' }],
    });
    new CfnApiMapping(this, 'Mapping', { apiId: stage.apiId, domainName: domain.ref, stage: stage.ref });
    new CfnOutput(Stack.of(this), 'DomainTarget', { value: domain.attrRegionalDomainName });
  }
}

/** What pages of these origins may send, and read of an answer. */
const corsOf = (allowOrigins: string[]): CfnApi.CorsProperty => ({
  allowOrigins,
  allowMethods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
  allowHeaders: ['authorization', 'content-type', 'idempotency-key', 'if-match', 'if-none-match', 'x-request-id'],
  exposeHeaders: ['etag', 'idempotency-replayed', 'link', 'location', 'retry-after', 'x-request-id'],
  maxAge: 3600,
});

/** One function for each endpoint, in one nested stack per tag; with a canary, what requests go to is its alias. */
const endpointFunctions = (scope: Construct, { registry, ...props }: HttpApiProps): Routed[] =>
  [...Map.groupBy(registry, ({ tags: [tag] }) => tag)].flatMap(([tag, endpoints]) => {
    const group = new NestedStack(scope, tag);
    const functions = endpoints.map((endpoint) => endpointFunction(group, endpoint, props).function);
    const targets = throughCanary(group, functions, props.settings);
    return endpoints.map((endpoint, index) => ({
      routeKeys: methodsOf(endpoint).map((method) => `${method} ${endpoint.path}`),
      target: targets[index]!,
    }));
  });

const throughCanary = (
  group: NestedStack,
  functions: readonly Function[],
  { canaryMinutes: minutes, stage }: StageSettings,
): readonly IFunction[] => {
  if (minutes === null) return functions;
  const { failuresAlarm: alarmName } = fixedNames(stage, group.account, group.region);
  return new Canary(group, 'Canary', { functions, minutes, alarmName }).aliases;
};

const endpointFunction = (
  scope: Construct,
  endpoint: Endpoint,
  { settings, resources, folders }: Omit<HttpApiProps, 'registry'>,
): ServiceFunction =>
  new ServiceFunction(scope, endpoint.operationId, {
    settings,
    resources,
    folder: folders.endpoints[endpoint.operationId]!,
    statements: grantsOf(endpoint, resources),
    timeoutSeconds: endpoint.timeoutSeconds,
    concurrencyShare: endpoint.concurrencyShare,
    // A read ends in its function: its log line says as much as a trace.
    beginsTraces: endpoint.method !== 'GET',
    ...(endpoint.memoryMb === undefined ? {} : { memoryMb: endpoint.memoryMb }),
  });
