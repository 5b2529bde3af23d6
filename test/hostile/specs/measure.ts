import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

/** Seconds of CPU and the largest memory of one process, MB; of a process tree, the sum and the maximum. */
export type Cost = { cpuSeconds: number; peakMegabytes: number };

const TICKS_PER_SECOND = 100;

/** What a process and those that it started have cost so far; ended ones included, once they were waited for. Linux alone tells. */
export const costOf = (pid: number): Cost => {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    // Own and waited-for time, in user and system mode: fields 14 to 17 of proc_pid_stat(5).
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    const kilobytes = Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
    const inner = childrenOf(pid).map(costOf);
    return {
      cpuSeconds: inner.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, ticks / TICKS_PER_SECOND),
      peakMegabytes: Math.max(kilobytes / 1024, ...inner.map(({ peakMegabytes }) => peakMegabytes)),
    };
  } catch {
    return { cpuSeconds: 0, peakMegabytes: 0 };
  }
};

/** Process ids that a process started and that still run. */
export const childrenOf = (pid: number): number[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );

/** Sets the peak of its memory to what it has now (proc_pid_clear_refs(5)): a service has had many specs before this one. */
const resetPeak = (pid: number): void => {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
  } catch {
    // It has ended, or this is not Linux: `costOf` then counts nothing either.
  }
};

/** Watches a process; `stop` gives the most that was seen of each figure from now on. */
export const watch = (pid: number): { stop(): Cost } => {
  resetPeak(pid);
  const before = costOf(pid);
  const most = { cpuSeconds: 0, peakMegabytes: 0 };
  const look = (): void => {
    const { cpuSeconds, peakMegabytes } = costOf(pid);
    most.cpuSeconds = Math.max(most.cpuSeconds, cpuSeconds - before.cpuSeconds);
    most.peakMegabytes = Math.max(most.peakMegabytes, peakMegabytes);
  };
  const timer = setInterval(look, 40);
  return {
    stop: () => {
      look();
      clearInterval(timer);
      return most;
    },
  };
};
