/** The lines of a figure in the tables of the books: their columns, conditions, and sums. */
import { type RawBuilder, sql } from 'kysely';
import { money } from '../../../domain/values/money.ts';
import { quantity } from '../../../domain/values/quantity.ts';
import { forbidden } from '../../../identity/guard.ts';
import { costAccounts } from '../../books/chart.ts';
import { seesCost } from '../../http/scope.ts';
import { whereAll } from '../../lists/list.ts';
import type { Condition } from '../../lists/list-source.ts';
import { DIMENSIONS, type Dimension, type FigureQuery, NONE, type OfLines, type Source, type Unit } from './made.ts';

/** A change of an open item has no time of day, and belongs to the document that caused it. */
const OPEN = sql`(select o.position, o.line_no, o.effective_date, o.effective_date::timestamp as effective_at, o.recorded_at,
  o.party, o.currency_fk, o.outlet_fk, o.document as open_document, o.date, o.amount, o.by_document as document,
  substring(o.by_document from '^(.*)-[0-9]+$') as document_kind,
  substring(o.by_document from '[0-9]+$')::int as document_id from read.open_item_change o) j`;
const TABLES: Readonly<Record<Source, RawBuilder<unknown>>> = {
  journal: sql`read.journal_line j`,
  stock: sql`read.stock_line j`,
  open: OPEN,
};

const MONTH = sql`to_char(j.effective_date, 'YYYY-MM')`;
const KEYS: Readonly<Record<Source, Readonly<Partial<Record<Dimension, RawBuilder<unknown>>>>>> = {
  journal: {
    account: sql`j.account::text`,
    party: sql`coalesce(j.party, ${NONE})`,
    item: sql`coalesce(j.item_fk::text, ${NONE})`,
    inventory: sql`coalesce(j.inventory_fk::text, ${NONE})`,
    document: sql`j.document`,
    month: MONTH,
  },
  stock: {
    item: sql`j.item_fk::text`,
    inventory: sql`j.inventory_fk::text`,
    document: sql`j.document`,
    month: MONTH,
  },
  open: { party: sql`j.party`, document: sql`j.open_document`, month: MONTH },
};

export const fromTable = ({ source }: OfLines): RawBuilder<unknown> => TABLES[source];
export const keyOf = ({ source }: OfLines, dimension: Dimension): RawBuilder<unknown> | undefined =>
  KEYS[source][dimension];

/**
 * Restricts the lines to the part that the reference names; a dimension that is restricted is not used to divide again.
 */
export function narrowed(lines: OfLines, { figure }: Pick<FigureQuery, 'figure'>): OfLines {
  const given = DIMENSIONS.filter((dimension) => figure[`in_${dimension}`] !== undefined);
  const conditions = given.map((dimension): Condition => {
    const key = keyOf(lines, dimension);
    return key ? sql`${key} = ${figure[`in_${dimension}`]}` : sql`false`;
  });
  if (figure['since'] !== undefined) conditions.push(sql<boolean>`j.position > ${figure['since']}::bigint`);
  const account = Number(figure['in_account']);
  return {
    ...lines,
    where: [...lines.where, ...conditions],
    by: lines.by.filter((dimension) => !given.includes(dimension)),
    ...(lines.accounts && account ? { accounts: lines.accounts.filter((candidate) => candidate === account) } : {}),
  };
}

/** Single lines of some accounts reveal the cost of goods; reports show only the sums of these accounts. */
export function mustSeeLines({ accounts = [] }: OfLines, { person, chart }: FigureQuery): void {
  const hidden = new Set(costAccounts(chart));
  if (!seesCost(person) && accounts.some((account) => hidden.has(account))) throw forbidden('items/show_cost');
}

export interface Counted {
  readonly total: number;
  readonly amount: string;
  /** Number of distinct values of each dimension. */
  readonly parts: ReadonlyMap<Dimension, number>;
}

export async function counted(lines: OfLines, { snapshot }: Pick<FigureQuery, 'snapshot'>): Promise<Counted> {
  const dimensions = lines.by.flatMap((dimension) => {
    const key = keyOf(lines, dimension);
    return key ? [[dimension, key] as const] : [];
  });
  const parts = dimensions.map(([dimension, key]) => sql`count(distinct ${key})::int as ${sql.ref(`of_${dimension}`)}`);
  const { rows } = await sql<Record<string, number> & { amount: string }>`
    select ${sql.join([sql`count(*)::int as total`, sql`coalesce(sum(${lines.amount}), 0) as amount`, ...parts])}
    from ${fromTable(lines)} ${whereAll(lines.where)}`.execute(snapshot);
  const row = rows[0] ?? ({ amount: '0' } as Record<string, number> & { amount: string });
  return {
    total: row['total'] ?? 0,
    amount: row.amount,
    parts: new Map(dimensions.map(([dimension]) => [dimension, row[`of_${dimension}`] ?? 0])),
  };
}

/** Exact: an integer in the smallest part of the unit. */
export const readUnit = (unit: Unit, text: string): bigint =>
  unit === 'quantity' ? quantity(text) : unit === 'count' ? BigInt(text) : money(text);
