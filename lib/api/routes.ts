import { NestedStack, Stack } from 'aws-cdk-lib';
import { CfnIntegration, CfnRoute } from 'aws-cdk-lib/aws-apigatewayv2';
import { CfnPermission, type IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';

/** What a function answers: `POST /api/v1/pats`, or `$default`. */
export type Routed = { routeKeys: string[]; target: IFunction };

/** API Gateway takes few changes a second; all routes at once are refused, and so is their rollback. */
const routesAtOnce = 5;

/**
 * Every route of the interface, under ids that come from method and path alone. A route whose id changes is made before
 * the old one goes, and API Gateway refuses the second one of a key; so neither operationId, tag nor the name of a
 * path parameter is in an id.
 */
export class Routes extends NestedStack {
  constructor(scope: Construct, id: string, apiId: string, routed: readonly Routed[]) {
    super(scope, id);
    const all = routed.flatMap(({ routeKeys, target }) => routeKeys.map((routeKey) => ({ routeKey, target })));
    const routes = all.map(({ routeKey, target }) =>
      addRoute(new Construct(this, idOf(routeKey)), apiId, routeKey, target),
    );
    for (const [index, { integration }] of routes.entries())
      if (index >= routesAtOnce) integration.addResourceDependency(routes[index - routesAtOnce]!.route);
  }
}

/** `GET /api/v1/pats/{id}` → `GET api v1 pats {}`: a slash would end the id. */
const idOf = (routeKey: string): string => routeKey.replaceAll(/\{[^}]*\}/g, '{}').replaceAll(/\/+/g, ' ');

const addRoute = (scope: Construct, apiId: string, routeKey: string, target: IFunction) => {
  const integration = new CfnIntegration(scope, 'Integration', {
    apiId,
    integrationType: 'AWS_PROXY',
    integrationUri: target.functionArn,
    payloadFormatVersion: '2.0',
  });
  const route = new CfnRoute(scope, 'Route', { apiId, routeKey, target: `integrations/${integration.ref}` });
  new CfnPermission(scope, 'Permission', {
    action: 'lambda:InvokeFunction',
    functionName: target.functionArn,
    principal: 'apigateway.amazonaws.com',
    sourceArn: Stack.of(scope).formatArn({
      service: 'execute-api',
      resource: apiId,
      resourceName: `*/*${routeKey.split(' ')[1] ?? ''}`,
    }),
  });
  return { integration, route };
};
