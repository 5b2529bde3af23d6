import { join, relative } from 'node:path';
import { type Arguments, parseArguments, StartRefused, usage } from './parse-arguments.ts';
import { type LocalService, openService } from './service.ts';
import { isRefusedByDisk } from './storage-failure.ts';

/** Runs the service until it is told to stop: TERM and INT end it with code 0. */
export const start = async (args: string[]): Promise<void> => {
  if (args.includes('--help') || args.includes('-h')) return console.log(usage);
  try {
    const options = parseArguments(args);
    const service = await openService(options);
    endOnSignals(service);
    if (service.tenant.isNewToken) console.log(nextSteps(options));
    console.log(`ready ${service.origin}`);
  } catch (error) {
    if (!(error instanceof StartRefused || isRefusedByDisk(error))) throw error;
    console.error(error.message);
    process.exit(2);
  }
};

/** The whole end takes less than two seconds. */
const mostEndingMs = 1_800;

const endOnSignals = (service: LocalService): void => {
  let isEnding = false;
  const end = (): void => {
    if (isEnding) return;
    isEnding = true;
    // What it acknowledged is synced by then; what is under way goes on with the next process.
    setTimeout(() => process.exit(0), mostEndingMs);
    service.close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
};

const nextSteps = ({ dataFolder }: Arguments): string => {
  const path = join(dataFolder, 'credentials.json');
  const fromHere = relative(process.cwd(), path);
  const file = fromHere.startsWith('..') ? path : fromHere;
  return `Your access token is in ${file}, which only you can read.

Next steps:
  npm run --silent dezycro -- login --from ${file}
  npm run demo          the whole road once, on an example API
`;
};
