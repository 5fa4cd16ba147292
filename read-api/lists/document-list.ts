/** The list of a document, from its declaration: the columns that all documents share, and its own. */

import { type RawBuilder, sql } from 'kysely';
import { withOwnPlaces } from '../../domain/deciding/own-places.ts';
import type { DocumentDeclaration } from '../../domain/documents/document.ts';
import { withoutComputedCost } from '../../domain/people/cost-fields.ts';
import { toLatinDigits } from '../../domain/values/folding.ts';
import { membersOf } from '../../domain/values/members.ts';
import { printMoney, readMoney } from '../../domain/values/money.ts';
import type { Person } from '../../identity/person.ts';
import { wordsEn } from '../../languages/words/words-en.ts';
import { allOf, documentScope, seesCost } from '../http/scope.ts';
import { withoutCash } from './counted-blind.ts';
import { stepColumns, withStepNames, withStepPersons } from './document-steps.ts';
import { byName, columnKind, dataColumn, fieldSchema, wordsOf } from './fields.ts';
import { MISSING_GOODS, moves, withLosses } from './goods-losses.ts';
import { anyOf } from './list.ts';
import type { ListRequest } from './list-request.ts';
import type { Column, Condition, Footer, ListSource } from './list-source.ts';
import { type Row, readStream, withNames } from './names.ts';
import { owedColumns, owedSelection, withDaysWaiting } from './owed-columns.ts';
import { userId } from './record-list.ts';
import { recordSearch } from './record-search.ts';
import { kindNamedBy } from './references.ts';
import { withRemoved } from './removed-lines.ts';
import { searchCondition } from './search.ts';
import { withTillAmounts } from './till-amounts.ts';

const SHARED = `id status number date outlet_fk inventory_fk party currency_fk rate payment_type gross discount tax net
  total total_base unpaid paid payment_status received_status reference_number note revision
  created_at created_by updated_at updated_by`.split(/\s+/);

const PARTIES = ['customer', 'supplier'] as const;

/** Records by whose names documents are found: customers of the application, beside their accounts, and assets. */
const FOUND_BY = [
  ['online_customer_fk', 'online_customer'],
  ['fixed_asset_fk', 'fixed_asset'],
] as const;

/** Every status of every document has a word in the language tables. */
const STATUSES = Object.keys(wordsEn).flatMap((key) => (key.startsWith('status.') ? [key.slice(7)] : []));

const NEVER_NULL = new Set(
  'id status gross discount tax net total total_base unpaid paid created_at updated_at'.split(' '),
);

const column = (name: string): RawBuilder<unknown> => sql.ref(`d.${name}`);
/**
 * The document's fields beyond the shared columns: a cash account, a reason, a type of expense, pictures; not its
 * lines.
 */
const OWN_FIELDS = sql`(select coalesce(jsonb_object_agg(f.key, f.value), '{}') from jsonb_each(d.data) f
  where f.key = 'attachments' or jsonb_typeof(f.value) not in ('array', 'object')) as data`;

/** Numbers begin again each year: a look-up finds a document by its day and its amount too. */
export function documentList(declaration: DocumentDeclaration, use: 'list' | 'look-up' = 'list'): ListSource {
  const { kind, resource } = declaration;
  return {
    model: resource,
    from: sql`read.document d`,
    select: sql.join([...SHARED.map(column), ...owedSelection(declaration), OWN_FIELDS]),
    id: sql`d.id`,
    revision: sql`d.revision`,
    isCostly: true,
    columns: {
      ...sharedColumns(),
      ...owedColumns(declaration),
      ...(moves(kind) ? MISSING_GOODS : {}),
      ...stepColumns(declaration),
      ...ownColumns(declaration),
    },
    search: (typed, person) =>
      anyOf([found(declaration, typed, person), ...(use === 'look-up' ? ofDayOrAmount(typed) : [])]),
    footer: footerOf(declaration),
    sortedBy: { column: 'id', dir: 'desc' },
    conditions: (person, { showAll, filters }) => [
      sql`d.kind = ${kind}`,
      narrowed(declaration),
      ...(showAll || filters.has('status') ? [] : [sql<boolean>`d.status <> 'discarded'`]),
      documentScope(person, declaration),
    ],
    present: async (reader, rows, person) => {
      const shown = rows.map((row) => documentRow(declaration, row, person));
      const waiting = await withDaysWaiting(reader, kind, shown);
      const losses = await withLosses(reader, kind, waiting, person);
      const beside = await withTillAmounts(reader, kind, await withRemoved(reader, kind, losses), person);
      return withStepNames(declaration, await withNames(reader, beside));
    },
  };
}

