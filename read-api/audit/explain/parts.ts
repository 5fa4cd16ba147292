/**
 * The parts of a figure, each of which is a figure again until it is a line of the ledger: a heading is its accounts, an
 * account of many lines its months, and a month its lines. The sum of all parts is the figure.
 */
import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { type Money, money, printMoney } from '../../../domain/kernel/money.ts';
import { printQuantity, type Quantity, quantity } from '../../../domain/kernel/quantity.ts';
import { forbidden } from '../../../identity/guard.ts';
import type { Person } from '../../../identity/person.ts';
import type { Snapshot } from '../../database/reader.ts';
import { fetchNames } from '../../lists/names.ts';
import { userId } from '../../lists/record-list.ts';
import { shift } from '../../reports/account-balances.ts';
import { type Chart, readChart } from '../../reports/chart.ts';
import { booksPosition } from '../../reports/known-at.ts';
import type { Page } from '../../reports/running.ts';
import { type Figure, permissionOf, printFigure } from './figure.ts';
import { type Lines, linesOf, tableOf, whereOf } from './lines.ts';

const Text = () => Type.Union([Type.String(), Type.Null()]);

export const LinePart = Type.Object({
  position: Type.String(),
  /** Of the journal; of goods, the place in the posting that brought the movement. */
  line_no: Type.Integer(),
  effective_date: Type.String(),
  recorded_at: Type.String(),
  account: Type.Union([Type.Integer(), Type.Null()]),
  account_key: Text(),
  account_name: Text(),
  kind: Type.String(),
  document: Type.String(),
  document_kind: Type.String(),
  document_id: Type.Integer(),
  number: Text(),
  cause_position: Type.String(),
  event_type: Type.String(),
  actor_name: Text(),
  device: Text(),
  reason: Text(),
  item_fk: Type.Union([Type.Integer(), Type.Null()]),
  inventory_fk: Type.Union([Type.Integer(), Type.Null()]),
});
export const Part = Type.Object({
  of: Type.Union([Type.Literal('account'), Type.Literal('month'), Type.Literal('line')]),
  amount: Type.String(),
  /** What explains this part; null for a line, which is explained by its event. */
  figure: Text(),
  account: Type.Union([Type.Integer(), Type.Null()]),
  account_key: Text(),
  account_name: Text(),
  /** First day of the month. */
  month: Text(),
  line: Type.Union([LinePart, Type.Null()]),
});
export type Part = Static<typeof Part>;

export interface Explained {
  readonly amount: string;
  /** As known at this position. */
  readonly position: string;
  readonly of: Part['of'];
  readonly total: number;
  readonly parts: readonly Part[];
}

/** More lines than this are shown by month. */
const LINES_MAX = 200;

export async function explain(snapshot: Snapshot, figure: Figure, person: Person, page: Page): Promise<Explained> {
  const permission = permissionOf(figure);
  if (!person.can(permission)) throw forbidden(permission);
  const chart = await readChart(snapshot);
  const lines = await linesOf(snapshot, chart, figure, person);
  const exact = figure.measure === 'quantity' ? QUANTITIES : AMOUNTS;
  const parts = (await accountParts(snapshot, chart, figure, lines)) ?? (await monthParts(snapshot, figure, lines));
  const { known } = lines;
  const position = String(known?.position ?? (await booksPosition(snapshot)));
  if (parts) {
    const of = parts[0]?.of ?? 'line';
    const shown = parts.slice(page.offset, page.offset + page.perPage);
    return { amount: exact.sum(parts.map(({ amount }) => amount)), position, of, total: parts.length, parts: shown };
  }
  const { total, amount } = await totalOf(snapshot, lines);
  return {
    amount: exact.sum([amount]),
    position,
    of: 'line',
    total,
    parts: await lineParts(snapshot, chart, lines, page),
  };
}

interface Exact {
  sum(amounts: readonly string[]): string;
}
const AMOUNTS: Exact = {
  sum: (amounts) => printMoney(amounts.reduce((total, each) => total + money(each), 0n) as Money),
};
const QUANTITIES: Exact = {
  sum: (amounts) => printQuantity(amounts.reduce((total, each) => total + quantity(each), 0n) as Quantity),
};

