/** `node test/experience/serve.ts [FAULT]`: the taskboard on a free port until it is ended; prints its address. */
import { startTaskboard, type TaskboardFault } from '../support/taskboard.ts';

const { url } = await startTaskboard(process.argv[2] as TaskboardFault | undefined);
console.log(url);
