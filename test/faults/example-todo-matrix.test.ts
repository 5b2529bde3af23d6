import { testFaultMatrix } from './test-fault-matrix.ts';
import { todoSubject } from '../subjects/example-todo.ts';

testFaultMatrix(todoSubject);
