import type { Case } from '../support/case.ts';
import { crud, every, reply, things } from '../support/things.ts';

/** The create answers an empty object where it documents the thing; the list shows what was made. Behind it, GET alters the title. */
export default {
  spec: things(),
  server: (fault) => {
    const serve = crud();
    return (ask) => {
      const answer = serve(ask);
      if (!fault) return answer;
      if (ask.method === 'POST' && answer.status === 201) return reply(201, {});
      const isRead = ask.method === 'GET' && ask.path !== '/things' && answer.status === 200;
      return isRead ? reply(200, { ...(JSON.parse(answer.body) as object), title: 'altered' }) : answer;
    };
  },
  tells: ['SCHEMA', 'VALUE_NOT_STORED'],
  stillPassing: every().filter((call) => !/^(PATCH|POST)/.test(call)),
} satisfies Case;