/** Restricts a resource to the documents of its kind that have the discriminator field. */
export const narrowed = ({ discriminator }: DocumentDeclaration): Condition =>
  discriminator === undefined ? sql`true` : sql`jsonb_typeof(d.data -> ${discriminator}) = 'number'`;

/** Converts `party` back to the field of the body: `customer_fk` or `supplier_fk`. */
export function documentRow({ kind, steps }: DocumentDeclaration, row: Row, person: Person): Row {
  const { data: stored, party, created_by, updated_by, ...rest } = row;
  const told = membersOf(withOwnPlaces(kind, withoutCash(kind, membersOf(stored), person), person));
  const data = seesCost(person) ? told : withoutComputedCost(kind, told);
  const named = readStream(String(party));
  return {
    ...withStepPersons(steps, data),
    ...rest,
    [`${kind}_id`]: row['id'],
    ...(named ? { party, [`${named.kind}_fk`]: named.id } : {}),
    created_by_fk: userId(created_by),
    updated_by_fk: userId(updated_by),
  };
}

/** `5/3/2026`, `5/3`, or an amount as it is shown or typed: `12,000`. */
function ofDayOrAmount(typed: string): readonly Condition[] {
  const text = toLatinDigits(typed).trim();
  const [, day, month, year] = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{4}))?$/.exec(text) ?? [];
  if (day && month) {
    const inYear = [
      sql<boolean>`extract(day from d.date) = ${Number(day)}`,
      sql<boolean>`extract(month from d.date) = ${Number(month)}`,
    ];
    return [allOf([...inYear, ...(year ? [sql<boolean>`extract(year from d.date) = ${Number(year)}`] : [])])];
  }
  const amount = readMoney(text.replace(/[,٬]/g, '').replace('٫', '.'));
  return amount === undefined ? [] : [sql<boolean>`d.total = ${printMoney(amount)}::numeric`];
}

/** Searches number, reference and note, and what is shown of the customer, the supplier and records of `FOUND_BY`. */
function found({ body }: DocumentDeclaration, typed: string, person: Person): Condition {
  const named = (kind: string): Condition =>
    sql`p.kind = ${sql.lit(kind)} and ${recordSearch({ alias: 'p', kind }, typed, person)}`;
  const conditions: Condition[] = [
    searchCondition(sql`d.search`, typed),
    ...PARTIES.map(
      (kind): Condition =>
        sql`d.party = any(array(select p.kind || '-' || p.id from read.record p where ${named(kind)}))`,
    ),
  ];
  for (const [field, kind] of FOUND_BY) {
    if (!(field in membersOf(membersOf(body)['properties']))) continue;
    conditions.push(sql`(d.data ->> ${sql.lit(field)})::int = any(array(
      select p.id from read.record p where ${named(kind)}))`);
  }
  return anyOf(conditions);
}