const part = (of: Part['of'], amount: string, more: Partial<Part>): Part => ({
  ...{ of, amount, figure: null, account: null, account_key: null, account_name: null, month: null, line: null },
  ...more,
});

/** Of a heading, or of an account with others below it; on one side, those that stand there. */
async function accountParts(
  snapshot: Snapshot,
  chart: Chart,
  figure: Figure,
  lines: Lines,
): Promise<Part[] | undefined> {
  const { account: top, side, own } = figure;
  if (top === undefined || own || chart.subtree(Number(top)).length === 1) return undefined;
  const { rows } = await sql<{ account: number; amount: string }>`
    select j.account, sum(${lines.amount}) as amount from ${tableOf(lines)} j ${whereOf(lines)}
    group by j.account having sum(${lines.amount}) <> 0 order by j.account`.execute(snapshot);
  return rows
    .filter(({ amount }) => side === undefined || money(amount) > 0n)
    .map(({ account, amount }) =>
      part('account', amount, {
        figure: printFigure({ ...figure, account: String(account), own: '1' }),
        account,
        account_key: chart.get(account)?.key ?? null,
        account_name: chart.get(account)?.name ?? null,
      }),
    );
}

async function totalOf(snapshot: Snapshot, lines: Lines): Promise<{ total: number; amount: string; months: number }> {
  const { rows } = await sql<{ total: number; amount: string; months: number }>`
    select count(*)::int as total, coalesce(sum(${lines.amount}), 0) as amount,
      count(distinct date_trunc('month', j.effective_date))::int as months
    from ${tableOf(lines)} j ${whereOf(lines)}`.execute(snapshot);
  return rows[0] ?? { total: 0, amount: '0', months: 0 };
}

async function monthParts(snapshot: Snapshot, figure: Figure, lines: Lines): Promise<Part[] | undefined> {
  const { total, months } = await totalOf(snapshot, lines);
  if (total <= LINES_MAX || months < 2) return undefined;
  const { rows } = await sql<{ month: string; amount: string }>`
    select date_trunc('month', j.effective_date)::date as month, sum(${lines.amount}) as amount
    from ${tableOf(lines)} j ${whereOf(lines)} group by 1 order by 1`.execute(snapshot);
  const { from, as_at: asAt } = figure;
  return rows.map(({ month, amount }) => {
    const last = shift(`${shift(month, 31).slice(0, 7)}-01`, -1);
    const times = {
      from: from !== undefined && from > month ? from : month,
      as_at: asAt !== undefined && asAt < last ? asAt : last,
    };
    return part('month', amount, { figure: printFigure({ ...figure, ...times }), month });
  });
}

type StoredLine = Omit<Static<typeof LinePart>, 'actor_name' | 'account_key' | 'account_name'> & {
  readonly amount: string;
  readonly actor: string;
};

async function lineParts(snapshot: Snapshot, chart: Chart, lines: Lines, page: Page): Promise<Part[]> {
  const own =
    lines.table === 'journal_line'
      ? sql`j.line_no, j.account, j.cause_position`
      : sql`j.move_line::int as line_no, null::int as account, j.move_position as cause_position`;
  const { rows } = await sql<StoredLine>`
    select l.*, d.number, e.type as event_type, e.actor, e.device, coalesce(e.reason, e.data ->> 'reason') as reason
    from (
      select j.position, j.effective_date, j.effective_at, j.recorded_at, j.kind, j.document, j.document_kind, j.document_id,
        j.item_fk, j.inventory_fk, ${lines.amount} as amount, ${own}
      from ${tableOf(lines)} j ${whereOf(lines)}
      order by j.effective_at, j.position, line_no limit ${page.perPage} offset ${page.offset}
    ) l
    join read.event e on e.position = l.position
    left join read.document d on d.kind = l.document_kind and d.id = l.document_id
    order by l.effective_at, l.position, l.line_no`.execute(snapshot);
  const nameOf = await fetchNames(
    snapshot,
    rows.map(({ actor }) => `user-${userId(actor) ?? 0}`),
  );
  return rows.map(({ amount, actor, ...line }) => {
    const account = line.account === null ? undefined : chart.get(line.account);
    const named = { account_key: account?.key ?? null, account_name: account?.name ?? null };
    return part('line', amount, { line: { ...line, ...named, actor_name: nameOf('user', actor) ?? actor } });
  });
}
