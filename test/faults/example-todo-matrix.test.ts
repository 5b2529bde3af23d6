import { testFaultMatrix } from './test-fault-matrix.ts';
import { todoSubject } from './todo-subject.ts';

testFaultMatrix(todoSubject);