function sharedColumns(): Record<string, Column> {
  const of = (kind: Column['kind'], ...names: string[]): [string, Column][] =>
    names.map((name) => [name, { kind, value: column(name), ...(NEVER_NULL.has(name) ? { isThere: true } : {}) }]);
  const named = (field: string): [string, Column] => {
    const value = column(field);
    return [field, { kind: 'id', value, ...byName(kindNamedBy(field) ?? '', sql`named.id = ${value}`) }];
  };
  return Object.fromEntries([
    ...of('id', 'id'),
    ['status', { kind: 'word', value: column('status'), isThere: true, values: STATUSES }],
    ...of('word', 'payment_type', 'payment_status', 'received_status'),
    ...of('date', 'date'),
    ...of('moment', 'created_at', 'updated_at'),
    ...of('amount', 'rate', 'gross', 'discount', 'tax', 'net', 'total', 'total_base', 'unpaid', 'paid'),
    ...of('text', 'number', 'reference_number', 'note'),
    ...['outlet_fk', 'inventory_fk', 'currency_fk'].map(named),
    ['created_by_fk', { kind: 'id', value: sql`d.created_by`, filter: createdBy }],
    ['item_fk', { kind: 'id', value: sql`d.id`, sort: null, filter: hasItem }],
  ] as [string, Column][]);
}

const createdBy = (given: string): Condition => sql`d.created_by = any(${given.split(',')}::text[])`;
const hasItem = (given: string): Condition => sql`exists (select from read.document_line l
  where l.kind = d.kind and l.id = d.id and l.item_fk = any(${given.split(',').map(Number)}::int[]))`;

/** Fields of the body without a shared column; the party is filtered by its own field and sorted by its name. */
function ownColumns({ body }: DocumentDeclaration): Record<string, Column> {
  const columns: Record<string, Column> = Object.create(null);
  for (const field of Object.keys(membersOf(body).properties ?? {})) {
    if (SHARED.includes(field)) continue;
    const of = fieldSchema(body, field);
    const kind = columnKind(of);
    const named = kindNamedBy(field);
    if (named === 'customer' || named === 'supplier') columns[field] = partyColumn(named);
    else if (kind) columns[field] = { ...dataColumn('d', field, kind, named), ...wordsOf(of) };
  }
  return columns;
}

function partyColumn(kind: string): Column {
  const id = sql`(case when d.party like ${sql.lit(`${kind}-%`)} then split_part(d.party, '-', 2)::int end)`;
  return {
    kind: 'id',
    value: id,
    ...byName(kind, sql`d.party = ${sql.lit(`${kind}-`)} || named.id`),
    filter: (given) => sql`d.party = any(${given.split(',').map((part) => `${kind}-${part}`)}::text[])`,
  };
}

/** Documents that are not in force: the totals of a list leave them out. */
const NOT_IN_FORCE = ['draft', 'discarded', 'reversed', 'cancelled', 'disapproved'];

/**
 * Totals of what is in force; of drafts and of what was taken back only in a list of nothing else. Amounts are added only in
 * one currency; across currencies only the total in the system currency is shown.
 */
const footerOf =
  ({ owed }: DocumentDeclaration) =>
  ({ filters }: ListRequest): Footer => {
    const statuses = filters.get('status')?.split(',') ?? [];
    const isOfOthers = statuses.length > 0 && statuses.every((status) => NOT_IN_FORCE.includes(status));
    const counts = isOfOthers ? sql`true` : sql`d.status <> all(${NOT_IN_FORCE}::text[])`;
    const oneCurrency = sql`min(d.currency_fk) filter (where ${counts}) = max(d.currency_fk) filter (where ${counts})`;
    const total = (name: string) => {
      const sum = sql`sum(${column(name)}) filter (where ${counts})`;
      return [name, sql`case when ${oneCurrency} then ${sum} end`] as const;
    };
    const own = ['gross', 'discount', 'tax', 'net', 'total', 'paid', 'unpaid'].map(total);
    return {
      ...Object.fromEntries(own),
      // As `unpaid`, under the name of the column that lists show.
      ...(owed ? { remaining: total('unpaid')[1] } : {}),
      // Goods that a till took back without a receipt are no sale.
      total_base: sql`sum(d.total_base) filter (where ${counts} and d.status <> 'returned')`,
      left_out: sql`count(*) filter (where not (${counts}))`,
    };
  };
