import { jsonText } from './json-text.ts';
import type { Reporter } from './reporter.ts';

/**
 * Writes one JSON object per line: `start`, `progress` during the run, a `journey` for each journey, and `end` with the
 * rest of the result document. `event` names the kind. `journey` and `end` hold the members of the result document
 * (planner and verifier §8.1).
 */
export function ndjsonReporter(write: (text: string) => void): Reporter {
  let told = 0;
  const emit = (event: string, more: object): void => write(`${jsonText({ event, ...more })}\n`);
  return {
    start: ({ bundle, baseUrl, personas, params }) => {
      const { title, specHash, jepVersion, flowVersion } = bundle;
      emit('start', { title, metadata: { specHash, flowVersion, jepVersion }, baseUrl, personas, params });
    },
    progress: ({ ended, total }) => {
      if (ended > told) emit('progress', { ended, total });
      told = ended;
    },
    end: ({ journeys, ...rest }) => {
      for (const journey of journeys) emit('journey', { journey });
      emit('end', { result: rest });
    },
  };
}
