import { ownApiSubject } from '../subjects/own-api.ts';
import { testFaultMatrix } from './test-fault-matrix.ts';

// A run of it publishes thirty specs and more, each with its build: its disturbances are for FULL_SIZE=1.
testFaultMatrix(ownApiSubject, { every: 32, cleanRuns: 1, isDisturbed: false });
