import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, openSync, rmSync, statfsSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** What can be made to fail: see faulty-disk.c. */
export const faults = { none: 0, writeENOSPC: 1, writeEIO: 2, syncEIO: 3 } as const;

/** A fault of the file system below one folder, switched on and off while a process runs. */
export type FaultyDisk = {
  /** What the process has to be started with. */
  env: Record<string, string>;
  /** Lets so many calls of that kind go well, and every later one fail. */
  arm(kind: keyof typeof faults, callsBefore: number): void;
  /** Whether the volume claims to have space whatever it has. */
  claimSpace(claims: boolean): void;
  disarm(): void;
  close(): void;
};

/** Why no fault can be injected here; undefined where it can. */
export const missingCompiler = (): string | undefined => {
  if (process.platform !== 'linux') return 'this is not Linux';
  return spawnSync('gcc', ['--version']).status === 0 ? undefined : 'there is no gcc';
};

/** Compiles the preloaded library into `scratch`; faults hit files below `folder` alone. */
export const openFaultyDisk = (scratch: string, folder: string): FaultyDisk => {
  const library = join(scratch, 'faulty-disk.so');
  const source = join(import.meta.dirname, '../hostile/faulty-disk.c');
  execFileSync('gcc', ['-shared', '-fPIC', '-O1', '-o', library, source, '-ldl']);
  const path = join(scratch, 'control');
  writeFileSync(path, Buffer.alloc(24));
  const control = openSync(path, 'r+');
  const set = (numbers: readonly number[], at: number): void => {
    writeSync(control, Buffer.from(BigInt64Array.from(numbers, BigInt).buffer), 0, 8 * numbers.length, 8 * at);
  };
  return {
    env: { LD_PRELOAD: library, FAULT_FOLDER: folder, FAULT_CONTROL: path },
    arm: (kind, callsBefore) => set([faults[kind], callsBefore], 0),
    claimSpace: (claims) => set([claims ? 1 : 0], 2),
    disarm: () => set([faults.none, 0, 0], 0),
    close: () => closeSync(control),
  };
};

/** A volume of its own in memory, to be filled. */
export type SmallVolume = {
  /** Takes all space but so many bytes. */
  fill(leftBytes: number): void;
  empty(): void;
  close(): void;
};

/** Mounts a volume at the folder; answers why that is not possible here. */
export const mountSmallVolume = (folder: string, sizeMiB: number): SmallVolume | string => {
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMiB}m,mode=700`, 'tmpfs', folder], {
    encoding: 'utf8',
  });
  if (mounted.status !== 0) return `nothing can be mounted here (${(mounted.stderr ?? '').trim()})`;
  const filler = join(folder, 'filler');
  return {
    fill: (leftBytes) => {
      // Who writes meanwhile may take what was free a moment ago.
      for (let tries = 0; tries < 20; tries += 1) {
        const { bavail, bsize } = statfsSync(folder);
        const size = bavail * bsize - leftBytes;
        if (size < bsize || spawnSync('fallocate', ['-l', String(size), filler]).status === 0) return;
      }
      throw new Error(`${folder} could not be filled`);
    },
    empty: () => rmSync(filler, { force: true }),
    close: () => execFileSync('umount', [folder]),
  };
};
