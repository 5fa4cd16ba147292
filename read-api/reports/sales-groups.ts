/** The groupings of the sales report (keys of lines) and its filters (conditions on columns of `j`). */
import { type RawBuilder, sql } from 'kysely';
import { Type } from 'typebox';
import { SALES_GROUPS } from '../../domain/registry/reports.ts';
import { isOneOf } from '../../domain/values/members.ts';
import { IdText } from '../http/query.schema.ts';
import { inCategories } from '../lists/category-filter.ts';
import type { Condition } from '../lists/list-source.ts';

export type Group = (typeof SALES_GROUPS)[number];

/** The grouping of a request; default by day. */
export const groupOf = (text: string | undefined): Group => (isOneOf(SALES_GROUPS, text) ? text : 'day');

/** A value of the line's document; empty when the document lacks it. */
const ofDocument = (value: RawBuilder<unknown>): RawBuilder<unknown> => sql`coalesce((
  select ${value} from read.document d where d.kind = j.document_kind and d.id = j.document_id), '')`;

/** A document without a time counts at the end of its day; it belongs to no hour of sale. */
const HOUR = sql`case when d.data ->> 'time' is null then '' else to_char(j.effective_at, 'HH24') end`;
const SALESMAN = sql`d.data ->> 'salesman_fk'`;
const CATEGORY = sql`coalesce((
  select i.data ->> 'category_fk' from read.record i where i.kind = 'item' and i.id = j.item_fk), '')`;

interface Keyed {
  /** For a line `j` whose document is joined as `d`. */
  readonly joined: RawBuilder<unknown>;
  /** For a line `j` without its document, of the journal or of the stock ledger. */
  readonly alone: RawBuilder<unknown>;
}
const ofLine = (key: RawBuilder<unknown>): Keyed => ({ joined: key, alone: key });
const ofItsDocument = (key: RawBuilder<unknown>): Keyed => ({
  joined: sql`coalesce(${key}, '')`,
  alone: ofDocument(key),
});

/** Empty for a line without customer, salesman, hour, item or category. */
const KEYS: Readonly<Record<Group, Keyed>> = {
  day: ofLine(sql`j.effective_date::text`),
  month: ofLine(sql`to_char(j.effective_date, 'YYYY-MM')`),
  weekday: ofLine(sql`extract(isodow from j.effective_date)::text`),
  hour: ofItsDocument(HOUR),
  outlet: ofLine(sql`j.outlet_fk::text`),
  salesman: ofItsDocument(SALESMAN),
  customer: ofItsDocument(sql`d.party`),
  category: ofLine(CATEGORY),
  item: ofLine(sql`coalesce(j.item_fk::text, '')`),
  invoice: ofLine(sql`j.document`),
};

export const keyOf = (group: Group): RawBuilder<unknown> => KEYS[group].joined;

export const isOfGroup = (group: Group, key: string): Condition => sql`${KEYS[group].alone} = ${key}`;

/** For groups whose key is the number of a record: the kind of this record. */
export const RECORD_OF: Readonly<Partial<Record<Group, string>>> = {
  outlet: 'outlet',
  salesman: 'salesman',
  category: 'category',
  item: 'item',
};

/**
 * The order of rows that are sums of documents `s`: days, months and hours ascend; weekdays start on Saturday; invoices
 * are sorted by time, other groups by revenue.
 */
export function orderOf(group: Group): RawBuilder<unknown> {
  switch (group) {
    case 'day':
    case 'month':
    case 'hour':
      return sql`s.key`;
    case 'weekday':
      return sql`(s.key::int + 1) % 7`;
    case 'invoice':
      return sql`min(s.effective_at), min(s.position)`;
    default:
      return sql`sum(s.revenue) desc, s.key`;
  }
}

/** Parameters that filter lines, besides the period and the outlet. */
export const NARROWING = {
  consumer_id: Type.Optional(IdText()),
  salesman_fk: Type.Optional(IdText()),
  /** With all categories below it, which may also be sub-categories of items. */
  category_fk: Type.Optional(IdText()),
  /** The key of the grouping by category: without the categories below it. */
  own_category_fk: Type.Optional(IdText()),
  item_fk: Type.Optional(IdText()),
  /** ISO 8601: 1 is Monday. */
  weekday: Type.Optional(Type.String({ pattern: '^[1-7]$', examples: ['6'] })),
  /** `00` to `23`. */
  hour: Type.Optional(Type.String({ pattern: '^([01][0-9]|2[0-3])$', examples: ['17'] })),
};

const GROUP_OF: Readonly<Record<Exclude<keyof typeof NARROWING, 'category_fk'>, Group>> = {
  consumer_id: 'customer',
  salesman_fk: 'salesman',
  own_category_fk: 'category',
  item_fk: 'item',
  weekday: 'weekday',
  hour: 'hour',
};

const isInCategory = (category: string): Condition => sql`j.item_fk in (
  select i.id from read.record i where i.kind = 'item' and ${inCategories([Number(category)])})`;

export function narrowed(query: Readonly<Record<string, string>>): Condition[] {
  const { category_fk: category } = query;
  const ofGroups = Object.entries(GROUP_OF).flatMap(([name, group]) => {
    const value = query[name];
    if (value === undefined) return [];
    return [isOfGroup(group, group === 'customer' ? `customer-${value}` : value)];
  });
  return [...ofGroups, ...(category === undefined ? [] : [isInCategory(category)])];
}
