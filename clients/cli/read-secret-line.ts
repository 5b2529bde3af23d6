import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** One line typed at a terminal that does not show it. */
export const readSecretLine = async (question: string, say: (text: string) => void): Promise<string> => {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  say(question);
  try {
    return await lines.question('');
  } finally {
    lines.close();
    say('\n');
  }
};
