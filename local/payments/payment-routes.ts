import { logFailure } from '../log.ts';
import type { LocalServerOptions } from '../http-server.ts';
import type { MovableClock } from './advance-clock.ts';
import { clockPath, moveClock } from './clock-route.ts';
import { type LocalPayments, stockEmulator } from './local-payments.ts';
import { PaymentPages, payPath, portalPath } from './pages.ts';

const everyMs = 1000;

/** What the provider's own servers would answer, on this machine: its pages, and the time. */
export const paymentRoutes = (
  { emulator }: LocalPayments,
  clock: MovableClock | undefined,
  runJobs: () => Promise<void>,
): LocalServerOptions['besides'] => {
  const pages = emulator && new PaymentPages(emulator, () => emulator.deliver());
  return [
    ...(pages
      ? [
          { prefix: payPath, answer: pages.pay },
          { prefix: portalPath, answer: pages.portal },
        ]
      : []),
    { prefix: clockPath, answer: (request) => moveClock(request, { clock, emulator, runJobs }) },
  ];
};

/** Fills the emulator, and from then on lets happen what becomes due; answers what stops that. */
export const startPayments = async ({ emulator }: LocalPayments): Promise<() => void> => {
  if (!emulator) return () => undefined;
  await stockEmulator(emulator);
  const timer = setInterval(() => {
    emulator.deliver().catch((error: unknown) => logFailure('the delivery of payment events', error));
  }, everyMs);
  return () => clearInterval(timer);
};
