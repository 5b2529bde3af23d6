import { nodeTransport } from '#verifier/transport/node.ts';
import { testTransport } from '#test/transport-contract.ts';

testTransport(nodeTransport);
