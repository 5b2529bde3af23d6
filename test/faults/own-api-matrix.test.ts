import { ownApiSubject } from '../../bench/detect/subjects/own-api.ts';
import { testFaultMatrix } from './test-fault-matrix.ts';

testFaultMatrix(ownApiSubject, 16);
