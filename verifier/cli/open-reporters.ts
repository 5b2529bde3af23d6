import { ctrfReporter } from '../reporters/ctrf-reporter.ts';
import { githubReporter } from '../reporters/github-reporter.ts';
import { htmlReporter } from '../reporters/html-reporter.ts';
import { jsonReporter } from '../reporters/json-reporter.ts';
import { junitReporter } from '../reporters/junit-reporter.ts';
import { ndjsonReporter } from '../reporters/ndjson-reporter.ts';
import type { Reporter } from '../reporters/reporter.ts';
import { sarifReporter } from '../reporters/sarif-reporter.ts';
import { ttyReporter } from '../reporters/tty-reporter.ts';
import type { RunIo } from './cli-io.ts';
import type { ReporterChoice } from './reporter-choice.ts';
import type { RunSettings } from './run-settings.ts';
import { UsageError } from './usage-error.ts';

type Settings = Pick<RunSettings, 'json' | 'reporters' | 'junitInconclusive'>;
type FileReporter = Exclude<ReporterChoice['name'], 'github'>;
type Write = (text: string) => void;

/** True if a reporter writes a document to stdout, so that nothing else may be written there. */
export function isDocument(choice: ReporterChoice): choice is { name: Exclude<FileReporter, 'tty'> } {
  return choice.path === undefined && choice.name !== 'tty' && choice.name !== 'github';
}

/**
 * Opens the reporters of a run. Throws UsageError if a report has no place to be written to. The report for people is
 * always written, to stderr if a document takes stdout. Annotations for GitHub are added if their reporter is chosen or
 * GITHUB_ACTIONS is `true`. Planner and verifier §8.
 */
export function openReporters(settings: Settings, io: RunIo): Reporter[] {
  const { reporters, json } = settings;
  for (const { name, path } of reporters) if (path !== undefined) checkPlace(name, path, io);
  const document = json ? ({ name: 'json' } as const) : reporters.find(isDocument);
  const talk = document === undefined ? io.stdout : io.stderr;
  const terminal = document === undefined ? io.stdoutIsTerminal : io.stderrIsTerminal;
  const people = ttyReporter({
    write: talk,
    colours: terminal && (io.env['NO_COLOR'] ?? '') === '',
    live: terminal,
    columns: terminal ? io.columns : undefined,
  });
  const github = reporters.find(({ name }) => name === 'github');
  const inGithub = github !== undefined || io.env['GITHUB_ACTIONS'] === 'true';
  const files = reporters.flatMap(({ name, path }) =>
    path === undefined || name === 'github' ? [] : [fileReporter({ name, path }, settings, io)],
  );
  return [
    people,
    ...(inGithub ? [openGithub(github?.path, talk, io)] : []),
    ...files,
    ...(document === undefined ? [] : [openReporter(document.name, io.stdout, settings, io)]),
  ];
}

function checkPlace(name: string, path: string, io: RunIo): void {
  try {
    io.checkWritable(path);
  } catch (error) {
    const message = `the ${name} report cannot be written: ${(error as Error).message}`;
    throw new UsageError('REPORT_NOT_WRITABLE', message, 'make the folder, or name a file in another one');
  }
}

function openGithub(path: string | undefined, write: Write, io: RunIo): Reporter {
  const own = io.env['GITHUB_STEP_SUMMARY'];
  const writeSummary =
    path !== undefined
      ? (text: string) => io.writeFile(path, text)
      : own === undefined || own === ''
        ? undefined
        : (text: string) => io.appendFile(own, text);
  return githubReporter({ write, writeSummary });
}

function openReporter(
  name: FileReporter,
  write: Write,
  { junitInconclusive: inconclusive = 'skipped' }: Settings,
  { env }: RunIo,
): Reporter {
  if (name === 'tty') return ttyReporter({ write, colours: false, live: false });
  if (name === 'junit') return junitReporter({ write, inconclusive, commit: commitOf(env) });
  const simple = {
    json: jsonReporter,
    html: htmlReporter,
    ndjson: ndjsonReporter,
    sarif: sarifReporter,
    ctrf: ctrfReporter,
  };
  return simple[name](write);
}

/** The revision under test, as GitHub, GitLab or Jenkins names it. Undefined elsewhere. */
function commitOf(env: RunIo['env']): string | undefined {
  return env['GITHUB_SHA'] ?? env['CI_COMMIT_SHA'] ?? env['GIT_COMMIT'];
}

function fileReporter({ name, path }: { name: FileReporter; path: string }, settings: Settings, io: RunIo): Reporter {
  let text = '';
  const write = (part: string): void => {
    text += part;
  };
  const inner = openReporter(name, write, settings, io);
  return {
    ...inner,
    end: (result) => {
      inner.end(result);
      io.writeFile(path, text);
    },
  };
}
