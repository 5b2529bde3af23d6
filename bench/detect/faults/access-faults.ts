import { atOperation, showsIdentity } from '../proxy/answers.ts';
import type { Fault } from '../proxy/fault-proxy.ts';
import { NO_AUTHENTICATION, NO_AUTHORIZATION } from './labels.ts';

/** Faults of access: who may call an operation. */
export const ACCESS_FAULTS: Fault[] = [
  {
    name: 'authentication ignored',
    family: 'access',
    expected: NO_AUTHENTICATION,
    appliesTo: (operation) => operation.secured,
    plant: (scene) =>
      atOperation(scene, (exchange) => {
        const { owner } = scene.identities;
        const anonymous = Object.keys(owner).every((name) => exchange.request.headers[name] === undefined);
        return exchange.send(anonymous ? { headers: { ...exchange.request.headers, ...owner } } : {});
      }),
  },
  {
    name: 'credentials not checked',
    family: 'access',
    expected: NO_AUTHENTICATION,
    appliesTo: (operation) => operation.secured,
    plant: (scene) =>
      atOperation(scene, (exchange) => {
        const { owner, outsider } = scene.identities;
        const { headers } = exchange.request;
        const names = Object.keys(owner);
        const isShown = names.every((name) => headers[name] !== undefined);
        // A tenant header may be the owner's own beside a made-up key.
        const isNobodys =
          isShown && names.some((name) => ![owner[name], outsider[name]].includes(headers[name]?.toString()));
        return exchange.send(isNobodys ? { headers: { ...headers, ...owner } } : {});
      }),
  },
  {
    name: 'other user allowed',
    family: 'access',
    expected: NO_AUTHORIZATION,
    appliesTo: (operation) => operation.secured,
    plant: (scene) =>
      atOperation(scene, (exchange) => {
        const { owner, outsider } = scene.identities;
        return exchange.send(
          showsIdentity(exchange, outsider) ? { headers: { ...exchange.request.headers, ...owner } } : {},
        );
      }),
  },
];
