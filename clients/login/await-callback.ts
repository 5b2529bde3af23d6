import { createServer } from 'node:http';
import { type BegunSignIn, codeIn, signInFailed } from './browser-sign-in.ts';

/** Nobody needs longer for a password and a second factor. */
const minutesToSignIn = 10;

const page = (text: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>dezycro</title><body><p>${text}</p></body></html>`;

/**
 * Listens where the browser returns to, on this machine only, and answers with the code of that sign-in; what belongs to another one is
 * refused and waited past. `onReady`: the browser may open the page now. Throws InputError SIGN_IN_FAILED where the port is taken, after ten
 * minutes, or where the issuer refused.
 */
export const awaitCallback = (begun: BegunSignIn, callbackUrl: string, onReady: () => void): Promise<string> => {
  const { port, pathname } = new URL(callbackUrl);
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const server = createServer((request, response) => {
    const address = new URL(request.url ?? '/', callbackUrl);
    const answer = (status: number, text: string): void => {
      const headers = {
        'content-type': 'text/html; charset=utf-8',
        'referrer-policy': 'no-referrer',
        connection: 'close',
      };
      response.writeHead(status, headers).end(page(text));
    };
    if (address.pathname !== pathname) return answer(404, 'There is nothing here.');
    if (address.searchParams.get('state') !== begun.state)
      return answer(400, 'This sign-in was not begun here. Nothing was changed.');
    try {
      resolve(codeIn(address.href, begun));
      return answer(200, 'You are signed in. Go back to the command line; you may close this page.');
    } catch (error) {
      reject(error as Error);
      return answer(400, 'The sign-in was refused. The command line says why.');
    }
  });
  const timer = setTimeout(() => reject(signInFailed('Nobody signed in for ten minutes.')), minutesToSignIn * 60_000);
  server.on('error', () =>
    reject(signInFailed(`Port ${port}, where the browser returns to, is taken. Use --paste instead of --browser.`)),
  );
  server.listen(Number(port), 'localhost', onReady);
  return promise.finally(() => {
    clearTimeout(timer);
    server.close();
  });
};
