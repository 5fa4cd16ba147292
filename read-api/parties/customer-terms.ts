/**
 * `GET customers/{id}/terms`: the credit terms for a sale on account: the customer's balance, credit limit, and overdue
 * documents. Amounts only for users who may see the customer's balance.
 */
import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { freeCredits, type UnpaidPart, unpaidParts, type Worth } from '../../domain/debts/free-credits.ts';
import { overdueDays } from '../../domain/debts/overdue.ts';
import type { OpenItem } from '../../domain/deciding/facts.ts';
import { CustomerBody, customer } from '../../domain/parties/customer.record.ts';
import { customerGroup } from '../../domain/parties/customer-group.record.ts';
import { documentResources } from '../../domain/registry/documents.ts';
import { lookupPermission } from '../../domain/registry/lookup-permission.ts';
import { seesPartyBalance } from '../../domain/registry/seen-figures.ts';
import { checked } from '../../domain/schemas/checked.schema.ts';
import { Nullable } from '../../domain/schemas/fields.schema.ts';
import { membersOf } from '../../domain/values/members.ts';
import { add, money, printMoney, subtract, toMoney } from '../../domain/values/money.ts';
import { readRate } from '../../domain/values/rate.ts';
import type { Person } from '../../identity/person.ts';
import { systemCurrency } from '../books/known-at.ts';
import { inSnapshot, type Snapshot } from '../database/reader.ts';
import { findRecord } from '../details/find.ts';
import { dataOn, namedOn } from '../details/record-of-day.ts';
import { maySee } from '../details/settlements.ts';
import { DayText, IdParams, Query } from '../http/query.schema.ts';
import { declareRead } from '../http/route.ts';
import { allOf, documentScope, outletsOf } from '../http/scope.ts';
import { shopToday } from '../http/today.ts';
import { narrowed } from '../lists/document-list.ts';
import { anyOf } from '../lists/list.ts';
import type { Condition } from '../lists/list-source.ts';
import { controlAccount } from '../lists/record-figures.ts';

const Overdue = Type.Object({
  currency_fk: Type.Integer(),
  amount: Type.String(),
  /** Age in days of the oldest document. */
  days: Type.Integer(),
  /** Stream of the oldest document: `sale-12`. Null for a person who may not see it, and so is its number. */
  document: Nullable(Type.String()),
  number: Nullable(Type.String()),
});

const Terms = Type.Object({
  consumer_id: Type.Integer(),
  /** In the system currency; here and below `null` for users who may not see the balance. */
  balance: Nullable(Type.String()),
  /** The part of the balance in outlets that were not given to the person; may be zero. */
  balance_elsewhere: Nullable(Type.String()),
  /** Null means no limit. */
  allowed_debit_amount: Nullable(Type.String()),
  /**
   * The remaining credit: the limit without the receivable of all outlets, and with the customer's free credits;
   * negative above the limit. Null means no limit.
   */
  free_amount: Nullable(Type.String()),
  /** Days until a document on account is due, by the terms of the customer or of the group. */
  payment_terms_days: Type.Integer(),
  /** A sale on account is refused while a document is unpaid for more days; null means never. */
  overdue_days: Nullable(Type.Integer()),
  overdue: Type.Array(Overdue),
});

const { allowed_debit_amount, overdue_option, overdue_days, payment_terms_days, customer_group_fk } =
  CustomerBody.properties;
const CustomersTerms = Type.Object({
  allowed_debit_amount,
  overdue_option,
  overdue_days,
  payment_terms_days,
  customer_group_fk,
});
const customerTerms = checked('the terms of a customer', CustomersTerms);

export const customerTermsRoute = declareRead({
  url: '/customers/:id/terms',
  permission: lookupPermission('customers'),
  reads: ['books', 'documents', 'events', 'records'],
  params: IdParams,
  /** The day to which ages are counted, and whose terms are told; default today. */
  query: Query({ date: Type.Optional(DayText()) }),
  answer: Terms,
  operationId: 'showCustomerTerms',
  tag: 'parties',
  summary: 'What a customer owes, may owe, and has not paid in time',
  handle: ({ reader, person, params, query }) =>
    inSnapshot(reader, async (snapshot) => {
      const id = Number(params['id']);
      const { data } = await findRecord(snapshot, customer, id, person);
      const terms = customerTerms.read(data);
      const days = overdueDays(terms);
      const limit = terms.allowed_debit_amount ?? null;
      const until = await daysUntilDue(
        snapshot,
        customerTerms.read(await dataOn(snapshot, customer, { id, now: membersOf(data), day: query['date'] })),
        query['date'],
      );
      const shared = {
        consumer_id: id,
        allowed_debit_amount: limit,
        payment_terms_days: until,
        overdue_days: days,
      };
      if (!seesPartyBalance(person, 'customer-')) {
        return { ...shared, balance: null, balance_elsewhere: null, free_amount: null, overdue: [] };
      }
      const day = query['date'] ?? (await shopToday(snapshot));
      const { own, all, limited } = await owed(snapshot, id, outletsOf(person));
      const { items, ...worth } = await openOn(snapshot, id, day);
      const credits = freeCredits(items, worth.system, worth.rateOf);
      return {
        ...shared,
        balance: own,
        balance_elsewhere: printMoney(subtract(money(all), money(own))),
        free_amount: limit === null ? null : printMoney(subtract(add(money(limit), credits), money(limited))),
        overdue: await overdue(
          snapshot,
          person,
          id,
          { days: days ?? 0, grace: Math.max(0, (days ?? 0) - until), day },
          unpaidParts(items, worth),
        ),
      };
    }),
});

/**
 * `own` in the outlets of the person, `all` in all outlets. `limited` is what the credit limit covers, in all outlets:
 * the receivable alone (the claim `debit:`).
 */
