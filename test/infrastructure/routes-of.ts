import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import type { Endpoint } from '#contract/define-endpoint.ts';
import { HttpApi } from '../../lib/api/http-api.ts';
import { resourcesOf } from '../../lib/resources.ts';
import { type Resource, settingsWith } from './synthesized.ts';

/** Route keys → logical ids, of an interface with this endpoint alone. */
export const routesOf = (endpoint: Endpoint): Record<string, string> => {
  const folder = mkdtempSync(join(tmpdir(), 'dezycro-routes-'));
  try {
    const code = join(folder, 'function');
    mkdirSync(code);
    writeFileSync(join(code, 'index.mjs'), '');
    const settings = settingsWith();
    const app = new App({ outdir: join(folder, 'cdk.out') });
    const stack = new Stack(app, 'Service', { env: { account: settings.account, region: settings.region } });
    const endpoints = { [endpoint.operationId]: code };
    const folders = { endpoints, tasks: {}, jobs: {}, stamping: code, unknownRoute: code, mcp: code };
    const api = new HttpApi(stack, 'HttpApi', {
      settings,
      registry: [endpoint],
      folders,
      resources: resourcesOf(stack, settings),
    });
    const routes = api.node.findChild('Routes') as Stack;
    return routeIdsIn(routes.resolve((routes as unknown as { _toCloudFormation(): object })._toCloudFormation()));
  } finally {
    rmSync(folder, { recursive: true });
  }
};

const routeIdsIn = ({ Resources }: { Resources: Record<string, Resource> }): Record<string, string> =>
  Object.fromEntries(
    Object.entries(Resources)
      .filter(([, { Type }]) => Type === 'AWS::ApiGatewayV2::Route')
      .map(([id, { Properties }]) => [String(Properties['RouteKey']), id]),
  );
