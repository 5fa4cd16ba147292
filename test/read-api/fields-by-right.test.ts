/**
 * What goods cost, what people are paid and what is personal are in no answer to a person without the right to them. The
 * fields are found in the API document: one with such a name fails the test until it is said here who sees it.
 */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COST_FIELDS } from '../../domain/people/cost-fields.ts';
import { documentResources } from '../../domain/registry/documents.ts';
import { allPermissions } from '../../domain/registry/permissions.ts';
import { records } from '../../domain/registry/records.ts';
import { seesStock } from '../../domain/registry/seen-figures.ts';
import { kindWords } from '../../domain/values/kind-words.ts';
import { SECRET } from '../api/api.ts';
import { openShop, purchaseBody, type Shop, saleBody } from '../api/shop.ts';
import { documented } from '../support/documented.ts';
import { addressOf, everyRoute, type Route } from '../support/every-route.ts';
import { holdersOf } from '../support/holders.ts';
import { isSuite } from '../support/ring.ts';
import { type Office, openOffice } from './office.ts';

/** Exports are limited by person and minute, so several people with the same rights take turns. */
const PEOPLE = 13;
/** In `npm test`, of the routes about other things. */
const SAMPLED = 4;

let office: Office;
let shop: Shop;
let routes: readonly Route[];
/** People with all permissions, but only those to look these records up. */
let people: readonly string[];

/** The values that only a person with the right may see; none of them is entered anywhere else. */
const SECRETS = {
  salesmen: ['771337', '771338', '7.71', 'on trial until autumn'],
  payrolls: ['771347', '771331', '771349'],
  users: ['1987-11-23', '0750 771 3001', 'Ronaki quarter 7713', 'AB-', 'shilan.7713@example.com', 'code7713'],
  customers: ['azad.7713@example.com', 'pays late 7713'],
  suppliers: ['mill.7713@example.com', 'dear 7713'],
  online_customers: ['order.7713@example.com', 'rings twice 7713'],
  stockholders: ['0750 771 3004', '77.13', 'silent 7713'],
  cashes: ['IQ98NBIQ77130001', 'key in the safe 7713'],
} as const;
type Kept = keyof typeof SECRETS;
const KEPT = Object.keys(SECRETS) as Kept[];
const ids = new Map<Kept, number>();

const kindOf = (resource: string): string => records.find((record) => record.resource === resource)?.kind ?? 'payroll';
const isRight = (permission: string): boolean =>
  KEPT.some((resource) =>
    resource === 'payrolls'
      ? permission.startsWith('payrolls/')
      : ['index', 'show', 'update', 'history'].some((action) => permission === `${resource}/${action}`),
  ) || KEPT.some((resource) => permission === `model_loges/${kindOf(resource)}_log`);

beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  const enter = async (resource: Kept, body: object, more: object) => {
    const id = await office.add(resource, body);
    // As a change too, which histories and refusals of outdated changes tell.
    const changed = await office.send('PATCH', `${resource}/${id}`, more);
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    ids.set(resource, id);
    return id;
  };
  const [salary, changed, percent, ...salesmanNote] = SECRETS.salesmen;
  const salesman_fk = await enter(
    'salesmen',
    { sale_man_name: 'Aram', base_salary: salary },
    {
      ...{ base_salary: changed, note: salesmanNote[0] },
      ...{ commission_type: 'revenue', sale_man_commission_percentage: percent },
    },
  );
  const [user_dob, phone, address, blood_group, email, user_code] = SECRETS.users;
  const user_fk = await enter(
    'users',
    { user_name: 'Shilan', email, user_code, outlets: [shop.outlet], inventories: [shop.inventory] },
    { user_dob, phone, address, blood_group },
  );
  const reached = ([email, note]: readonly string[]) => ({ email, note });
  await enter('customers', { consumer_name: 'Bahar', mobile: '0750 111 2233' }, reached(SECRETS.customers));
  await enter('suppliers', { consumer_name: 'Far mill' }, reached(SECRETS.suppliers));
  const [orderEmail, orderNote] = SECRETS.online_customers;
  const online = { consumer_name: 'Chra', mobile: '0750 111 2244' };
  await enter('online_customers', online, { email: orderEmail, note: orderNote });
  const [mobile, share_percentage, note] = SECRETS.stockholders;
  await enter('stockholders', { stockholder_name: 'Dara' }, { mobile, share_percentage, note });
  const [bank_account_number, cashNote] = SECRETS.cashes;
  const bank = { account_name: 'Bank', cash_type: 2, currency_fk: 1, outlet_fk: shop.outlet };
  await enter('cashes', bank, { bank_account_number, note: cashNote });
  const [approved, draft, after] = SECRETS.payrolls;
  const days = { outlet_fk: shop.outlet, from_date: '2026-03-01', to_date: '2026-03-11', date: '2026-03-11' };
  const payroll = (base_salary: string) => ({ ...days, lines: [{ user_fk, base_salary, deduction: '46' }] });
  const paid = await office.add('payrolls', payroll(approved));
  await office.send('POST', `payrolls/${paid}/approve`, {});
  await enter('payrolls', payroll(draft), payroll(after));
  await office.add('purchases', purchaseBody(shop, '10'));
  await office.add('sales', saleBody(shop, '1', { salesman_fk, customer_fk: ids.get('customers') }));
  routes = await everyRoute(office.database.url, SECRET);
  const permissions = allPermissions().filter((permission) => !isRight(permission));
  const here = { outlets: [1, shop.outlet], inventories: [1, shop.inventory] };
  people = await holdersOf(
    office.database.url,
    SECRET,
    Array.from({ length: PEOPLE }, () => ({ permissions, ...here })),
  );
});
afterAll(() => office.close());

