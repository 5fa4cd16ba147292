/**
 * `GET closing_drawers/{id}/figures`: the X report of a drawer at any moment, and its Z report after its close. Before
 * the close only users who may approve a drawer see its cash, and the sums from which the cash can be told: others count
 * it blind.
 */
import { sql } from 'kysely';
import { Type } from 'typebox';
import { accountNumber, cashKey } from '../../domain/chart/chart.ts';
import { Nullable } from '../../domain/schemas/fields.schema.ts';
import { drawerDocument } from '../../domain/till/drawer.document.ts';
import type { DrawerAccount, PayIn, Payout } from '../../domain/till/drawer-events.ts';
import {
  type AccountReport,
  type DrawerReport,
  type DrawerTrade,
  drawerReport,
  type ReportedDrawer,
} from '../../domain/till/drawer-report.ts';
import type { PartRefund, PosReturn, PosSale, Refund } from '../../domain/till/receipts/pos-sale-events.ts';
import { isObject, listOf, type Members, membersOf } from '../../domain/values/members.ts';
import { type Money, money, printMoney } from '../../domain/values/money.ts';
import { inSnapshot, type Snapshot } from '../database/reader.ts';
import { findDocument } from '../details/find.ts';
import { IdParams } from '../http/query.schema.ts';
import { type Asked, declareRead } from '../http/route.ts';
import { countsBlind } from '../lists/counted-blind.ts';
import { withNames } from '../lists/names.ts';

const Text = () => Nullable(Type.String());
const Whole = () => Nullable(Type.Integer());

const Account = Type.Object(
  {
    account_fk: Type.Integer(),
    account_name: Text(),
    safe_account_fk: Type.Integer(),
    safe_account_name: Text(),
    currency_fk: Type.Integer(),
    currency_name: Text(),
    float_amount: Text(),
    paid_in: Text(),
    paid_out: Text(),
    sales: Text(),
    refunds: Text(),
    /** Office invoices and transfers into the account. */
    other: Text(),
    expected: Text(),
    counted: Text(),
    /** Over is positive, short negative. */
    difference: Text(),
    left: Text(),
  },
  { title: 'DrawerAccountFigures' },
);
const Move = Type.Object(
  {
    kind: Type.Enum(['pay_in', 'pay_out']),
    date: Type.String(),
    time: Text(),
    account_fk: Type.Integer(),
    account_name: Text(),
    currency_fk: Type.Integer(),
    currency_name: Text(),
    amount: Type.String(),
    expense_type_fk: Whole(),
    expense_type_name: Text(),
    note: Text(),
  },
  { title: 'DrawerMove' },
);
const Removed = Type.Object(
  {
    item_fk: Type.Integer(),
    item_name: Text(),
    unit_fk: Type.Integer(),
    unit_name: Text(),
    quantity: Type.String(),
    price: Type.String(),
    date: Type.String(),
    time: Text(),
    cashier_fk: Type.Integer(),
    cashier_name: Text(),
  },
  { title: 'RemovedLine' },
);
const Figures = Type.Object(
  {
    /** `z` after the close. */
    report: Type.Enum(['x', 'z']),
    status: Type.String(),
    number: Text(),
    accounts: Type.Array(Account),
    moves: Type.Array(Move),
    receipts: Type.Integer(),
    /** Receipts that are partly or wholly on account. */
    invoices: Type.Integer(),
    refund_count: Type.Integer(),
    gross: Text(),
    discounts: Text(),
    taxes: Text(),
    sold: Text(),
    refunded: Text(),
    app: Type.String(),
    credit: Type.String(),
    /** Receipts that arrived after the count. */
    late: Type.Integer(),
    /** Lines removed from receipts before payment. */
    removed: Type.Array(Removed),
  },
  { title: 'DrawerFigures' },
);

