import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below what systems give to whoever asks for any port, a connection among them: nothing comes by one of these by chance. */
const [lowest, count] = [12_000, 5_000];

/**
 * A port of 127.0.0.1 for a program that cannot choose one itself. Whoever asks here gets it once: until this process ends it holds the
 * same port for UDP, which nobody else uses. The two ports after it are given to nobody, too.
 */
export const freePort = async (): Promise<number> => {
  const port = lowest + 4 * Math.floor(Math.random() * count);
  const claim = createSocket('udp4').unref();
  const probe = createServer();
  try {
    claim.bind({ port, address: '127.0.0.1', exclusive: true });
    await once(claim, 'listening');
    await once(probe.listen(port, '127.0.0.1'), 'listening');
  } catch (error) {
    claim.close();
    if (!['EADDRINUSE', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    return freePort();
  }
  probe.close();
  await once(probe, 'close');
  return port;
};
