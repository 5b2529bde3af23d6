import { inProcess } from './runners.ts';
import { testSuite } from './suite.ts';

testSuite(async () => inProcess());
