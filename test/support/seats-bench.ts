import * as keys from '#adapters/dynamodb/keys.ts';
import { mintScope } from '#domain/access/scope.ts';
import type { Payments } from '#domain/ports/payments.ts';
import { buy, openBilling } from './billing.ts';

export const day = 24 * 3600;
let made = 0;

/** The provider, whose answer of one call is lost after it was carried out. */
const losing = <P extends object>(payments: P, lost: () => string | undefined, isLost: () => void): P =>
  new Proxy(payments, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return async (...given: unknown[]) => {
        const answer: unknown = await Reflect.apply(value, target, given);
        if (lost() !== name) return answer;
        isLost();
        throw new Error(`the answer of ${name} was lost`);
      };
    },
  });

/** The service, the emulator and the job that compares seats, at a time that stands still. */
export const openSeats = async (start?: string) => {
  let lost: keyof Payments | undefined;
  const wrapPort = <P extends object>(port: string, its: P): P =>
    port === 'payments'
      ? losing(
          its,
          () => lost,
          () => (lost = undefined),
        )
      : its;
  const billing = await openBilling({ ...(start && { start }), wrapPort });
  const { scenario, emulator, ports, sync } = billing;

  /** A tenant that has bought TEAM, with so many billable users. */
  const aTeam = async (billable = 1) => {
    const tenant = await scenario.aTenant('FREE');
    const scope = mintScope.tenant(tenant.tenantId);
    const members: string[] = [];
    const standing = () => ports['plans:read'].get(scope);
    await buy(billing, tenant, 'TEAM');
    const tryInvite = (role = 'MEMBER') =>
      tenant.owner.post('/api/manage/users', { email: `seat-${(made += 1)}@example.test`, role });
    const invite = async (): Promise<void> => {
      const { status, body } = await tryInvite();
      if (status !== 201) throw new Error(`invite: ${status} ${body.code}`);
      members.push(String(body.id));
    };
    const remove = async (): Promise<void> => {
      const { status } = await tenant.owner.delete(`/api/manage/users/${members.pop()}`);
      if (status !== 204) throw new Error(`delete: ${status}`);
    };
    const subscription = () => emulator.ownedBy(customerId()).subscriptions.at(-1);
    const customerId = (): string =>
      Object.values(emulator.state.customers).find(({ metadata }) => metadata['tenantId'] === tenant.tenantId)!.id;
    for (let count = 1; count < billable; count += 1) await invite();
    await sync();
    return {
      ...tenant,
      scope,
      standing,
      tryInvite,
      invite,
      remove,
      customerId,
      subscription,
      quantity: () => subscription()?.items.data[0]?.quantity,
      invoices: () => emulator.ownedBy(customerId()).invoices,
      actions: async (action: string) => {
        const { body } = await tenant.owner.get<{ data: { action: string; metadata: Record<string, unknown> }[] }>(
          `/api/v1/audit-log?action=${action}&size=100`,
        );
        return body.data;
      },
      header: () => billing.tables(tenant.tenantId).get(keys.billing(scope)),
    };
  };

  return {
    ...billing,
    aTeam,
    billableAt: async (team: { standing(): ReturnType<(typeof ports)['plans:read']['get']> }): Promise<number> =>
      (await team.standing()).billing.billableCount,
    /** The provider carries the next such call out, and its answer is lost. */
    loseAnswerOf: (name: keyof Payments) => {
      lost = name;
    },
    loseNothing: () => {
      lost = undefined;
    },
  };
};

export type SeatsBench = Awaited<ReturnType<typeof openSeats>>;
export type Team = Awaited<ReturnType<SeatsBench['aTeam']>>;
