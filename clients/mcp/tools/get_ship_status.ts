import { getShipStatus } from '#contract/endpoints/coverage.ts';
import { uuid } from '#contract/schemas/primitives.ts';
import * as z from '#contract/schemas/zod.ts';
import { featureAt } from '../feature-at.ts';
import { defineTool } from '../tool.ts';

export const getShipStatusTool = defineTool({
  name: 'get_ship_status',
  title: 'Say whether it can ship',
  description:
    'Whether a feature can ship, at a commit if one is named, and what blocks it, each blocker with its journey and verdict.',
  effect: 'reads',
  input: z.object({ featureId: uuid, ...getShipStatus.request.query.shape }),
  output: getShipStatus.success.body,
  run: async ({ featureId, ...query }, call) => call(getShipStatus, { path: await featureAt(call, featureId), query }),
});
