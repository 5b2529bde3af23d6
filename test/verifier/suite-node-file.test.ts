import { nodeFile } from './suite/runners.ts';
import { testSuite } from './suite/suite.ts';

testSuite(nodeFile);
