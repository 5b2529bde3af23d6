import { inProcess } from './suite/runners.ts';
import { testSuite } from './suite/suite.ts';

testSuite(async () => inProcess());
