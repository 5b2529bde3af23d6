import { ownApiSubject } from './own-api-subject.ts';
import { testFaultMatrix } from './test-fault-matrix.ts';

testFaultMatrix(ownApiSubject);
