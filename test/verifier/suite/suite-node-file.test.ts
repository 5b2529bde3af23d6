import { nodeFile } from './runners.ts';
import { testSuite } from './suite.ts';

testSuite(nodeFile);
