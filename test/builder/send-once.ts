import { bunTransport } from '#verifier/transport/bun.ts';
import { TransportError, type WireRequest } from '#verifier/transport/send.ts';

/** Run by Bun: one request, given as JSON, through the transport of the native verifier; prints what came of it. */
const [request = ''] = process.argv.slice(2);
try {
  console.log(JSON.stringify({ response: await bunTransport().send(JSON.parse(request) as WireRequest) }));
} catch (error) {
  if (!(error instanceof TransportError)) throw error;
  console.log(JSON.stringify({ failure: error.failure, message: error.message }));
}
