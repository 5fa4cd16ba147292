/**
 * The open amount of a purchase with each creditor, in foreign currency, just before an increase. The base amount of
 * the increase is the base amount of the new total less the base amount before. A debt that is paid completely in
 * foreign currency is therefore paid completely in the system currency too, whatever the parts (docs/accounting.md,
 * section 0).
 */
import type { PaidCost } from '../kernel/document-rules.ts';
import type { Facts } from '../kernel/facts.ts';
import { add, type Money, money, printMoney, ZERO } from '../kernel/money.ts';
import { type OwedBefore, PURCHASE, type Purchase } from './purchase-events.ts';

type Debt = Pick<PaidCost, 'supplier_fk' | 'currency_fk' | 'payment_type'>;

/** Prefix of the level claims of open items: `open:<party>:<currency>:<date>:<document>`. */
const openPrefix = ({ supplier_fk, currency_fk }: Debt, date: string) =>
  `open:supplier-${supplier_fk}:${currency_fk}:${date}:${PURCHASE}-`;

function foreignDebts(debts: readonly Debt[], system: number): Debt[] {
  const owed = debts.filter((debt) => debt.payment_type === 'on_account' && debt.currency_fk !== system);
  return [...new Map(owed.map((debt) => [`${debt.supplier_fk}:${debt.currency_fk}`, debt])).values()];
}

/** Prefixes of the level claims that the decision reads: for the purchase, its costs, and a newly applied cost. */
export function owedPrefixes(purchase: Purchase, cost: Debt | undefined): string[] {
  const debts = [purchase, ...(purchase.costs ?? []), ...(cost ? [cost] : [])];
  return foreignDebts(debts, purchase.system_currency_fk).map((foreignDebt) => openPrefix(foreignDebt, purchase.date));
}

/** Absent when nothing was open; `added` are amounts that earlier events of the same command opened. */
export function owedBefore(
  debts: readonly Debt[],
  { date, system_currency_fk }: Pick<Purchase, 'date' | 'system_currency_fk'>,
  facts: Facts,
  added: Money = ZERO,
): { readonly owed_before?: readonly OwedBefore[] } {
  const owed_before = foreignDebts(debts, system_currency_fk).flatMap((foreignDebt): OwedBefore[] => {
    const open = add(money(facts.level(`${openPrefix(foreignDebt, date)}${facts.ownId}`)), added);
    return open === 0n
      ? []
      : [{ supplier_fk: foreignDebt.supplier_fk ?? 0, currency_fk: foreignDebt.currency_fk, amount: printMoney(open) }];
  });
  return owed_before.length === 0 ? {} : { owed_before };
}
