/**
 * `GET reports/tax`: the tax of a period by percentage, month, outlet or document: the taxable amount and tax of sales
 * (output), the same of purchases as far as it is deductible (input), the tax payable, and payments to the authority.
 * Lines on the two accounts without a document line (a journal, an opening balance) have no percentage.
 */
import { type RawBuilder, sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { SYSTEM_ACCOUNTS } from '../../domain/chart/chart.ts';
import { isOneOf, keyedBy } from '../../domain/values/members.ts';
import { money, printMoney, toMoney } from '../../domain/values/money.ts';
import type { Person } from '../../identity/person.ts';
import { shift } from '../books/account-balances.ts';
import { readKnownAt, shownPosition } from '../books/known-at.ts';
import { shownName } from '../database/names-by-language.ts';
import { inSnapshot, type Snapshot } from '../database/reader.ts';
import { DayText, IdText, Paging, Query, TwoTimes } from '../http/query.schema.ts';
import { declareRead } from '../http/route.ts';
import { whereAll } from '../lists/list.ts';
import type { Condition } from '../lists/list-source.ts';
import { fetchNames } from '../lists/names.ts';
import { reportRoute } from './report-route.ts';
import { inTimes, paged, RunningSchema, readPaging } from './running.ts';
import { outletConditions } from './trial-balance.ts';

const Text = () => Type.Union([Type.String(), Type.Null()]);
export const TAX_FIGURES = ['output_base', 'output', 'input_base', 'input', 'payable', 'paid'] as const;
const Figures = keyedBy(TAX_FIGURES, () => Type.String());
const TaxRow = Type.Object({
  /** Percentage, month (`2026-03`), id of the outlet or stream of the document; empty without a percentage. */
  key: Type.String(),
  /** Name of the tax with that percentage, if any; of the outlet; the number of the document. */
  name: Text(),
  date: Text(),
  document_kind: Text(),
  document_id: Type.Union([Type.Integer(), Type.Null()]),
  ...Figures,
});
type TaxRow = Static<typeof TaxRow>;

const GROUPS = ['tax', 'month', 'outlet', 'document'] as const;
type Group = (typeof GROUPS)[number];
const groupOf = (asked: string | undefined): Group => (isOneOf(GROUPS, asked) ? asked : 'tax');

export const taxRoute = declareRead({
  ...reportRoute('reports/tax'),
  reads: ['books', 'events', 'documents', 'records'],
  query: Query({
    from: Type.Optional(DayText()),
    ...TwoTimes,
    outlet_fk: Type.Optional(IdText()),
    group: Type.Optional(Type.Enum([...GROUPS])),
    /** One percentage only, as in `key` of the rows by tax. */
    percentage: Type.Optional(Type.String({ pattern: '^\\d{1,3}(\\.\\d{1,4})?$' })),
    ...Paging,
  }),
  answer: RunningSchema(TaxRow, {
    totals: Type.Object({
      ...Figures,
      /** Tax payable before the period, and at its end. */
      opening: Type.String(),
      closing: Type.String(),
    }),
  }),
  operationId: 'taxReport',
  summary: 'Output and input tax of a period, what is payable and what was paid',
  handle: ({ reader, person, query }) => inSnapshot(reader, (snapshot) => taxReport(snapshot, person, query)),
});

export const [OUTPUT, INPUT] = [SYSTEM_ACCOUNTS['output-tax'].code, SYSTEM_ACCOUNTS['input-tax'].code];
export const ON_TAX: Condition = sql`j.account in (${OUTPUT}, ${INPUT})`;
export const IS_TAX_PAYMENT: Condition = sql`j.document_kind = 'tax_payment'`;

const KEYS: Readonly<Record<Group, RawBuilder<unknown>>> = {
  tax: sql`coalesce(trim_scale(j.tax_percent)::text, '')`,
  month: sql`to_char(j.effective_date, 'YYYY-MM')`,
  outlet: sql`j.outlet_fk::text`,
  document: sql`j.document`,
};

/** Whether a line `j` belongs to the row with this key; the default group is by percentage. */
export const isOfTaxGroup = (group: string | undefined, key: string): Condition =>
  sql`${KEYS[groupOf(group)]} = ${key}`;

/** Sums of lines `j`: output as it is payable, input as it is deductible. */
const SUMS: Readonly<Record<(typeof TAX_FIGURES)[number], RawBuilder<string>>> = {
  output_base: sql`coalesce(-sum(j.taxable) filter (where j.account = ${OUTPUT}), 0)`,
  output: sql`coalesce(-sum(j.base) filter (where j.account = ${OUTPUT} and not ${IS_TAX_PAYMENT}), 0)`,
  input_base: sql`coalesce(sum(j.taxable) filter (where j.account = ${INPUT}), 0)`,
  input: sql`coalesce(sum(j.base) filter (where j.account = ${INPUT} and not ${IS_TAX_PAYMENT}), 0)`,
  payable: sql`coalesce(-sum(j.base) filter (where not ${IS_TAX_PAYMENT}), 0)`,
  paid: sql`coalesce(sum(j.base) filter (where ${IS_TAX_PAYMENT}), 0)`,
};
const COLUMNS = sql.join(TAX_FIGURES.map((name) => sql`${SUMS[name]} as ${sql.ref(name)}`));

export async function taxReport(snapshot: Snapshot, person: Person, query: Readonly<Record<string, string>>) {
  const { from, as_at: asAt, percentage } = query;
  const known = await readKnownAt(snapshot, query['known_at']);
  const group = groupOf(query['group']);
  const seen = [ON_TAX, ...outletConditions(person, query['outlet_fk'], sql`j.outlet_fk`)];
  const lines = [
    ...seen,
    ...inTimes(from, asAt, known),
    ...(percentage === undefined ? [] : [sql<boolean>`j.tax_percent = ${percentage}::numeric`]),
  ];
  const rows = await rowsOf(snapshot, group, lines);
  const opening =
    from === undefined ? 0n : await payableIn(snapshot, [...seen, ...inTimes(undefined, shift(from, -1), known)]);
  const page = readPaging(query);
  const shown = rows.slice(page.offset, page.offset + page.perPage);
  const total = (name: (typeof TAX_FIGURES)[number]) => rows.reduce((sum, row) => sum + money(row[name]), 0n);
  return {
    ...paged(page, rows.length),
    data: await named(snapshot, group, shown),
    params: query,
    position: await shownPosition(snapshot, known),
    totals: {
      ...keyedBy(TAX_FIGURES, (name) => printMoney(toMoney(total(name)))),
      opening: printMoney(toMoney(opening)),
      closing: printMoney(toMoney(opening + total('payable') - total('paid'))),
    },
  };
}

async function rowsOf(snapshot: Snapshot, group: Group, conditions: readonly Condition[]): Promise<TaxRow[]> {
  const ofDocument =
    group === 'document'
      ? sql`min(d.number) as name, min(j.effective_date) as date, min(j.document_kind) as document_kind,
          min(j.document_id) as document_id`
      : sql`null as name, null::date as date, null as document_kind, null::int as document_id`;
  const { rows } = await sql<TaxRow>`
    select ${KEYS[group]} as key, ${ofDocument}, ${COLUMNS}
    from read.journal_line j
    left join read.document d on d.kind = j.document_kind and d.id = j.document_id
    ${whereAll(conditions)}
    group by ${KEYS[group]}
    having ${sql.join(
      TAX_FIGURES.map((name) => sql`${SUMS[name]} <> 0`),
      sql` or `,
    )}
    order by ${group === 'document' ? sql`min(j.effective_at), min(j.position)` : sql`1`}`.execute(snapshot);
  return rows;
}

async function payableIn(snapshot: Snapshot, conditions: readonly Condition[]): Promise<bigint> {
  const { rows } = await sql<{ payable: string }>`
    select coalesce(-sum(j.base), 0) as payable from read.journal_line j ${whereAll(conditions)}`.execute(snapshot);
  return money(rows[0]?.payable ?? '0');
}

async function named(snapshot: Snapshot, group: Group, rows: readonly TaxRow[]): Promise<TaxRow[]> {
  if (group === 'tax') {
    const taxes = await taxesByPercentage(snapshot);
    return rows.map((row) => ({ ...row, name: taxes.get(row.key) ?? null }));
  }
  if (group !== 'outlet') return [...rows];
  const nameOf = await fetchNames(
    snapshot,
    rows.map(({ key }) => `outlet-${key}`),
  );
  return rows.map((row) => ({ ...row, name: nameOf('outlet', row.key) }));
}

/** Names of taxes, joined for those of one percentage. */
async function taxesByPercentage(snapshot: Snapshot): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ percentage: string; names: string }>`
    select trim_scale((r.data ->> 'percentage')::numeric)::text as percentage,
      string_agg(${shownName('r')}, ', ' order by r.id) as names
    from read.record r where r.kind = 'tax' and r.active group by 1`.execute(snapshot);
  return new Map(rows.map(({ percentage, names }) => [percentage, names]));
}
