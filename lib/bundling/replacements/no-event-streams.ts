/** Takes the place of the SDK's event streams inside bundles: no operation that we call answers with one, and they are 10 KB of each client. */
export const resolveEventStreamSerdeConfig = <T>(config: T): T => config;

function unavailable(): never {
  throw new Error('Event streams are not in the bundles of the functions.');
}

export { unavailable as EventStreamSerde, unavailable as eventStreamSerdeProvider };