export const drawerFiguresRoute = declareRead({
  url: '/closing_drawers/:id/figures',
  permission: `${drawerDocument.resource}/show`,
  reads: ['documents', 'books', 'records'],
  params: IdParams,
  answer: Figures,
  operationId: 'showDrawerFigures',
  tag: 'till',
  summary: 'The X report of a drawer, or its Z report once it is closed',
  handle: ({ reader, person, params }) =>
    inSnapshot(reader, (snapshot) => drawerFigures(snapshot, Number(params['id']), person)),
});

/** Throws Refusal `not_found`. */
export async function drawerFigures(snapshot: Snapshot, id: number, person: Asked['person']) {
  const found = await findDocument(snapshot, drawerDocument, id, person);
  const data = membersOf(found['data']);
  const drawer = drawerIn(data);
  const isBlind = countsBlind(person, drawer.closing);
  const levels = drawer.closing || isBlind ? undefined : await levelsOf(snapshot, drawer.accounts);
  const trade = await tradeAt(snapshot, id);
  const report = drawerReport(drawer, trade, levels);
  const { accounts, receipts, invoices, refundCount, late, ...amounts } = report;
  return {
    report: drawer.closing ? ('z' as const) : ('x' as const),
    status: String(found['status']),
    number: typeof found['number'] === 'string' ? found['number'] : null,
    accounts: await withNames(
      snapshot,
      accounts.map((account) => (isBlind ? { ...accountRow(account), ...NO_CASH } : accountRow(account))),
      NAMED,
    ),
    moves: await withNames(snapshot, isBlind ? [] : movesOf(drawer), NAMED),
    removed: await withNames(snapshot, removedAt(drawer, trade), NAMED),
    receipts,
    invoices,
    refund_count: refundCount,
    late,
    ...printed(amounts),
    ...(isBlind ? NO_SUMS : {}),
  };
}

const NAMED = { account_fk: 'cash', safe_account_fk: 'cash', cashier_fk: 'user' };

type Amounts = Omit<DrawerReport, 'accounts' | 'receipts' | 'invoices' | 'refundCount' | 'late'>;

const printed = ({ gross, discounts, taxes, sold, refunded, app, credit }: Amounts) => ({
  gross: printMoney(gross),
  discounts: printMoney(discounts),
  taxes: printMoney(taxes),
  sold: printMoney(sold),
  refunded: printMoney(refunded),
  app: printMoney(app),
  credit: printMoney(credit),
});

const NO_CASH = { float_amount: null, paid_in: null, paid_out: null, sales: null, refunds: null };
/** What was sold, less the payments that are no cash, is the cash. */
const NO_SUMS = { gross: null, discounts: null, taxes: null, sold: null, refunded: null };

const maybe = (amount: Money | undefined): string | null => (amount === undefined ? null : printMoney(amount));

const accountRow = ({ account, ...report }: AccountReport) => ({
  account_fk: account.account_fk,
  safe_account_fk: account.safe_account_fk,
  currency_fk: account.currency_fk,
  float_amount: printMoney(report.float),
  paid_in: printMoney(report.paidIn),
  paid_out: printMoney(report.paidOut),
  sales: printMoney(report.sales),
  refunds: printMoney(report.refunds),
  other: maybe(report.other),
  expected: maybe(report.expected),
  counted: maybe(report.counted),
  difference: maybe(report.difference),
  left: maybe(report.left),
});

/** Oldest first. */
const removedAt = ({ closing }: ReportedDrawer, { receipts }: DrawerTrade) =>
  [...receipts, ...(closing ? [closing] : [])]
    .flatMap(({ removed = [] }) => removed)
    .map((line) => ({ ...line }))
    .toSorted((a, b) => (`${a.date} ${a.time}` < `${b.date} ${b.time}` ? -1 : 1));

function movesOf({ payins, payouts }: ReportedDrawer) {
  const row = (kind: 'pay_in' | 'pay_out', { date, time, account, amount, note }: PayIn | Payout) => ({
    kind,
    date,
    time,
    amount,
    note,
    account_fk: account.account_fk,
    currency_fk: account.currency_fk,
  });
  return [
    ...payins.map((move) => ({ ...row('pay_in', move), expense_type_fk: null })),
    ...payouts.map((move) => ({ ...row('pay_out', move), expense_type_fk: move.expense_type_fk })),
  ].toSorted((a, b) => (`${a.date} ${a.time}` < `${b.date} ${b.time}` ? -1 : 1));
}

