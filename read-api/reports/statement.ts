/**
 * `GET reports/customers_statement` and `suppliers_statement`: the account of a party, line by line, with a running
 * balance in each currency. Debit is positive: a customer's positive balance is owed to us, a supplier's negative
 * balance is owed by us.
 */
import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { money, printMoney, toMoney } from '../../domain/values/money.ts';
import { shift } from '../books/account-balances.ts';
import { booksPosition, readKnownAt } from '../books/known-at.ts';
import { inSnapshot, type Snapshot } from '../database/reader.ts';
import { DayText, IdText, Paging, Query, TwoTimes } from '../http/query.schema.ts';
import { type Asked, declareRead } from '../http/route.ts';
import { notFound } from '../http/scope.ts';
import { whereAll } from '../lists/list.ts';
import type { Condition } from '../lists/list-source.ts';
import { fetchNames } from '../lists/names.ts';
import { recordData } from '../paper/business.ts';
import { partyDetails } from '../paper/party-details.ts';
import { AgeingRow, ageingRows, OpenDocument, openDocuments, type PartyKind } from './ageing.ts';
import { inTimes, paged, RunningSchema, readPaging } from './running.ts';
import { outletConditions } from './trial-balance.ts';

const Text = () => Type.Union([Type.String(), Type.Null()]);

const Balance = Type.Object({
  currency_fk: Type.Integer(),
  currency_name: Text(),
  amount: Type.String(),
  /** In the system currency. */
  base: Type.String(),
});
const StatementRow = Type.Object({
  position: Type.String(),
  line_no: Type.Integer(),
  effective_date: Type.String(),
  recorded_at: Type.String(),
  account: Type.Integer(),
  account_key: Type.String(),
  document: Type.String(),
  document_kind: Type.String(),
  document_id: Type.Integer(),
  number: Text(),
  text: Text(),
  kind: Type.String(),
  cause_position: Type.String(),
  currency_fk: Type.Integer(),
  currency_name: Text(),
  /** In the line's currency. */
  debit: Type.String(),
  credit: Type.String(),
  balance: Type.String(),
  base: Type.String(),
  /** That of the line: of an advance, the rate at which it was paid; null in the system currency. */
  rate: Text(),
});
type StatementRow = Static<typeof StatementRow>;
const Statement = RunningSchema(StatementRow, {
  consumer_id: Type.Integer(),
  consumer_name: Text(),
  /** As papers show it. */
  consumer_code: Text(),
  consumer_address: Text(),
  consumer_phones: Type.Array(Type.String()),
  opening: Type.Array(Balance),
  closing: Type.Array(Balance),
  /** The open items at the end of the period, by days overdue, and their documents. */
  ageing: Type.Array(AgeingRow),
  open: Type.Array(OpenDocument),
});

export const statementRoutes = (['customer', 'supplier'] as const).map((kind) =>
  declareRead({
    url: `/reports/${kind}s_statement`,
    permission: `reports/${kind}s_statement`,
    reads: ['books', 'events', 'documents', 'records'],
    query: Query({
      consumer_id: IdText(),
      currency_fk: Type.Optional(IdText()),
      outlet_fk: Type.Optional(IdText()),
      from: Type.Optional(DayText()),
      ...TwoTimes,
      ...Paging,
    }),
    answer: Statement,
    operationId: `${kind}sStatement`,
    tag: 'reports',
    summary: `Statement of a ${kind}`,
    handle: (requested) => inSnapshot(requested.reader, (snapshot) => statement(snapshot, kind, requested)),
  }),
);

type Balances = Map<number, { amount: bigint; base: bigint }>;

