import { nodeTransport } from '#verifier/transport/node.ts';
import { testTransport } from './support/transport-contract.ts';

testTransport(nodeTransport);