const said = (text: string): readonly string[] =>
  KEPT.flatMap((resource) => SECRETS[resource].filter((secret) => text.includes(secret)));

const isStream = ({ url }: Route) => url.startsWith('jobs') || url.startsWith('docs');

describe('what only the right shows', () => {
  it('is in no answer to whoever may only look the records up, and not in logs, papers, files and searches', async () => {
    await office.read('outlets');
    const database = new pg.Client({ connectionString: office.database.url });
    await database.connect();
    const { rows } = await database.query<{ position: string }>(
      `select position from log.event where stream = any($1)`,
      [KEPT.map((resource) => `${kindOf(resource)}-${ids.get(resource)}`)],
    );
    await database.end();
    const isKept = ({ url }: Route) => ids.has(url.split('/')[0] as Kept);
    const all = routes.filter((route) => route.method === 'GET' && !isStream(route));
    const reading = isSuite ? all.filter((route, index) => isKept(route) || index % SAMPLED === 0) : all;
    const addresses = [
      ...reading.flatMap((route) => {
        const own = ids.get(route.url.split('/')[0] as Kept);
        const asked = route.url.includes(':') ? [...new Set([own, 1, 2])].filter((id) => id !== undefined) : [1];
        return asked.map((id) => addressOf(route, String(id)));
      }),
      ...rows.map(({ position }) => `events/${position}`),
      ...[
        'search?q=7713',
        'search?q=Aram',
        'events?per_page=200',
        'users/list?search=Shilan',
        'customers/list?search=Bahar',
      ],
    ];
    const found: string[] = [];
    for (let from = 0; from < addresses.length; from += PEOPLE) {
      await Promise.all(
        addresses.slice(from, from + PEOPLE).map(async (address, index) => {
          const { status, text } = await office.read(address, people[index]);
          if (status >= 500) found.push(`${address} ${status}`);
          if (said(text).length > 0) found.push(`${address}: ${said(text).join(', ')}`);
        }),
      );
    }
    expect(found).toEqual([]);
  });

  it('is there for whoever may see it', async () => {
    for (const resource of KEPT) {
      const { text } = await office.read(`${resource}/${ids.get(resource)}`);
      const last = SECRETS[resource].at(-1) ?? '';
      expect([resource, text.includes(last)]).toEqual([resource, true]);
    }
  });

  it('is in no answer of a command, in no preview and in no refusal of an outdated change', async () => {
    const found: string[] = [];
    let asked = 0;
    for (const { url, method } of routes.filter(({ side, method }) => side === 'command' && method !== 'GET')) {
      const own = ids.get(url.split('/')[0] as Kept);
      if (own === undefined || !url.includes(':id') || method === 'PUT') continue;
      for (const body of [{}, { revision: 0 }]) {
        const address = `${url.replace(/:[a-z_]+/g, String(own))}?dry_run=1`;
        const sent = await office.send(method, address, body, { token: people[asked % PEOPLE] ?? '' });
        asked += 1;
        const text = JSON.stringify(sent.body);
        if (said(text).length > 0) found.push(`${method} ${url} ${sent.status}: ${said(text).join(', ')}`);
      }
    }
    expect(asked).toBeGreaterThan(30);
    expect(found).toEqual([]);
    const gone = await office.send('DELETE', `stockholders/${ids.get('stockholders')}`, {}, { token: people[0] ?? '' });
    expect([gone.status, said(JSON.stringify(gone.body))]).toEqual([200, []]);
    expect(gone.body.data).toMatchObject({ stockholder_name: 'Dara', is_retired: true });
  });
});

