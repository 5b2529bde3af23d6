import type { Ask, Serve } from './case.ts';

/** JSON cannot say which digits a number has once it is read: they are written into the text. */
export const withDigits = (serve: Serve, digitsOf: (id: string, ask: Ask) => string): Serve => {
  return (ask) => {
    const answer = serve(ask);
    return { ...answer, body: answer.body.replaceAll(/"id":"(\d+)"/g, (_, id: string) => `"id":${digitsOf(id, ask)}`) };
  };
};