export async function statement(
  snapshot: Snapshot,
  kind: PartyKind,
  { person, query }: Pick<Asked, 'person' | 'query'>,
) {
  const { consumer_id: id, currency_fk: currency, from, as_at: asAt } = query;
  const party = `${kind}-${id}`;
  const known = await readKnownAt(snapshot, query['known_at']);
  const where: Condition[] = [
    sql`j.party = ${party}`,
    ...(currency === undefined ? [] : [sql<boolean>`j.currency_fk = ${Number(currency)}`]),
    ...outletConditions(person, query['outlet_fk']),
  ];
  const opening: Balances =
    from === undefined
      ? new Map()
      : await balancesOf(snapshot, [...inTimes(undefined, shift(from, -1), known), ...where]);
  const lines = await linesOf(snapshot, [...inTimes(from, asAt, known), ...where]);
  const nameOf = await fetchNames(snapshot, [
    party,
    ...[...opening.keys(), ...lines.map((line) => line.currency_fk)].map((key) => `currency-${key}`),
  ]);
  if (nameOf(undefined, party) === null) throw notFound();
  const closing: Balances = new Map([...opening].map(([each, sums]) => [each, { ...sums }]));
  const currencyName = (value: number) => nameOf('currency', value);
  const rows = lines.map((line) => runOn(closing, line, currencyName(line.currency_fk)));
  const details = await recordData(snapshot, kind, Number(id));
  const { code, address, phones } = await partyDetails(snapshot, details);
  const page = readPaging(query);
  const aged = { kind, person, outlet: query['outlet_fk'], asAt, known, party };
  const inCurrency = (value: { readonly currency_fk: number }) =>
    currency === undefined || value.currency_fk === Number(currency);
  return {
    ...paged(page, rows.length),
    data: rows.slice(page.offset, page.offset + page.perPage),
    params: query,
    position: String(known?.position ?? (await booksPosition(snapshot))),
    consumer_id: Number(id),
    consumer_name: nameOf(undefined, party),
    consumer_code: code ?? null,
    consumer_address: address ?? null,
    consumer_phones: phones,
    opening: shown(opening, currencyName),
    closing: shown(closing, currencyName),
    ageing: (await ageingRows(snapshot, aged)).filter(inCurrency),
    open: (await openDocuments(snapshot, aged)).filter(inCurrency),
  };
}

async function balancesOf(snapshot: Snapshot, conditions: readonly Condition[]): Promise<Balances> {
  const { rows } = await sql<{ currency_fk: number; amount: string; base: string }>`
    select j.currency_fk, sum(j.foreign_amount) as amount, sum(j.base) as base
    from read.journal_line j ${whereAll(conditions)} group by j.currency_fk`.execute(snapshot);
  return new Map(rows.map((row) => [row.currency_fk, { amount: money(row.amount), base: money(row.base) }]));
}

type Line = Omit<StatementRow, 'debit' | 'credit' | 'balance' | 'currency_name'> & { readonly foreign_amount: string };

/** All lines, not pages: with several currencies a later page has no single running balance to start from. */
async function linesOf(snapshot: Snapshot, conditions: readonly Condition[]): Promise<Line[]> {
  const { rows } = await sql<Line>`
    select j.position, j.line_no, j.effective_date, j.recorded_at, j.account, a.key as account_key, j.document,
      j.document_kind, j.document_id, d.number, coalesce(d.reference_number, d.note) as text, j.kind, j.cause_position,
      j.currency_fk, j.foreign_amount, j.base, trim_scale(j.rate)::text as rate
    from (select * from read.journal_line j ${whereAll(conditions)}) j
    left join read.account a on a.account = j.account
    left join read.document d on d.kind = j.document_kind and d.id = j.document_id
    order by j.effective_at, j.position, j.line_no`.execute(snapshot);
  return rows;
}

function runOn(balances: Balances, { foreign_amount, ...line }: Line, currencyName: string | null): StatementRow {
  const amount = money(foreign_amount);
  const sums = balances.get(line.currency_fk) ?? { amount: 0n, base: 0n };
  balances.set(line.currency_fk, sums);
  sums.amount += amount;
  sums.base += money(line.base);
  return {
    ...line,
    currency_name: currencyName,
    debit: printMoney(toMoney(amount > 0n ? amount : 0n)),
    credit: printMoney(toMoney(amount < 0n ? -amount : 0n)),
    balance: printMoney(toMoney(sums.amount)),
  };
}

const shown = (balances: Balances, nameOf: (currency: number) => string | null) =>
  [...balances]
    .sort(([a], [b]) => a - b)
    .map(([currency_fk, { amount, base }]) => ({
      currency_fk,
      currency_name: nameOf(currency_fk),
      amount: printMoney(toMoney(amount)),
      base: printMoney(toMoney(base)),
    }));
