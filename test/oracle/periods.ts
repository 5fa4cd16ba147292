/**
 * Posting rules of revaluations, year closes, commissions, app settlements and fixed assets (docs/accounting.md,
 * sections 5 and 6).
 */
import type { AssetPurchase } from '../../domain/assets/asset-purchase.ts';
import type { AssetSale } from '../../domain/assets/asset-sale.ts';
import type { Depreciation } from '../../domain/assets/depreciation.ts';
import type { PostedRevaluation } from '../../domain/ledger/revaluation-events.ts';
import type { Closed } from '../../domain/ledger/year-close.ts';
import type { CommissionPaid, SalesmanCommission } from '../../domain/sales/commission/salesman-commission-events.ts';
import type { AppSettlement } from '../../domain/till/app-settlement.ts';
import {
  cashAccount,
  converted,
  type Entry,
  foreignMoney,
  given,
  inSystem,
  isMoney,
  type Line,
  moment,
  paidBy,
  paidTo,
} from './entry.ts';
import { inBooks, money, total } from './exact.ts';

type NameOf = (account: number) => string;

/**
 * Posts the unrealised gain of each balance at the rate of the day, and the inverted lines at the start of the next
 * day.
 */
export function revalued(of: PostedRevaluation, nameOf: NameOf): Entry[] {
  const [outlet, system] = [of.outlet_fk, of.system_currency_fk];
  const gains = of.balances.map((balance): Line => {
    const name = nameOf(balance.account);
    const owed = /payable|billed|liabilities/.test(name) ? 'payable' : 'receivable';
    const side = isMoney(name) ? 'cash' : owed;
    const gain =
      inBooks(money(balance.foreign_amount), { ...balance, system_currency_fk: system }) - money(balance.base);
    return inSystem(outlet, `${side}-revaluation`, gain, system);
  });
  const lines = [...gains, inSystem(outlet, 'fx-unrealised', -total(gains.map(({ base }) => base)), system)];
  const back = lines.map((line) => ({ ...line, base: -line.base, foreign: -line.foreign }));
  const next = new Date(Date.parse(of.date) + 86_400_000).toISOString().slice(0, 10);
  return [
    { at: `${of.date}T23:59:59`, lines, moves: [] },
    { at: `${next}T00:00:00`, lines: back, moves: [] },
  ];
}

/** Clears the income and expense accounts in each outlet; their sum goes to `retained-earnings`. */
export function yearClosed({ date, books, system_currency_fk: system }: Closed, nameOf: NameOf): Entry {
  const lines = books.balances.flatMap((balance): Line[] => {
    const [outlet, base] = [balance.outlet_fk, money(balance.base)];
    return [
      {
        account: nameOf(balance.account),
        outlet,
        currency: balance.currency_fk,
        base: -base,
        foreign: -money(balance.foreign_amount),
      },
      inSystem(outlet, 'retained-earnings', base, system),
    ];
  });
  return { at: `${date}T23:59:59`, lines, moves: [] };
}

export function commissionApproved(of: SalesmanCommission): Entry {
  const line = (account: string, base: bigint) => inSystem(of.outlet_fk, account, base, of.system_currency_fk);
  const lines = [line('commission', money(of.amount)), line('commission-payable', -money(of.amount))];
  return { at: moment(of.date, null, 'out'), lines, moves: [] };
}

export function commissionPaid(of: CommissionPaid): Entry {
  const line = (account: string, base: bigint) => inSystem(of.outlet_fk, account, base, of.system_currency_fk);
  const cash = cashAccount(of.account_type, of.account_fk);
  const lines = given(of, [line('commission-payable', money(of.amount)), line(cash, -money(of.amount))]);
  return { at: moment(of.date, of.time, 'out'), lines, moves: foreignMoney(lines, of.system_currency_fk) };
}

export function appSettled(of: AppSettlement): Entry {
  const line = (account: string, base: bigint) => inSystem(of.outlet_fk, account, base, of.system_currency_fk);
  const [amount, fee] = [money(of.amount), money(of.fee)];
  const paid = [line('app-clearing', -amount), line(cashAccount(of.account_type, of.account_fk), amount - fee)];
  return {
    at: moment(of.date, of.time, 'in'),
    lines: fee === 0n ? paid : [...paid, line(`expense-type ${of.expense_type_fk}`, fee)],
    moves: [],
  };
}

export function assetBought(of: AssetPurchase): Entry {
  const { outlet_fk: outlet, payment_type } = of;
  if (payment_type === 'opening') return assetOpened(of);
  const lines = converted(
    [
      { outlet, account: `fixed-assets ${of.fixed_asset_fk}`, amount: money(of.amount) },
      { outlet, ...paidBy({ ...of, payment_type }), amount: -money(of.amount) },
    ],
    of,
  );
  return { at: moment(of.date, of.time, 'out'), lines, moves: foreignMoney(lines, of.system_currency_fk) };
}

function assetOpened(of: AssetPurchase): Entry {
  const [cost, before] = [money(of.amount), money(of.depreciated_amount ?? '0')];
  const line = (account: string, base: bigint) => inSystem(of.outlet_fk, account, base, of.system_currency_fk);
  return {
    at: moment(of.opened_on ?? of.date, null, 'in'),
    lines: [
      line(`fixed-assets ${of.fixed_asset_fk}`, cost),
      line('accumulated-depreciation', -before),
      line('opening-equity', before - cost),
    ],
    moves: [],
  };
}

export function depreciated(of: Depreciation): Entry {
  const amount = total(of.lines.map((line) => money(line.amount)));
  const line = (account: string, base: bigint) => inSystem(of.outlet_fk, account, base, of.system_currency_fk);
  return {
    at: moment(of.date, null, 'out'),
    lines: [line('depreciation', amount), line('accumulated-depreciation', -amount)],
    moves: [],
  };
}

/** The sale or disposal of an asset removes its cost and its accumulated depreciation. The rest is a gain or a loss. */
export function assetGone(of: AssetSale): Entry {
  const { outlet_fk: outlet, system_currency_fk: system } = of;
  const at = moment(of.date, of.time, 'in');
  const [cost, before, toTheDay] = [of.cost_amount, of.depreciated_amount, of.depreciation_amount].map(money);
  const proceeds: Line[] =
    of.payment_type === null
      ? []
      : [
          {
            outlet,
            ...paidTo({ ...of, payment_type: of.payment_type }),
            currency: of.currency_fk,
            foreign: money(of.amount),
            base: inBooks(money(of.amount), of),
          },
        ];
  const out: Line[] = [
    inSystem(outlet, 'depreciation', toTheDay ?? 0n, system),
    inSystem(outlet, 'accumulated-depreciation', before ?? 0n, system),
    inSystem(outlet, `fixed-assets ${of.fixed_asset_fk}`, -(cost ?? 0n), system),
  ];
  const rest = -total([...proceeds, ...out].map(({ base }) => base));
  const result = inSystem(outlet, rest > 0n ? 'asset-sale-loss' : 'asset-sale-gain', rest, system);
  const received = given(of, proceeds);
  return { at, lines: [...received, ...out, result], moves: foreignMoney(received, system) };
}