/** Fields by which a record is found and which are hidden where it is only looked up. */
const searchedAndHidden = records.flatMap(({ resource, list: { search, codes = {}, lookedUp } }) =>
  [...new Set([...search, ...Object.keys(codes)])]
    .filter((path) => lookedUp && !lookedUp.includes(path.split('.')[0] ?? ''))
    .map((field) => ({ resource: resource as Kept, field })),
);
const parametersOf = ({ querystring }: Route): readonly string[] =>
  Object.keys((querystring as { properties?: object } | undefined)?.properties ?? {});

describe('a field that is hidden where its record is looked up', () => {
  const found = async (address: string, typed: string, token?: string, more = '') => {
    const { status, data } = await office.read(`${address}?search=${encodeURIComponent(typed)}${more}`, token);
    return [address, typed, status, data?.['total']];
  };

  it('is found by nobody who types it, in the look-up and in every other list, but by who may see it', async () => {
    expect(searchedAndHidden.length).toBeGreaterThan(5);
    const lists = routes.filter(
      (route) =>
        route.method === 'GET' && parametersOf(route).includes('search') && parametersOf(route).includes('page'),
    );
    let asked = 0;
    for (const [place, { resource, field }] of searchedAndHidden.entries()) {
      const id = ids.get(resource);
      // A kind with such a field is entered above.
      expect([resource, id]).toEqual([resource, expect.any(Number)]);
      const { data } = await office.read(`${resource}/${id}`);
      const typed = String(data[field]);
      expect([resource, field, typed.length > 5]).toEqual([resource, field, true]);
      // One that was deleted is in the list too.
      expect(await found(resource, typed, undefined, '&show_all=1')).toEqual([resource, typed, 200, 1]);
      const own = lists.filter(({ url }) => url.startsWith(resource) && !url.includes(':'));
      expect(own.length).toBeGreaterThan(0);
      const others = lists.filter(({ url }, index) => !url.includes(':') && (!isSuite || index % 48 === place));
      const hits: unknown[] = [];
      for (const route of new Set([...own, ...others])) {
        const { url } = route;
        const all = parametersOf(route).includes('show_all') ? '&show_all=1' : '';
        const answer = await found(url, typed, people[asked % PEOPLE], all);
        asked += 1;
        if (answer[2] === 200 ? answer[3] !== 0 : ![403, 404].includes(Number(answer[2]))) hits.push(answer);
      }
      expect(hits).toEqual([]);
    }
    expect(asked).toBeGreaterThan(30);
  });

  it('neither sorts nor filters the look-up', () => {
    const offered = searchedAndHidden.flatMap(({ resource, field }) => {
      const lookUp = routes.find(({ url, method }) => method === 'GET' && url === `${resource}/list`);
      return lookUp && JSON.stringify(lookUp.querystring).includes(`"${field}"`) ? [`${resource} ${field}`] : [];
    });
    expect(offered).toEqual([]);
    expect(searchedAndHidden.every(({ resource }) => routes.some(({ url }) => url === `${resource}/list`))).toBe(true);
  });

  it('leaves the others to be found as everywhere: in every script, spelling and case, by a part and by a telephone', async () => {
    const consumer_name = 'Élodie ڕێبوار الكَرْدي ١٢٣٤';
    await office.add('customers', { consumer_name, mobile: '0750 771 9988', email: 'unseen.7713@example.com' });
    for (const typed of [
      'elodie',
      'ÉLOD',
      'رێبوار',
      'الکردی',
      'كردى 1234',
      '۱۲۳۴ ELO',
      '+964 750 771 9988',
      '07507719988',
    ]) {
      const seen = [await found('customers', typed), await found('customers/list', typed, people[0])];
      expect(seen.map((answer) => answer.slice(1))).toEqual([1, 2].map(() => [typed, 200, 1]));
    }
    const both = await found('customers/list', 'elodie unseen.7713', people[0]);
    expect(both[3]).toBe(0);
  });
});

