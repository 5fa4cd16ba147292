/** The balance of each cash account and party, as far as planning needs it, so that no payment exceeds its balance. */

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

/** The payment app's takings since its last settlement. */
export const APP = 'payment app';

export const account = (id: number): string => `account ${id}`;
/** The debt of a customer to us; our debt to a supplier, by currency. */
export const customerDebt = (id: number): string => `customer ${id}`;
export const supplierDebt = (id: number, currency: 'dinars' | 'cents'): string => `supplier ${id} ${currency}`;

/** Cents as an amount of dollars. */
export const printCents = (cents: bigint): string => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