/** The current balance of each account in the books, in its own currency. */
async function levelsOf(snapshot: Snapshot, accounts: readonly DrawerAccount[]): Promise<ReadonlyMap<number, Money>> {
  const numbers = accounts.map(({ account_fk, account_type }) =>
    accountNumber({ key: cashKey(account_type), of: account_fk }),
  );
  const { rows } = await sql<{ account: number; currency_fk: number; amount: string }>`
    select account, currency_fk, sum(foreign_debit - foreign_credit)::text as amount
    from read.movement_month where account = any(${numbers}::int[]) group by 1, 2`.execute(snapshot);
  return new Map(
    accounts.map(({ account_fk, currency_fk }, index) => {
      const own = rows.find((row) => row.account === numbers[index] && row.currency_fk === currency_fk);
      return [account_fk, money(own?.amount ?? '0')];
    }),
  );
}

/** All sales and returns at the drawer. */
async function tradeAt(snapshot: Snapshot, drawer: number): Promise<DrawerTrade> {
  const { rows } = await sql<{ status: string; data: unknown }>`
    select d.status, d.data from read.document d where d.kind = 'pos_sale' and d.status in ('complete', 'refunded', 'returned') and (
      (d.data ->> 'drawer_fk')::int = ${drawer}
      or (d.data #>> '{refund,drawer_fk}' is not null and (d.data #>> '{refund,drawer_fk}')::int = ${drawer})
      or (d.data #> '{refunds,0}' is not null and d.data -> 'refunds' @> jsonb_build_array(jsonb_build_object('drawer_fk', ${drawer}::int)))
    )`.execute(snapshot);
  const isHere = (of: unknown) => membersOf(of)['drawer_fk'] === drawer;
  const sold = rows.filter(({ status }) => status !== 'returned').map(({ data }) => data);
  return {
    receipts: sold.filter(isHere).filter(isReceipt),
    refunds: sold
      .map((data) => membersOf(data)['refund'])
      .filter(isHere)
      .filter(isRefund),
    parts: sold.flatMap((data) => listOf(membersOf(data)['refunds']).filter(isHere).filter(isGivenBack)),
    returns: rows.flatMap(({ status, data }) => (status === 'returned' && isReturn(data) ? [data] : [])),
  };
}

// The read model stores the deciders' states unchanged.
const hasLists = (value: unknown): value is Members =>
  isObject(value) && Array.isArray(value['lines']) && Array.isArray(value['payments']);
const isReceipt = (value: unknown): value is PosSale => hasLists(value) && 'change_amount' in value;
const isRefund = (value: unknown): value is Refund => isObject(value) && isReceipt(value['receipt']);
const isGivenBack = (value: unknown): value is PartRefund => hasLists(value) && 'refund_id' in value;
const isReturn = (value: unknown): value is PosReturn => hasLists(value) && !('change_amount' in value);
const isAccount = (value: unknown): value is DrawerAccount =>
  isObject(value) && typeof value['account_fk'] === 'number';
const isMove = (value: unknown): value is PayIn & Payout => isObject(value) && isAccount(value['account']);
const isCounted = (
  value: unknown,
): value is NonNullable<ReportedDrawer['count']> & NonNullable<ReportedDrawer['closing']> =>
  isObject(value) && Array.isArray(value['accounts']);

const drawerIn = ({ accounts, payins, payouts, count, closing }: Members): ReportedDrawer => ({
  accounts: listOf(accounts).filter(isAccount),
  payins: listOf(payins).filter(isMove),
  payouts: listOf(payouts).filter(isMove),
  count: isCounted(count) ? count : null,
  closing: isCounted(closing) ? closing : null,
});
