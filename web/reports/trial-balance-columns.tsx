/**
 * The columns of the trial balance: opening balance and movements of a period, the balances of each outlet, total
 * balances, the part in foreign currencies, and the balances at another moment.
 */
import { figureTarget } from '../shared/explain/links.tsx';
import { say } from '../shared/language/language.ts';
import { amountColumn, figureColumn } from '../shared/report/columns.tsx';
import type { ReportColumn, Target } from '../shared/report/declaration.ts';
import type { ReportSearch } from '../shared/report/report-search.ts';
import type { Currency } from '../shared/session/session.ts';
import { type BalanceRow, PERIOD_SIDES, type TrialBalance } from './trial-balance-rows.ts';

const SIDES = ['debit', 'credit'] as const;

/** The reference of a figure, with both times: "known now" becomes the answer's position. */
function explained(data: TrialBalance | undefined, times: ReportSearch, name: ReportSearch): Target | undefined {
  return data && figureTarget('trial_balance', { known_at: data.position, ...times, ...name });
}

/** Links for a row and for the footer. */
const leadingOn = (data: TrialBalance | undefined, times: ReportSearch, name: ReportSearch) => ({
  link: ({ account }: BalanceRow) => explained(data, times, { account, ...name }),
  links: { total: explained(data, times, name) },
});

export function figureColumns(
  data: TrialBalance | undefined,
  times: ReportSearch,
  currency: Currency,
  currencies: readonly Currency[],
): ReportColumn<BalanceRow>[] {
  return [
    ...(times['from'] === undefined ? [] : periodColumns(data, times, currency)),
    ...outletColumns(data, times, currency),
    ...SIDES.map((side) =>
      amountColumn<BalanceRow>(side, currency, {
        text: (row) => row.now?.[side] ?? '',
        blankZero: true,
        ...leadingOn(data, times, { of: side }),
        total: data?.totals[side],
      }),
    ),
    ...foreignColumns(data, times, currencies),
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
      ...leadingOn(data, times, { of: side }),
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
        text: ({ now }) => now?.outlets.find((ofOutlet) => ofOutlet.outlet_fk === outlet.outlet_fk)?.[side] ?? '',
        blankZero: true,
        ...leadingOn(data, times, { outlet_fk: outlet.outlet_fk, of: side }),
        total: outlet[side],
      }),
    ),
  );
}

/** Debit is positive; there is no total across currencies. */
function foreignColumns(
  data: TrialBalance | undefined,
  times: ReportSearch,
  currencies: readonly Currency[],
): ReportColumn<BalanceRow>[] {
  return (data?.currencies ?? []).map(({ currency_fk, currency_name }) =>
    figureColumn<BalanceRow>(`foreign_${currency_fk}`, {
      decimals: currencies.find(({ currency_id }) => currency_id === currency_fk)?.decimals ?? 2,
      heading: currency_name ?? '',
      text: ({ now }) => now?.foreign.find((value) => value.currency_fk === currency_fk)?.amount ?? '',
      blankZero: true,
      ...leadingOn(data, times, { currency_fk, of: 'foreign' }),
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
      ...leadingOn(data, times, { of: side }),
      total: data?.totals[side],
    }),
  );
  const difference = amountColumn<BalanceRow>('difference', currency, {
    blankZero: true,
    text: (row) => row.difference ?? '',
  });
  return [...then, difference];
}
