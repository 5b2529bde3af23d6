import { CfnOutput, NestedStack, type NestedStackProps, Stack } from 'aws-cdk-lib';
import { CfnApi, CfnApiMapping, CfnDomainName, CfnIntegration, CfnRoute, CfnStage } from 'aws-cdk-lib/aws-apigatewayv2';
import { CfnPermission } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { Endpoint } from '#contract/define-endpoint.ts';
import { mcpRoute } from '#contract/mcp-route.ts';
import { methodsOf } from '#contract/methods-of.ts';
import type { BundleFolders } from '../bundling/function-list.ts';
import type { StageSettings } from '../settings/stage-settings.ts';
import { grantsOf } from '../grants.ts';
import type { Resources } from '../resources.ts';
import { ServiceFunction } from '../service-function.ts';
import { serviceLog } from '../service-log.ts';

export type HttpApiProps = {
  settings: StageSettings;
  registry: readonly Endpoint[];
  folders: BundleFolders;
  resources: Resources;
};

const groupsAtOnce = 3;

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
 * The public interface: one route, function and role for each endpoint of the registry, in one nested stack per tag (a stack holds 500
 * resources). What no route answers goes to a function of its own, since API Gateway's own 404 is no problem body.
 */
export class HttpApi extends Construct {
  readonly id: string;
  readonly url: string;

  constructor(scope: Construct, id: string, props: HttpApiProps) {
    super(scope, id);
    const { stage, domain, consoleOrigins } = props.settings;
    const api = new CfnApi(this, 'Api', {
      name: `dezycro-${stage}`,
      protocolType: 'HTTP',
      disableExecuteApiEndpoint: domain !== null,
      ...(consoleOrigins.length > 0 && { corsConfiguration: corsOf(consoleOrigins) }),
    });
    const byTag = Map.groupBy(props.registry, ({ tags: [tag] }) => tag);
    const groups = [...byTag].map(
      ([tag, endpoints]) => new EndpointGroup(this, tag, { api: api.ref, endpoints, ...props }),
    );
    // API Gateway takes few changes a second; all groups at once are refused, and so is their rollback.
    for (const [index, group] of groups.entries())
      if (index >= groupsAtOnce) group.addStackDependency(groups[index - groupsAtOnce]!);
    const unknown = new ServiceFunction(this, 'UnknownRoute', {
      settings: props.settings,
      resources: props.resources,
      folder: props.folders.unknownRoute,
      statements: [],
    });
    addRoute(this, api.ref, '$default', unknown);
    const mcp = new ServiceFunction(this, 'Mcp', {
      settings: props.settings,
      resources: props.resources,
      folder: props.folders.mcp,
      statements: [],
      timeoutSeconds: mcpRoute.timeoutSeconds,
    });
    addRoute(mcp, api.ref, `${mcpRoute.method} ${mcpRoute.path}`, mcp);
    const served = this.#addStage(api, props.settings);
    if (domain) this.#addDomain(domain, served);
    this.id = api.ref;
    this.url = domain ? `https://${domain.name}` : api.attrApiEndpoint;
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

type EndpointGroupProps = HttpApiProps & NestedStackProps & { api: string; endpoints: readonly Endpoint[] };

/** The endpoints of one tag. */
class EndpointGroup extends NestedStack {
  constructor(
    scope: Construct,
    id: string,
    { api, endpoints, settings, folders, resources, ...props }: EndpointGroupProps,
  ) {
    super(scope, id, props);
    for (const endpoint of endpoints) {
      const { operationId, path } = endpoint;
      const its = new ServiceFunction(this, operationId, {
        settings,
        resources,
        folder: folders.endpoints[operationId]!,
        statements: grantsOf(endpoint, resources),
        timeoutSeconds: endpoint.timeoutSeconds,
        ...(endpoint.memoryMb === undefined ? {} : { memoryMb: endpoint.memoryMb }),
      });
      const [first, ...more] = methodsOf(endpoint).map((method) => `${method} ${path}`);
      const integration = addRoute(its, api, first!, its);
      for (const routeKey of more) addRouteKey(its, api, routeKey, integration);
    }
  }
}

const addRoute = (
  scope: Construct,
  apiId: string,
  routeKey: string,
  { function: target }: ServiceFunction,
): CfnIntegration => {
  const integration = new CfnIntegration(scope, 'Integration', {
    apiId,
    integrationType: 'AWS_PROXY',
    integrationUri: target.functionArn,
    payloadFormatVersion: '2.0',
  });
  new CfnRoute(scope, 'Route', { apiId, routeKey, target: `integrations/${integration.ref}` });
  const path = routeKey.split(' ')[1] ?? '';
  new CfnPermission(scope, 'Permission', {
    action: 'lambda:InvokeFunction',
    functionName: target.functionArn,
    principal: 'apigateway.amazonaws.com',
    sourceArn: Stack.of(scope).formatArn({
      service: 'execute-api',
      resource: apiId,
      resourceName: `*/*${path}`,
    }),
  });
  return integration;
};

const addRouteKey = (scope: Construct, apiId: string, routeKey: string, integration: CfnIntegration): void => {
  const [method] = routeKey.split(' ');
  new CfnRoute(scope, `${method}Route`, { apiId, routeKey, target: `integrations/${integration.ref}` });
};
