/** The paths of the specification's section 7 other than `r`, `r/list` and `r/{id}`. */
import { sql } from 'kysely';
import { type TObject, type TSchema, Type } from 'typebox';
import { cash } from '../domain/cash/cash.record.ts';
import { category } from '../domain/catalogue/category.record.ts';
import { openingBalanceDocument } from '../domain/ledger/opening-balance.document.ts';
import { currencyRate } from '../domain/organisation/currency-rate.record.ts';
import { outlet } from '../domain/organisation/outlet.record.ts';
import { customer } from '../domain/parties/customer.record.ts';
import { user } from '../domain/people/user.record.ts';
import type { RecordDeclaration } from '../domain/records/record.ts';
import { recordAnswer } from '../domain/registry/answers.schema.ts';
import { lookupPermission } from '../domain/registry/lookup-permission.ts';
import { systemSetting } from '../domain/registry/system-setting.record.ts';
import { inventory } from '../domain/stock/inventory.record.ts';
import { camelOf } from '../domain/values/kind-words.ts';
import { shownName } from './database/names-by-language.ts';
import { showDocumentRoute, showRecordRoute } from './details/show.ts';
import { DayText, Query } from './http/query.schema.ts';
import { declareRead, type ReadRoute } from './http/route.ts';
import { notFound } from './http/scope.ts';
import { shopToday } from './http/today.ts';
import { inOrder } from './lists/fields.ts';
import { listRoute } from './lists/list-route.ts';
import type { Condition, ListSource } from './lists/list-source.ts';
import { type Row, withNames } from './lists/names.ts';
import { recordList } from './lists/record-list.ts';
import { accountants } from './people/staff.ts';

export function aliasRoutes(): ReadRoute[] {
  return [
    listAlias(outlet, '/outlets_index', 'list'),
    listAlias(user, '/users_index', 'list'),
    listAlias(outlet, '/outlets_list', 'look-up'),
    listAlias(user, '/users/accountant', 'look-up', { only: accountants }),
    listAlias(customer, '/customers/list_without_default', 'look-up', { only: WITHOUT_DEFAULT }),
    listAlias(cash, '/cashes/accounts_list', 'look-up', { shape: withCurrency, row: CASH_ACCOUNT }),
    listAlias(category, '/categories/category_list', 'look-up', { only: sql`r.data ->> 'parent_fk' is null` }),
    listAlias(category, '/categories/sub_category_list', 'look-up', { only: sql`r.data ->> 'parent_fk' is not null` }),
    listAlias(category, '/categories/product_type_list', 'look-up', { only: BELOW_TWO }),
    ...categoryTreeRoutes(),
    showRecordRoute(outlet, '/outlets_show/:id'),
    showRecordRoute(inventory, '/inventories/show/:id'),
    showRecordRoute(currencyRate, '/currency_rates/show/:id'),
    { ...showRecordRoute(systemSetting, '/system_settings/show/:id'), permission: 'signed_in' },
    {
      ...showDocumentRoute(openingBalanceDocument),
      url: '/opening_balance_show/:id',
      operationId: 'showOpeningBalanceByName',
    },
    lastRateRoute(),
  ];
}

interface AliasOptions {
  readonly only?: Condition;
  /** Converts rows of the endpoint beyond the record's own fields. */
  readonly shape?: (row: Row) => Row;
  readonly row?: TSchema;
}

function listAlias(
  declaration: RecordDeclaration,
  url: string,
  use: 'list' | 'look-up',
  { only, shape, row }: AliasOptions = {},
): ReadRoute {
  const source = recordList(declaration, use, only);
  const shaped: ListSource = shape
    ? {
        ...source,
        present: async (...given) => (await source.present(...given)).map((row) => ({ ...row, ...shape(row) })),
      }
    : source;
  return listRoute({
    url,
    permission: use === 'list' ? `${declaration.resource}/index` : lookupPermission(declaration.resource),
    reads: ['records'],
    operationId: camelOf(url),
    tag: declaration.folder,
    summary: `As ${declaration.resource}${use === 'list' ? '' : '/list'}`,
    row: row ?? recordAnswer(declaration),
    columns: source.columns,
    source: () => shaped,
  });
}

