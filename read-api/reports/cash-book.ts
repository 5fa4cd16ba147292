/**
 * `GET financial_reports/cash_book`: the lines of one cash account, bank account or remittance in effective order, with
 * the running balance in its own currency and in the system currency. It ends at the balance of `cash_balance_show`.
 */
import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { money, printMoney, toMoney } from '../../domain/values/money.ts';
import { accountBalances, shift } from '../books/account-balances.ts';
import { readKnownAt, shownPosition } from '../books/known-at.ts';
import { shownName } from '../database/names-by-language.ts';
import { inSnapshot, type Snapshot } from '../database/reader.ts';
import { DayText, IdText, Paging, Query, TwoTimes } from '../http/query.schema.ts';
import { type Asked, declareRead } from '../http/route.ts';
import { allOf, notFound, rowScope } from '../http/scope.ts';
import type { Condition } from '../lists/list-source.ts';
import { LedgerLine, ledgerLines, sides, sumBefore, turnoverOf } from './ledger-lines.ts';
import { inTimes, paged, RunningSchema, readPaging, totalsOf } from './running.ts';

const Text = () => Type.Union([Type.String(), Type.Null()]);
/** In the account's currency, and in the system currency. */
const Balance = Type.Object({ amount: Type.String(), base: Type.String() });
const CashLine = Type.Object({
  ...LedgerLine.properties,
  /** In the account's own currency. */
  received: Type.String(),
  paid: Type.String(),
  balance: Type.String(),
  balance_base: Type.String(),
});
type CashLine = Static<typeof CashLine>;
const CashBook = RunningSchema(CashLine, {
  account_id: Type.Integer(),
  account_name: Text(),
  account: Type.Integer(),
  currency_fk: Type.Integer(),
  currency_name: Text(),
  opening: Balance,
  closing: Balance,
  totals: Type.Object({ debit: Type.String(), credit: Type.String() }),
});

export const cashBookRoute = declareRead({
  url: '/financial_reports/cash_book',
  permission: 'financial_reports/cash_book',
  reads: ['books', 'events', 'documents', 'records'],
  query: Query({ account_id: IdText(), from: Type.Optional(DayText()), ...TwoTimes, ...Paging }),
  answer: CashBook,
  operationId: 'cashBook',
  tag: 'reports',
  summary: 'Lines of a cash box or bank account with its running balance',
  handle: (requested) => inSnapshot(requested.reader, (snapshot) => cashBook(snapshot, requested)),
});

interface Held {
  readonly amount: bigint;
  readonly base: bigint;
}

export async function cashBook(snapshot: Snapshot, { person, query }: Pick<Asked, 'person' | 'query'>) {
  const { from, as_at: asAt } = query;
  const cash = await cashOf(snapshot, Number(query['account_id']), rowScope(person, { outlet: sql`r.outlet_fk` }));
  const known = await readKnownAt(snapshot, query['known_at']);
  const where: Condition[] = [sql`account = ${cash.account}`, ...rowScope(person, { outlet: sql`outlet_fk` })];
  const before = from === undefined ? [] : await accountBalances(snapshot, { asAt: shift(from, -1), known, where });
  const opening: Held = before.reduce(
    (held, accountBalance) => ({
      amount: held.amount + money(accountBalance.foreign_amount),
      base: held.base + money(accountBalance.base),
    }),
    { amount: 0n, base: 0n },
  );
  const lines = [...inTimes(from, asAt, known), ...where];
  const { count, debit, credit } = await turnoverOf(snapshot, lines);
  const { sums } = await totalsOf(snapshot, 'read.journal_line', lines, ['foreign_amount']);
  const page = readPaging(query);
  const earlier = await sumBefore(snapshot, lines, page.offset);
  const start = { amount: opening.amount + earlier.foreign, base: opening.base + earlier.base };
  return {
    ...paged(page, count),
    data: runOn(await ledgerLines(snapshot, lines, page), start),
    params: query,
    position: await shownPosition(snapshot, known),
    ...cash,
    opening: shown(opening),
    closing: shown({ amount: opening.amount + money(sums[0] ?? '0'), base: opening.base + debit - credit }),
    totals: { debit: printMoney(toMoney(debit)), credit: printMoney(toMoney(credit)) },
  };
}

interface Cash {
  readonly account_id: number;
  readonly account_name: string;
  readonly account: number;
  readonly currency_fk: number;
  readonly currency_name: string | null;
}

export async function cashOf(snapshot: Snapshot, id: number, scope: readonly Condition[]): Promise<Cash> {
  const { rows } = await sql<Cash>`
    select r.id as account_id, ${shownName('r')} as account_name, a.account, (r.data ->> 'currency_fk')::int as currency_fk,
      ${shownName('c')} as currency_name
    from read.account a join read.record r on r.kind = a.record_kind and r.id = a.record_id
    left join read.record c on c.kind = 'currency' and c.id = (r.data ->> 'currency_fk')::int
    where a.record_kind = 'cash' and r.id = ${id} and ${allOf(scope)}`.execute(snapshot);
  const [cash] = rows;
  if (!cash) throw notFound();
  return cash;
}

function runOn(lines: readonly LedgerLine[], start: Held): CashLine[] {
  let { amount, base } = start;
  return lines.map((line) => {
    const moved = money(line.foreign_amount);
    amount += moved;
    base += money(line.debit) - money(line.credit);
    const { debit: received, credit: paid } = sides(moved);
    return {
      ...line,
      received,
      paid,
      balance: printMoney(toMoney(amount)),
      balance_base: printMoney(toMoney(base)),
    };
  });
}

const shown = ({ amount, base }: Held) => ({ amount: printMoney(toMoney(amount)), base: printMoney(toMoney(base)) });
