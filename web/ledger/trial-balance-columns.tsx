/**
 * The figures of the trial balance: of a period what stood before it and what moved in it, the balances of each
 * outlet, the balances of all, what of them is in other currencies, and the balances at another moment.
 */
import { say } from '../shared/language/language.ts';
import type { ReportSearch } from '../shared/report/address.ts';
import { amountColumn, figureColumn, type Target } from '../shared/report/columns.tsx';
import type { ReportColumn } from '../shared/report/declaration.ts';
import type { Currency } from '../shared/session/session.ts';
import { type BalanceRow, PERIOD_SIDES, type TrialBalance } from './trial-balance-rows.ts';

const SIDES = ['debit', 'credit'] as const;

/** Headings of the tree are sums that stand in no ledger line of their own, but their lines are those below them. */
const ledgerOf =
  ({ by: _by, ...times }: ReportSearch, more: ReportSearch = {}) =>
  ({ account }: BalanceRow): Target => ({ to: '/reports/account-ledger', search: { ...times, ...more, account } });

export function figureColumns(
  data: TrialBalance | undefined,
  times: ReportSearch,
  currency: Currency,
): ReportColumn<BalanceRow>[] {
  return [
    ...(times['from'] === undefined ? [] : periodColumns(data, times, currency)),
    ...outletColumns(data, times, currency),
    ...SIDES.map((side) =>
      amountColumn<BalanceRow>(side, currency, {
        text: (row) => row.now?.[side] ?? '',
        blankZero: true,
        link: ledgerOf(times),
        total: data?.totals[side],
      }),
    ),
    ...foreignColumns(data, times),
  ];
}

function periodColumns(
  data: TrialBalance | undefined,
  times: ReportSearch,
  currency: Currency,
): ReportColumn<BalanceRow>[] {
  return PERIOD_SIDES.map((side) =>
    amountColumn<BalanceRow>(side, currency, {
      text: (row) => row.now?.[side] ?? '',
      blankZero: true,
      link: ledgerOf(times),
      total: data?.totals[side],
    }),
  );
}

function outletColumns(
  data: TrialBalance | undefined,
  times: ReportSearch,
  currency: Currency,
): ReportColumn<BalanceRow>[] {
  return (data?.outlets ?? []).flatMap((outlet) =>
    SIDES.map((side) =>
      amountColumn<BalanceRow>(`${side}_${outlet.outlet_fk}`, currency, {
        heading: say(`report:columns.outlet_${side}`, { name: outlet.outlet_name ?? '' }),
        text: ({ now }) => now?.outlets.find((each) => each.outlet_fk === outlet.outlet_fk)?.[side] ?? '',
        blankZero: true,
        link: ledgerOf(times, { outlet_fk: outlet.outlet_fk }),
        total: outlet[side],
      }),
    ),
  );
}

/** Debit is positive; they do not add up, so there is no total. */
function foreignColumns(data: TrialBalance | undefined, times: ReportSearch): ReportColumn<BalanceRow>[] {
  return (data?.currencies ?? []).map(({ currency_fk, currency_name }) =>
    figureColumn<BalanceRow>(`foreign_${currency_fk}`, {
      heading: currency_name ?? '',
      text: ({ now }) => now?.foreign.find((each) => each.currency_fk === currency_fk)?.amount ?? '',
      blankZero: true,
      link: ledgerOf(times),
    }),
  );
}

export function comparedColumns(
  data: TrialBalance | undefined,
  times: ReportSearch,
  currency: Currency,
): ReportColumn<BalanceRow>[] {
  const then = SIDES.map((side) =>
    amountColumn<BalanceRow>(`then_${side}`, currency, {
      label: `report:columns.then_${side}`,
      text: (row) => row.earlier?.[side] ?? '',
      blankZero: true,
      link: ledgerOf(times),
      total: data?.totals[side],
    }),
  );
  const difference = amountColumn<BalanceRow>('difference', currency, {
    blankZero: true,
    text: (row) => row.difference ?? '',
  });
  return [...then, difference];
}
