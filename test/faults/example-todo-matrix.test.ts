import { testFaultMatrix } from './test-fault-matrix.ts';
import { todoSubject } from '../../bench/detect/subjects/example-todo.ts';

testFaultMatrix(todoSubject);
