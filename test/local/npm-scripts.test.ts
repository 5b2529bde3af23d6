import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Processes whose command line has the text. */
const processesWith = (text: string): string[] =>
  execFileSync('ps', ['-Ao', 'pid,args'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(text));

test.each(['SIGTERM', 'SIGINT'] as const)(
  'npm start that gets %s closes its port and leaves no process',
  async (signal) => {
    const data = mkdtempSync(join(tmpdir(), 'npm-start-'));
    const npm = spawn('npm', ['start', '--', '--port', '0', '--data', data], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let printed = '';
    for await (const chunk of npm.stdout.iterator({ destroyOnReturn: false }))
      if ((printed += String(chunk)).includes('\nready http')) break;
    const origin = /^ready (http\S+)$/m.exec(printed)?.[1];
    expect(origin, printed).toBeDefined();
    expect((await fetch(`${origin}/`)).status).toBe(200);
    expect(processesWith(data)).not.toEqual([]);
    npm.kill(signal);
    await once(npm, 'exit');
    expect(processesWith(data)).toEqual([]);
    await expect(fetch(`${origin}/`)).rejects.toThrow('fetch failed');
    rmSync(data, { recursive: true });
  },
);

test('a script that begins with exec runs in cmd.exe, too: exec.cmd calls the rest of its line', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const replaced = Object.values(scripts).filter((script) => script.startsWith('exec '));
  expect(replaced.length).toBeGreaterThan(0);
  for (const script of replaced) expect(script).toMatch(/^exec node [\w/.-]+$/);
  expect(readFileSync(join(root, 'exec.cmd'), 'utf8')).toBe('@%*\n');
});
