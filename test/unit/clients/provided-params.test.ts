import { expect, it } from 'vitest';
import { providedParams } from '../../../clients/cli/provided-params.ts';

const spec =
  '{"paths": {"/w/{workspaceId}/p/{projectId}/x/{HTTPServer2}": {}, "/w/{workspaceId}": {}, "/o/{orgID}": {}}}';

it('a path parameter is provided when its variable is set, for everybody or for one persona', () => {
  const env = {
    APITEST_PARAM_WORKSPACE_ID: 'w',
    APITEST_PARAM_HTTP_SERVER2__ADMIN: 'x',
    APITEST_PARAM_ORG_ID: '',
    APITEST_PARAM_UNKNOWN: 'x',
    PROJECT_ID: 'p',
  };
  expect(providedParams(spec, env)).toEqual(['workspaceId', 'HTTPServer2']);
  expect(providedParams('paths:\n  /w/{workspaceId}: {}\n', env)).toEqual(['workspaceId']);
  expect(providedParams(spec, {})).toEqual([]);
});
