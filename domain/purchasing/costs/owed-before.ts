/**
 * The open amount of a purchase with each creditor, in foreign currency, just before an increase. The base amount of
 * the increase is the base amount of the new total less the base amount before. A debt that is paid completely in
 * foreign currency is therefore paid completely in the system currency too, whatever the parts (docs/accounting.md,
 * section 0).
 */

import type { Facts } from '../../deciding/facts.ts';
import type { PaidCost } from '../../documents/costs.ts';
import { type Money, money, printMoney } from '../../values/money.ts';
import { type OwedBefore, PURCHASE, type Purchase } from '../purchase-events.ts';

type Debt = Pick<PaidCost, 'supplier_fk' | 'currency_fk' | 'payment_type'>;

/** Prefix of the level claims of open items: `open:<party>:<currency>:<date>:<document>`. */
export const ofCreditor = ({ supplier_fk, currency_fk }: Pick<Debt, 'supplier_fk' | 'currency_fk'>): string =>
  `open:supplier-${supplier_fk}:${currency_fk}:`;
/** Without the number of the purchase. */
export const openPrefix = (debt: Pick<Debt, 'supplier_fk' | 'currency_fk'>, date: string): string =>
  `${ofCreditor(debt)}${date}:${PURCHASE}-`;

/** The day on which a later cost is posted: the first open one where its own is closed. */
export const postedOn = (date: string, { openDay }: Pick<Facts, 'openDay'>): string => openDay?.(date) ?? date;

/** What is open for the purchase with the creditor of a later cost of that day. */
export const openOn = (debt: Pick<Debt, 'supplier_fk' | 'currency_fk'>, date: string, facts: Facts): Money =>
  money(facts.level(`${openPrefix(debt, postedOn(date, facts))}${facts.ownId}`));

function foreignDebts(debts: readonly Debt[], system: number): Debt[] {
  const owed = debts.filter((debt) => debt.payment_type === 'on_account' && debt.currency_fk !== system);
  return [...new Map(owed.map((debt) => [`${debt.supplier_fk}:${debt.currency_fk}`, debt])).values()];
}

/**
 * Prefixes of the level claims that the decision reads: for the purchase on its day, and on any day for its costs, whose
 * rest is owed when it is closed, and for a later cost.
 */
export function owedPrefixes(purchase: Purchase, later: Debt | undefined): string[] {
  const { date, system_currency_fk: system, costs = [] } = purchase;
  const owed = costs.filter(({ payment_type }) => payment_type === 'on_account');
  return [
    ...foreignDebts([purchase], system).map((debt) => openPrefix(debt, date)),
    ...new Set([...owed, ...foreignDebts(later ? [later] : [], system)].map(ofCreditor)),
  ];
}

/** Absent when nothing was open. */
export function owedBefore(
  debts: readonly Debt[],
  { date, system_currency_fk }: Pick<Purchase, 'date' | 'system_currency_fk'>,
  facts: Facts,
): { readonly owed_before?: readonly OwedBefore[] } {
  const owed_before = foreignDebts(debts, system_currency_fk).flatMap((foreignDebt): OwedBefore[] => {
    const open = money(facts.level(`${openPrefix(foreignDebt, date)}${facts.ownId}`));
    return open === 0n
      ? []
      : [{ supplier_fk: foreignDebt.supplier_fk ?? 0, currency_fk: foreignDebt.currency_fk, amount: printMoney(open) }];
  });
  return owed_before.length === 0 ? {} : { owed_before };
}