/** Names of fields with costs, profit, pay or personal data. */
const NAMED =
  /cost|profit|margin|salary|commission_percentage|quota_\d|^basis$|^sources$|^balances$|^differences$|goods_base|book_value|^valued?$|dob$|gender|marital|blood|phone|mobile|e-?mail|address|bank_account/;
/** Fields with such a name that are choices and references. */
const NO_SUCH =
  /^(cost_method|costing|cost_id|cost_type|free_goods_cost|landed_cost_(id|fk|name)|rest_of_cost_id|mobile_section_(id|fk|name))$/;
/** How a person is reached, which documents and their papers need. */
const REACHED: ReadonlySet<string> = new Set(['mobile', 'office_phone', 'address', 'addresses']);

/** Fields that are hidden without a right, and where: `every-scope.test.ts` looks for costs in every answer. */
const BY_RIGHT: Readonly<Record<string, readonly string[]>> = {
  'null without items/show_cost': [
    ...['ItemOverview.average_cost', 'ItemOverview.value'],
    ...['ItemOverviewInventory.average_cost', 'ItemOverviewInventory.value'],
    ...['Item.average_cost', 'Collection.cost', 'PreviewMovement.estimated_cost', 'ShowTradeFactsDataAnswer.unit_cost'],
    ...[
      'ShowSaleEffectDataStockAnswer.value',
      'StockRow.average_cost',
      'StockRow.value',
      'SlowStockDataDataAnswer.value',
    ],
    ...['InventoryReportDataDataAnswer.value', 'InventoryReportDataDataAnswer.average_cost'],
    ...['InventoryReportDataFooterAnswer.value', 'ItemTransactionsDataDataAnswer.value'],
    ...['ItemTransactionsDataOpeningAnswer.value', 'ExpiredItemsDataDataAnswer.value'],
    'ExpiredItemsDataTotalsAnswer.value',
    ...['SupplierClaimsDataDataAnswer.value', 'SupplierClaimsDataTotalsAnswer.value'],
    ...['SalesReportDataDataAnswer.*', 'SalesReportDataTotalsAnswer.*'],
    ...['PromotionsReportDataDataAnswer.*', 'PromotionsReportDataTotalsAnswer.*', 'YearCloseBooks.*'],
    ...['SalesmanCommission.basis', 'SalesmanCommission.sources', 'SalesmanCommissionPeriod.basis'],
    ...['SalesmanCommissionRow.basis', 'SalesmanCommissionRow.sources', 'PurchaseReturnLine.goods_base'],
  ],
  'the whole answer requires items/show_cost': [
    ...['ItemsProfitsDataDataAnswer.*', 'ItemsProfitsDataTotalsAnswer.*', 'IncomeStatementDataTotalsAnswer.*'],
    ...['StockValuationDataInventoryAnswer.value', 'StockValuationDataTotalsAnswer.value', 'ExplainLineData*'],
    ...['StockValuationDataDataAnswer.value', 'StockValuationDataDataAnswer.average_cost'],
  ],
  'balances by the rights of the ledgers': ['Preview.balances', 'ShowSaleEffectDataAnswer.balances'],
  'absent without asset_purchases/index': ['FixedAsset.cost', 'FixedAsset.book_value'],
  'pay, for whoever may show payrolls': ['PayrollLine.base_salary'],
  'the person’s own': ['Profile.email', 'ProfilePersonal.*', 'ShopCustomer.*', 'ShopOrder.*', 'CustomerAddress.*'],
};
/** Fields that everyone sees who sees the document, the party or the business. */
const SHOWN: Readonly<Record<string, readonly string[]>> = {
  'entered in the document': [
    ...['AssetSale.cost_amount', 'AssetSaleRow.cost_amount', 'DirectAdjustmentLine.unit_cost'],
    ...['InventoryAdjustmentLine.unit_cost', 'OpeningBalanceStock.value', 'SaleDiscount.value'],
    'TillReceiptDiscount.value',
    ...['DrawerCountAccountDenomination.value', 'RecalculationPlan.differences', 'ShowSaleCostsDataAnswer.cost'],
    ...['Revaluation.balances', 'RevaluationRow.balances', 'PaperDocument.costs', 'PaperDocumentFact.value'],
    ...['PaperDocumentFigureRow.value', 'PaperDocumentTotal.value', 'PurchaseApplied.cost', 'PurchaseEntered.cost'],
    'PurchaseShared.costs',
    ...[
      'AssetPurchase',
      'AssetSale',
      'Conversion',
      'Expense',
      'Income',
      'LandedCost',
      'Production',
      'OnlineOrder',
      'OnlineOrderDeliverySale',
      'OpeningItem',
      'Purchase',
      'Sale',
      'SalesmanSale',
    ].flatMap((of) => [`${of}.costs`, `${of}Row.costs`, `${of}.costs_amount`, `${of}Row.costs_amount`]),
  ],
  'owed by the party': ['Customer.balances', 'Supplier.balances'],
  'how the customer of the document is reached': [
    ...[
      'OnlineOrder',
      'OnlineOrderRow',
      'OnlineOrderDeliverySale',
      'Sale',
      'SaleRow',
      'SalesmanSale',
      'SalesmanSaleRow',
    ].flatMap((of) => [`${of}.customer_mobile`, `${of}.customer_address`]),
    ...['WarrantyClaim.customer_mobile', 'WarrantyClaimRow.customer_mobile'],
    ...['PaperDocumentParty.*', 'ReminderLetterCustomer.*', 'CustomersStatementDataAnswer.*', 'DriversRoundOrder.*'],
    ...[
      'BatchRecallDataDataAnswer.mobile',
      'BatchBuyersDataDataAnswer.mobile',
      'SerialNumbersDataDataAnswer.mobile',
      'SupplierAccount.mobile',
    ],
  ],
  'of the business, on its papers': [
    ...['AppSetting.*', 'Outlet.*', 'PaperBusiness.*', 'PaperBusinessOutlet.*', 'PaperHead.*', 'ShopSettings.*'],
    'SystemProfile.*',
  ],
  'no amount and no person': [
    'ListTableViewsDataAnswer.address',
    'NextBarcodeDataAnswer.value',
    'PosSaleBroken.values',
  ],
};

