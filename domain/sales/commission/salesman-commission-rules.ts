/** Calculates a commission from the books, and checks its approval and payment. */

import type { Facts } from '../../deciding/facts.ts';
import { checkPlace, known, systemCurrency, unitOf } from '../../documents/document-rules.ts';
import { paidOut } from '../../documents/paid-out.ts';
import type { PayOutInput } from '../../schemas/paid-out.schema.ts';
import { defined } from '../../values/defined.ts';
import { dayAfter, readDate, validDate } from '../../values/effective-date.ts';
import { type Money, money, printMoney, roundTo, sum, toMoney } from '../../values/money.ts';
import { Issues } from '../../values/refusal.ts';
import { commissionPeriods, type EarlierCommission, lastOf } from './commission-periods.ts';
import { commissionOf, type Slice } from './commission-slices.ts';
import type { SalesmanData } from './salesman.record.ts';
import type { SalesmanCommissionInput } from './salesman-commission.schema.ts';
import type { CommissionPaid, CommissionSource, SalesmanCommission } from './salesman-commission-events.ts';

/**
 * A sale, delivered online order or return with the part of its figures that the last commission did not include, in
 * the system currency.
 */
export interface SourceAmounts {
  readonly source: string;
  /** A day of the month to which the figures belong; absent where only the sum is known. */
  readonly month?: string;
  /** Price × quantity, less returns. */
  readonly sales: string;
  readonly discounts: string;
  /** Cost of sold goods and bonus goods. */
  readonly cost: string;
}

export interface CommissionQueryResult {
  /** Position of the last included event. */
  readonly position: string;
  /** The last unreversed commission of the salesman at this outlet. */
  readonly previous: { readonly id: number; readonly to_date: string } | null;
  readonly sources: readonly SourceAmounts[];
  /** The approved commissions of the salesman in all outlets. */
  readonly earlier?: readonly EarlierCommission[];
}

export function commissionFacts(input: SalesmanCommissionInput, facts: Facts): SalesmanCommission {
  const issues = new Issues();
  checkPlace(input, facts, issues);
  const salesman = known<SalesmanData>(facts, issues, 'salesman_fk', 'salesman', input.salesman_fk)?.data;
  const type = salesman?.commission_type ?? 'none';
  if (salesman && type === 'none') issues.add('salesman_fk', 'no_commission');
  const measured = facts.queryResult as CommissionQueryResult | undefined;
  if (!readDate(input.to_date)) issues.add('to_date', 'date');
  else if (!measured) issues.add('to_date', 'try_again_later');
  const last = measured?.previous?.to_date;
  if (last !== undefined && input.to_date <= last) issues.add('to_date', 'commission_until', { value: last });
  issues.throwIfAny();
  const sold = (measured?.sources ?? []).map((source) => ({ ...counted(source, type), month: source.month }));
  const sources = bySource(sold);
  const slices = slicesOf(defined(salesman, 'the salesman'));
  const basis = sum(sources.map(({ amount }) => money(amount)));
  const system = systemCurrency(facts);
  const rounded = (amount: Money) => roundTo(amount, unitOf(system, facts));
  const period = salesman?.quota_period ?? 'each';
  const byDay = sold.map(({ month, amount }) => [month ?? input.to_date, money(amount)] as const);
  const earlier = measured?.earlier ?? [];
  const periods = period === 'each' ? undefined : commissionPeriods(byDay, earlier, { period, slices, rounded });
  const earned = periods ? sum(periods.map(({ amount }) => money(amount))) : rounded(commissionOf(basis, slices));
  return {
    outlet_fk: input.outlet_fk,
    salesman_fk: input.salesman_fk,
    date: input.date,
    from_date: last === undefined ? null : dayAfter(validDate(last)),
    to_date: input.to_date,
    previous_salesman_commission_fk: measured?.previous?.id ?? null,
    known_position: measured?.position ?? '0',
    currency_fk: system,
    system_currency_fk: system,
    commission_type: type,
    slices,
    sources,
    basis: printMoney(basis),
    amount: printMoney(earned),
    ...(periods ? { quota_period: period, periods, last_salesman_commission_fk: lastOf(earlier) } : {}),
    reference_number: input.reference_number ?? null,
    note: input.note ?? null,
  };
}

/** The amounts of each source over all months, without those that are zero. */
function bySource(sold: readonly CommissionSource[]): CommissionSource[] {
  return [...Map.groupBy(sold, ({ source }) => source)]
    .map(([source, own]) => ({ source, amount: printMoney(sum(own.map(({ amount }) => money(amount)))) }))
    .filter(({ amount }) => amount !== '0');
}

/** The basis: the sale itself, its revenue after discounts, or its gross profit. */
function counted({ source, sales, discounts, cost }: SourceAmounts, type: SalesmanData['commission_type']) {
  const revenue = type === 'percentage' ? money(sales) : money(sales) - money(discounts);
  const amount = type === 'gross_profit' ? revenue - money(cost) : revenue;
  return { source, amount: printMoney(toMoney(amount)) } satisfies CommissionSource;
}

function slicesOf(salesman: SalesmanData): readonly Slice[] {
  const tiers = ([1, 2, 3] as const).map((tier) => ({
    above: salesman[`sale_man_quota_${tier}`],
    percentage: salesman[`sale_man_commission_percentage_${tier}`],
  }));
  const first = { above: '0', percentage: salesman.sale_man_commission_percentage ?? '0' };
  const isSaid = (tier: (typeof tiers)[number]): tier is Slice => tier.above !== null && tier.percentage !== null;
  return [first, ...tiers.filter(isSaid)];
}

const lastBefore = ({ last_salesman_commission_fk: last = null }: SalesmanCommission): number | null => last;

/** Refuses a negative commission, which is carried to a later period, and one prepared before another was approved. */
export function checkApproval(commission: SalesmanCommission, facts: Facts): SalesmanCommission {
  const issues = new Issues();
  const measured = facts.queryResult as CommissionQueryResult | undefined;
  if (measured && (measured.previous?.id ?? null) !== commission.previous_salesman_commission_fk) {
    issues.add('to_date', 'commission_prepare_again');
  } else if (measured && commission.periods && lastOf(measured.earlier ?? []) !== lastBefore(commission)) {
    // Another outlet's commission counted for the same period.
    issues.add('to_date', 'commission_prepare_again');
  }
  if (money(commission.amount) <= 0n) issues.add('to_date', 'commission_nothing_earned');
  issues.throwIfAny();
  return commission;
}

export function paidCommission(commission: SalesmanCommission, input: PayOutInput, facts: Facts): CommissionPaid {
  const { outlet_fk, salesman_fk, currency_fk, system_currency_fk, amount } = commission;
  return { outlet_fk, salesman_fk, currency_fk, system_currency_fk, amount, ...paidOut(commission, input, facts) };
}
