import { spawn } from 'node:child_process';
import type { Figure } from './main.ts';

export const atMost = (name: string, value: number, goal: number, unit: string): Figure => ({
  name,
  value,
  unit,
  goal,
  within: value <= goal,
});

export const atLeast = (name: string, value: number, goal: number, unit: string): Figure => ({
  name,
  value,
  unit,
  goal,
  isFloor: true,
  within: value >= goal,
});

export const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

export type ProcessFigures = { wallMs: number; peakMegabytes: number; exitCode: number; stdout: string };

/** Runs a Node program to its end. Returns wall time and peak memory (Linux: VmHWM). */
export const measureProcess = async (args: string[], env: NodeJS.ProcessEnv = process.env): Promise<ProcessFigures> => {
  const started = performance.now();
  const reporter = `data:text/javascript,process.on('exit',()=>process.stderr.write('\\npeak-kib '+process.resourceUsage().maxRSS+'\\n'))`;
  const child = spawn(process.execPath, ['--import', reporter, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const exitCode = await new Promise<number>((resolve) => child.on('close', (code) => resolve(code ?? -1)));
  const wallMs = performance.now() - started;
  const peakKib = Number(/peak-kib (\d+)/.exec(stderr)?.[1] ?? Number.NaN);
  return { wallMs, peakMegabytes: peakKib / 1024, exitCode, stdout };
};
