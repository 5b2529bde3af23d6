import type { RunIo } from '#verifier/cli/cli-io.ts';

const silentMs = 1000;
const redrawMs = 200;

/**
 * Carries out the work and, once it takes longer than a second, says so on stderr: a line that counts on a terminal and is gone at the end,
 * one plain line elsewhere. `show` tells how far it is.
 */
export const withProgress = async <T>(
  label: string,
  { stderr, stderrIsTerminal }: Pick<RunIo, 'stderr' | 'stderrIsTerminal'>,
  work: (show: (detail: string) => void) => Promise<T>,
): Promise<T> => {
  const startedMs = performance.now();
  let detail = '';
  let timer: NodeJS.Timeout | undefined;
  const draw = (): void => {
    if (!stderrIsTerminal) return stderr(`${label} …\n`);
    const seconds = Math.floor((performance.now() - startedMs) / 1000);
    stderr(`\r\u001B[2K${label} … ${detail}${detail && ' · '}${seconds} s`);
    timer = setTimeout(draw, redrawMs);
  };
  timer = setTimeout(draw, silentMs);
  try {
    return await work((text) => {
      detail = text;
    });
  } finally {
    clearTimeout(timer);
    if (stderrIsTerminal && performance.now() - startedMs >= silentMs) stderr('\r\u001B[2K');
  }
};