const isSaid = (field: string): boolean =>
  [...Object.values(BY_RIGHT), ...Object.values(SHOWN)]
    .flat()
    .some((said) => (said.endsWith('*') ? field.startsWith(said.slice(0, -1)) : field === said));

/** A field of a record is hidden where it is only looked up, or tells how the person is reached. */
function isHiddenWhereLookedUp(component: string, name: string): boolean {
  const record = records.find((each) => kindWords(each).one === component.replace(/^CashAccount$/, 'Cash'));
  const lookedUp = record?.list.lookedUp;
  return lookedUp !== undefined && (!lookedUp.includes(name) || REACHED.has(name));
}

type Schema = Readonly<Record<string, unknown>>;

/** Quantities that an inventory has, or is waiting for. */
const STOCKED = /^(stock|available_stock|available|on_hand|reserved|on_order|in_stock|theoretical_quantity)$/;
/** Who sees a field of such a name without looking items up, and why. */
const STOCK_SHOWN: readonly (readonly [RegExp, string])[] = [
  [/^GET \w+\/\{id\}\/effect /, 'what the document itself moved; levels by right: test/read-api/seen-balances.test.ts'],
  [/^\w+ opening_balance(s|_show|_update)\b/, 'entered in the document'],
  [/^\w+ year_closes\b/, 'a digest'],
  [/^(POST|PATCH|DELETE) (items|collections)\b/, 'one schema of an item: the answer of a command has no quantity'],
  [/^GET collections\b/, 'how many can be put together, which whoever enters a conversion needs'],
  [/^GET search /, 'of items that the person may list or open'],
  [/^GET shop\//, 'whether there is any, for customers of the application'],
];

/** The names of quantities in stock of a schema, at any depth. */
function stockFieldsIn(schema: unknown, components: Readonly<Record<string, Schema>>): Set<string> {
  const found = new Set<string>();
  const walked = new Set<string>();
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) walk(each);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
    const { properties, $ref, example: _example, examples: _examples, ...others } = value as Schema;
    if (typeof $ref === 'string' && !walked.has($ref)) {
      walked.add($ref);
      const [kind = '', name = ''] = $ref.split('/').slice(-2);
      walk(components[kind]?.[name]);
    }
    for (const [name, inner] of Object.entries(properties ?? {})) {
      if (STOCKED.test(name)) found.add(name);
      walk(inner);
    }
    walk(Object.values(others));
  };
  walk(schema);
  return found;
}

