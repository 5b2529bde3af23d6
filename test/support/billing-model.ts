import { prorationOf } from '#domain/billing/proration.ts';

/** What a tenant owes by the specification, in its simplest words: no provider, no events, no table. Cents and epoch seconds. */
export class BillingModel {
  tier: 'FREE' | 'PRO' | 'TEAM' = 'FREE';
  billable = 1;
  cap: number | null = null;
  isCardGood = true;
  isCancelled = false;
  isDeclined = false;
  /** What the next renewal bills, and the most that is paid for until then. */
  quantity = 0;
  peak = 0;
  period = { startsAt: 0, endsAt: 0 };
  /** The first change that is not told yet. */
  changedAt: number | null = null;
  billedCents = 0;
  creditCents = 0;

  get wanted(): number {
    return this.tier === 'TEAM' ? Math.max(this.billable, 3) : Number(this.tier === 'PRO');
  }

  /** False: refused. */
  add(now: number): boolean {
    if (this.tier !== 'TEAM' || (this.cap !== null && this.billable >= this.cap)) return false;
    if (this.isDeclined && Math.max(this.billable + 1, 3) > this.peak) return false;
    this.billable += 1;
    this.changedAt ??= now;
    return true;
  }

  remove(now: number): void {
    this.billable -= 1;
    this.changedAt ??= now;
  }

  setCap(cap: number | null): boolean {
    if (this.tier !== 'TEAM' || (cap !== null && cap < Math.max(this.billable, 3))) return false;
    this.cap = cap;
    return true;
  }

  buy(tier: 'PRO' | 'TEAM', period: BillingModel['period']): void {
    this.tier = tier;
    this.isCardGood = true;
    this.period = period;
    this.quantity = this.wanted;
    this.peak = this.wanted;
    this.bill(this.wanted * this.price);
  }

  /** False: the card was declined, and nothing changed. */
  changeTo(tier: 'PRO' | 'TEAM', now: number): boolean {
    if (tier === this.tier) {
      this.isCancelled = false;
      return true;
    }
    const before = { quantity: this.peak, unitPriceCents: this.price };
    const [from, keptCap] = [this.tier, this.cap];
    this.tier = tier;
    const after = { quantity: this.wanted, unitPriceCents: this.price };
    if (!this.bill(prorationOf(before, after, this.period, now))) {
      this.tier = from;
      return false;
    }
    this.quantity = this.wanted;
    this.peak = this.wanted;
    this.isDeclined = false;
    this.isCancelled = false;
    this.cap = tier === 'TEAM' ? keptCap : null;
    return true;
  }

  /** Everything that waits is done: the provider is told of seats. `charges`: declined ones are charged anew. */
  rest(now: number, charges: boolean): void {
    const { changedAt, wanted } = this;
    this.changedAt = null;
    if (this.tier !== 'TEAM') return;
    const isBefore = changedAt !== null && changedAt < this.period.startsAt;
    if (wanted < this.quantity && isBefore && !this.isDeclined) {
      this.bill(this.between(this.quantity, wanted, this.period.startsAt));
      this.peak -= this.quantity - wanted;
    }
    if (wanted > this.peak && (!this.isDeclined || charges)) {
      this.isDeclined = !this.bill(this.between(this.peak, wanted, now));
      if (!this.isDeclined) this.peak = wanted;
    }
    this.quantity = wanted;
    if (wanted <= this.peak) this.isDeclined = false;
  }

  /** The boundary of a period, and the charge an hour later. */
  renew(period: BillingModel['period']): void {
    if (this.isCancelled) return this.end();
    this.period = period;
    this.peak = this.quantity;
    this.isDeclined = false;
    if (!this.bill(this.quantity * this.price)) this.end();
  }

  end(): void {
    this.tier = 'FREE';
    this.cap = null;
    this.quantity = 0;
    this.peak = 0;
    this.isDeclined = false;
    this.isCancelled = false;
  }

  private get price(): number {
    return this.tier === 'TEAM' ? 3900 : 2000;
  }

  private between(before: number, after: number, at: number): number {
    const seats = (quantity: number) => ({ quantity, unitPriceCents: 3900 });
    return prorationOf(seats(before), seats(after), this.period, at);
  }

  /** Credit pays first; a card that does not pay leaves everything as it was. */
  private bill(cents: number): boolean {
    const left = this.creditCents - cents;
    if (left < 0 && !this.isCardGood) return false;
    this.creditCents = Math.max(0, left);
    this.billedCents += cents;
    return true;
  }
}
