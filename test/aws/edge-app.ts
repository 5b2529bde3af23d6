/** Synthesizes the firewall's stack of `config/emulated-edge.json` alone: behind it the API would refuse whoever calls it directly, as tests do. */
import { App, Stage } from 'aws-cdk-lib';
import { EdgeStack, hasEdge } from '../../lib/edge-stack.ts';
import { readStageSettings } from '../../lib/settings/read-stage-settings.ts';

const settings = readStageSettings('emulated-edge');
if (!hasEdge(settings)) throw new Error('config/emulated-edge.json names no edge.');
const edge = new EdgeStack(new App(), `dezycro-${settings.stage}-edge`, settings);
Stage.of(edge)!.synth();
