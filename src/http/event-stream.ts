import type { Endpoint } from '#contract/define-endpoint.ts';
import { filterAnswer } from './filter-answer.ts';
import type { RawRequest } from './operation.ts';

export const eventStreamType = 'text/event-stream';

/** One server-sent event (HTML standard §9.2); `data` is JSON, which has no line break. */
export const eventOf = (name: 'early' | 'answer' | 'problem', data: string): string =>
  `event: ${name}\ndata: ${data}\n\n`;

type EventStream = {
  /** Shows what is known before the answer: at once where the caller can be reached, else with the answer. */
  early: (body: unknown) => void;
  /** All events, `answer` last. */
  whole: (answer: string) => string;
};

/** The events of an answer; undefined unless the endpoint has them and the caller accepts them. `headers` are those of the answer. */
export const eventStreamOf = (
  endpoint: Endpoint,
  request: RawRequest,
  headers: Record<string, string>,
): EventStream | undefined => {
  const { accept = '' } = request.headers;
  if (endpoint.success.orAs !== eventStreamType || !accept.includes(eventStreamType)) return undefined;
  let early = '';
  return {
    early: (body) => {
      early = eventOf('early', filterAnswer(endpoint, body).text);
      request.emit?.(early, { ...headers, 'content-type': eventStreamType });
    },
    whole: (answer) => early + eventOf('answer', answer),
  };
};