/** All customers except the default customer of the settings. */
const WITHOUT_DEFAULT = sql<boolean>`r.id is distinct from (
  select (s.data ->> 'default_customer_fk')::int from read.record s where s.kind = 'system_setting' and s.id = 1)`;
const withCurrency = (row: Row): Row => ({
  currency: { currency_id: row['currency_fk'], currency_name: row['currency_name'] },
});

/** The cash account with its currency as a nested object. */
const CASH_ACCOUNT = Type.Object(
  {
    ...(recordAnswer(cash) as TObject).properties,
    currency: Type.Object({
      currency_id: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
      currency_name: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    }),
  },
  { title: 'CashAccount' },
);

const Category = Type.Object({
  category_id: Type.Integer(),
  category_name: Type.String(),
  category_code: Type.Union([Type.String(), Type.Null()]),
  parent_fk: Type.Union([Type.Integer(), Type.Null()]),
  is_active_online: Type.Boolean(),
  images: Type.Array(Type.String()),
  revision: Type.Integer(),
});
/** Four levels at most. */
const branch = (title: string, children: TSchema): TSchema =>
  Type.Object({ ...Category.properties, children: Type.Array(children) }, { title });

interface Branch {
  readonly category_id: number;
  readonly category_name: string;
  readonly category_code: string | null;
  readonly parent_fk: number | null;
  readonly is_active_online: boolean;
  readonly images: readonly string[];
  readonly revision: number;
  readonly children: readonly Branch[];
}

/** Categories of the third level: a type of product within a sub-category. */
const BELOW_TWO = sql<boolean>`exists (select from read.record p
  where p.kind = 'category' and p.id = (r.data ->> 'parent_fk')::int and p.data ->> 'parent_fk' is not null)`;

const categoryTreeRoute = <const Url extends string>(url: Url) =>
  declareRead({
    url,
    permission: lookupPermission('categories'),
    reads: ['records'],
    answer: Type.Unsafe<readonly Branch[]>(
      Type.Array(branch('Category1', branch('Category2', branch('Category3', branch('Category4', Category))))),
    ),
    operationId: camelOf(url),
    tag: 'catalogue',
    summary: 'Categories with those below them',
    handle: async ({ reader }) => {
      const { rows } = await sql<Omit<Branch, 'children'>>`
        select r.id as category_id, ${shownName('r')} as category_name, r.data ->> 'category_code' as category_code,
          (r.data ->> 'parent_fk')::int as parent_fk, coalesce((r.data ->> 'is_active_online')::boolean, true) as is_active_online,
          coalesce(r.data -> 'images', '[]') as images, r.revision
        from read.record r where r.kind = 'category' and r.active order by ${inOrder(shownName('r'))}`.execute(reader);
      const children = Map.groupBy(rows, (row) => row.parent_fk);
      const below = (parent: number | null): Branch[] =>
        (children.get(parent) ?? []).map((row) => ({ ...row, children: below(row.category_id) }));
      return below(null);
    },
  });

export const categoryTreeRoutes = () =>
  [categoryTreeRoute('/categories/tree'), categoryTreeRoute('/categories/tree_list')] as const;

/** The rate in force at the end of a day, default today: of the latest date and time, the one entered last. */
function lastRateRoute(): ReadRoute {
  return {
    url: '/currency_rates/last_rate',
    permission: 'signed_in',
    reads: ['records'],
    query: Query({ date: Type.Optional(DayText()) }),
    answer: recordAnswer(currencyRate),
    operationId: 'showLastRate',
    tag: 'organisation',
    summary: 'The currency rate in force on a day, today when none is given',
    handle: async ({ reader, query }) => {
      const day = query['date'] ?? (await shopToday(reader));
      const { rows } = await sql<{ id: number; revision: number; data: Row }>`
        select r.id, r.revision, r.data from read.record r where r.kind = 'currency_rate' and r.active
          and r.data ->> 'date' <= ${day}
        order by r.data ->> 'date' desc, coalesce(r.data ->> 'time', '00:00:00') desc, r.id desc limit 1`.execute(
        reader,
      );
      const [last] = rows;
      if (!last) throw notFound();
      const [row] = await withNames(reader, [{ ...last.data, rate_id: last.id, id: last.id, revision: last.revision }]);
      return row;
    },
  };
}