describe('every field of an answer with such a name', () => {
  it('is hidden without the right, or it is said why everyone sees it', async () => {
    const { document } = await documented(office.database.url);
    const found = new Set<string>();
    const walked = new Set<string>();
    const component = (pointer: string) => {
      const [kind = '', name = ''] = pointer.split('/').slice(-2);
      return { name, value: document.components[kind]?.[name] };
    };
    const walk = (value: unknown, path: string): void => {
      if (Array.isArray(value)) for (const each of value) walk(each, path);
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
      const { properties, $ref, ...others } = value as Schema;
      if (typeof $ref === 'string' && !walked.has($ref)) {
        walked.add($ref);
        const referred = component($ref);
        walk(referred.value, referred.name);
      }
      for (const [name, inner] of Object.entries(properties ?? {})) {
        if (NAMED.test(name) && !NO_SUCH.test(name)) found.add(`${path}.${name}`);
        walk(inner, path);
      }
      for (const [name, inner] of Object.entries(others))
        if (name !== 'example' && name !== 'examples') walk(inner, path);
    };
    for (const operations of Object.values(document.paths)) {
      for (const { operationId, responses } of Object.values(operations)) walk(Object.values(responses), operationId);
    }
    expect(found.size).toBeGreaterThan(100);
    const unsaid = [...found].filter((field) => {
      const [of = '', name = ''] = field.split('.');
      return !isSaid(field) && !isHiddenWhereLookedUp(of, name);
    });
    expect(unsaid).toEqual([]);
  });

  it('is asked for by whoever may see the stock, where it tells one, or it is said why others see it', async () => {
    const { document } = await documented(office.database.url);
    const telling = new Map<string, Set<string>>();
    for (const [path, operations] of Object.entries(document.paths)) {
      for (const [method, { responses }] of Object.entries(operations)) {
        const fields = stockFieldsIn(responses, document.components);
        if (fields.size > 0) telling.set(`${method.toUpperCase()} ${path.replace(/^\/(api\/)?/, '')}`, fields);
      }
    }
    const nameOf = ({ method, url }: Route) => `${method} ${url.replace(/:([a-z_]+)/g, '{$1}')}`;
    const open = routes.flatMap((route) => {
      const fields = telling.get(nameOf(route));
      const isSeen = route.permission
        .split('##')
        .every((one) => seesStock({ can: (asked) => asked.split('##').includes(one) }));
      return !fields || isSeen ? [] : [`${nameOf(route)} ${route.permission}: ${[...fields].join()}`];
    });
    expect(routes.filter((route) => telling.has(nameOf(route))).length).toBeGreaterThan(8);
    expect(open.filter((one) => !STOCK_SHOWN.some(([route]) => route.test(one)))).toEqual([]);
    expect(STOCK_SHOWN.filter(([route]) => !open.some((one) => route.test(one)))).toEqual([]);
  });

  it('of an event that tells a cost is a field of its document', () => {
    const bodies = new Map(documentResources.map(({ kind, body }) => [kind, JSON.stringify(body)]));
    // Fields that the program computes are in no body.
    const computed = new Set(['goods_base', 'sources', 'basis', 'balances', 'differences']);
    for (const [kind, fields] of Object.entries(COST_FIELDS)) {
      const all = JSON.stringify(documentResources.find((each) => each.kind === kind)?.transitions ?? {});
      for (const field of fields) {
        const isField = computed.has(field) || `${bodies.get(kind)}${all}`.includes(`"${field}"`);
        expect([kind, field, isField]).toEqual([kind, field, true]);
      }
    }
  });
});
