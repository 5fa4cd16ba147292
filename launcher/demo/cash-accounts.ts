/** What is in each cash account and on each party, as far as planning needs it: nobody pays what is not there. */

export class CashAccounts {
  readonly #balances = new Map<string, bigint>();

  /** Dinars, or cents of a dollar. */
  of(name: string): bigint {
    return this.#balances.get(name) ?? 0n;
  }

  add(name: string, amount: bigint): void {
    this.#balances.set(name, this.of(name) + amount);
  }
}

/** What the payment app has taken for us since it last settled. */
export const APP = 'payment app';

export const account = (id: number): string => `account ${id}`;
/** What a customer owes us; what we owe a supplier, by currency. */
export const customerDebt = (id: number): string => `customer ${id}`;
export const supplierDebt = (id: number, currency: 'dinars' | 'cents'): string => `supplier ${id} ${currency}`;

/** Cents as an amount of dollars. */
export const printCents = (cents: bigint): string => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