async function owed(snapshot: Snapshot, id: number, outlets: readonly number[] | undefined) {
  const own = outlets === undefined ? sql`true` : sql`p.outlet_fk = any(${[...outlets]}::int[])`;
  const { rows } = await sql<Record<'own' | 'all' | 'limited', string>>`
    select coalesce(sum(p.debit - p.credit) filter (where ${own}), 0) as own,
      coalesce(sum(p.debit - p.credit), 0) as all,
      coalesce(sum(p.debit - p.credit) filter (where p.account = ${controlAccount('customer')}), 0) as limited
    from read.party_day p where p.party = ${`customer-${id}`}`.execute(snapshot);
  const { own: ownAmount = '0', all = '0', limited = '0' } = rows[0] ?? {};
  const printed = (amount: string) => printMoney(toMoney(money(amount)));
  return { own: printed(ownAmount), all: printed(all), limited: printed(limited) };
}

/** As domain/debts/due-date.ts, `termsOf`. */
async function daysUntilDue(
  snapshot: Snapshot,
  terms: Static<typeof CustomersTerms>,
  day: string | undefined,
): Promise<number> {
  const own = terms.payment_terms_days ?? terms.overdue_days;
  if (own !== undefined && own !== null) return own;
  const group = await namedOn(snapshot, customerGroup, terms.customer_group_fk ?? 0, day);
  const days = group?.['payment_terms_days'];
  return typeof days === 'number' ? days : 0;
}

type OverdueRow = Static<typeof Overdue> & {
  readonly kind: string;
  /** In the person's outlets. */
  readonly seen: boolean;
  /** Of a part of the kind that the person may list: the sales of salesmen. */
  readonly in_part: boolean;
};

const seenInPart = (person: Person): Condition =>
  anyOf([
    sql`false`,
    ...documentResources
      .filter(({ resource, discriminator }) => discriminator && person.can(`${resource}/index##${resource}/show`))
      .map((declaration) => allOf([sql`d.kind = ${declaration.kind}`, narrowed(declaration)])),
  ]);

/** What is open with the customer in all outlets, and what it is worth on the day. */
async function openOn(snapshot: Snapshot, id: number, day: string): Promise<Worth & { readonly items: OpenItem[] }> {
  const { rows } = await sql<OpenItem>`
    select o.document, o.date, o.currency_fk as currency, o.amount, null as rate from read.open_item o
    where o.party = ${`customer-${id}`}`.execute(snapshot);
  const rates = await sql<{ rate: string }>`
    select coalesce(data ->> 'in_rate', data ->> 'rate') as rate from read.record
    where kind = 'currency_rate' and active and data ->> 'date' <= ${day}
    order by data ->> 'date' desc, coalesce(data ->> 'time', '00:00:00') desc, id desc limit 1`.execute(snapshot);
  const rateOf = () => readRate(rates.rows[0]?.rate ?? '');
  return { items: rows, system: await systemCurrency(snapshot), rateOf };
}

/**
 * Amounts that on the day are more than `grace` days past their due day, or unpaid for more than `days` where no due day
 * is stored; in each currency and in all outlets, beyond what the customer's free credits cover (domain/debts/free-credits.ts).
 */
async function overdue(
  snapshot: Snapshot,
  person: Person,
  id: number,
  { days, grace, day }: { readonly days: number; readonly grace: number; readonly day: string },
  unpaid: readonly UnpaidPart[],
) {
  const parts = unpaid.map(({ item, left }) => ({ ...item, unpaid: printMoney(left) }));
  const { rows } = await sql<OverdueRow>`
    select o.currency_fk, sum(o.unpaid) as amount, ${day}::date - min(least(o.date, o.due)) as days,
      (array_agg(o.document order by o.last, o.document collate "C"))[1] as document,
      (array_agg(d.number order by o.last, o.document collate "C"))[1] as number,
      (array_agg(d.kind order by o.last, o.document collate "C"))[1] as kind,
      (array_agg(d.id is not null and ${documentScope(person)} order by o.last, o.document collate "C"))[1] as seen,
      (array_agg(${seenInPart(person)} order by o.last, o.document collate "C"))[1] as in_part
    from (
      select i.*, coalesce(i.due + ${grace}::int, i.date + ${days}::int) as last
      from (select i.*, u.unpaid, ${DUE_OF_ITEM} as due from read.open_item i
        join jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as u(document text, date date, currency int, unpaid numeric)
          on u.document = i.document and u.date = i.date and u.currency = i.currency_fk
        where i.party = ${`customer-${id}`}) i
    ) o
    left join read.document d on d.kind = substring(o.document from '^(.*)-[0-9]+$')
      and d.id = substring(o.document from '[0-9]+$')::int
    where ${day}::date > o.last
    group by o.currency_fk order by o.currency_fk`.execute(snapshot);
  return rows.map(({ kind, seen, in_part, ...row }) =>
    seen && (in_part || maySee(person, kind)) ? row : { ...row, document: null, number: null },
  );
}

/**
 * The first day on which something of an open item is due (domain/debts/due-date.ts, `firstDue`). Of the row `i` of
 * `read.open_item`; null without a stored due day.
 */
const DUE_OF_ITEM = sql`(
  select min(u.due_date) from (
    select c.due_date, sum(sum(c.amount)) over (
        order by c.due_date desc rows between unbounded preceding and 1 preceding) as later
    from read.open_item_change c
    where c.document = i.document and c.party = i.party and c.currency_fk = i.currency_fk and c.date = i.date
      and c.due_date is not null
    group by c.due_date having sum(c.amount) > 0
  ) u where coalesce(u.later, 0) < i.amount)`;
