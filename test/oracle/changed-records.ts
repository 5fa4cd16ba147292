/** A business whose records have values that documents read, and changes of all of them on a later day. */

import { type RecordDeclaration, recordStateOf } from '../../domain/records/record.ts';
import { documents } from '../../domain/registry/documents.ts';
import { records } from '../../domain/registry/records.ts';
import { type Members, membersOf, objectsOf } from '../../domain/values/members.ts';
import { fieldsOf, meant, type Schema, type Source, sampleValue } from '../support/record-samples.ts';
import { openBusiness } from './business.ts';
import { type Doors, openDoors, throughEveryDoor, WAYS } from './every-door.ts';

export type Business = Awaited<ReturnType<typeof openBusiness>>;

/** The day on which all is entered; the documents are of earlier days. */
const ENTERED = new Date('2026-05-30T09:00:00Z');
/** Days of changes: after those of the documents, and before them. */
export const AFTER = new Date('2026-05-02T09:00:00Z');
export const BEFORE = new Date('2026-02-21T09:00:00Z');

export interface Rich extends Business {
  readonly doors: Doors;
  /** Records that are chosen instead of those that the others name. */
  readonly other: Readonly<Record<string, number>>;
}

/** Customers with terms and prices, items with taxes, and what goods are made of. */
export async function openRich(): Promise<Rich> {
  const business = await openBusiness(true);
  const { shop, premises, books } = business;
  shop.afterCommand = () => books.catchUp();
  const register = (kind: string, body: object) => shop.register(kind, body);
  const amend = async (kind: string, id: number | undefined, body: object) => {
    if (!(await shop.amend(kind, id ?? 0, body))) throw new Error(`${kind} was not prepared`);
  };
  const [rice, oil = 0, tea = 0] = premises.items;
  const { unit, box } = premises;
  const category_fk = await register('category', { category_name: 'Food' });
  const below = await register('category', { category_name: 'Grain', parent_fk: category_fk });
  const tax_fk = await register('tax', { tax_name: 'Five', percentage: '5' });
  const list = (profile_name: string, discount_percentage: string) =>
    register('pricing_profile', {
      ...{ profile_name, status: 'active', apply_on: 'categories', categories: [category_fk], discount_percentage },
    });
  const profile = await list('Trade', '10');
  const group = await register('customer_group', { customer_group_name: 'Shops', payment_terms_days: 10 });
  for (const id of premises.customers)
    await amend('customer', id, { customer_group_fk: group, pricing_profile_fk: profile });
  for (const id of premises.suppliers) await amend('supplier', id, { payment_terms_days: 30 });
  for (const id of premises.items)
    await amend('item', id, { tax_fk, category_fk, sub_category_fk: below, warranty_months: 12 });
  const raw = await register('raw_material', { raw_material_name: 'Grain', item_fk: rice, unit_fk: unit });
  const mixed = { item_fk: oil, unit_fk: unit, quantity: '1', lines: [{ raw_material_fk: raw, quantity: '2' }] };
  await register('mixture', { mixture_name: 'Blend', ...mixed });
  const doors = await openDoors(business);
  const other = {
    tax: await register('tax', { tax_name: 'Ten', percentage: '10' }),
    category: await register('category', { category_name: 'Toys' }),
    brand: await register('brand', { brand_name: 'Red' }),
    customer_group: await register('customer_group', { customer_group_name: 'Hotels', payment_terms_days: 45 }),
    pricing_profile: await list('Hotels', '20'),
    currency: 2,
    item: tea,
    unit: box,
    ...{ oil, used_tax: tax_fk, used_profile: profile },
  };
  return { ...business, doors, other };
}

/** Records of a kind, with their present data. */
export async function recordsOf({ shop, events }: Business, kind: string) {
  const streams = [...new Set((await events()).map(({ stream }) => stream))].filter(
    (stream) => stream.slice(0, stream.lastIndexOf('-')) === kind,
  );
  return [...(await shop.handler.states.read(streams))].flatMap(([stream, { state }]) => {
    const record = recordStateOf(state);
    return record.status === 'none' ? [] : [{ id: Number(stream.split('-')[1]), data: record.data }];
  });
}

type Changed = (data: Members, rich: Rich) => Members;

const more = (value: unknown): string => String(Number(value ?? 0) + 3);
const days = (value: unknown): number => Number(value ?? 0) + 9;
const rows = (list: unknown, change: (row: Members) => Members) =>
  objectsOf(list).map((row) => ({ ...row, ...change(row) }));
const twice = (list: unknown) => rows(list, ({ quantity }) => ({ quantity: more(quantity) }));

/** Other values of all fields that a document of an earlier day reads as they were. */
const CHANGES: Readonly<Record<string, Changed>> = {
  item: ({ item_units }, { other, premises }) => ({
    ...{ category_fk: other['category'], sub_category_fk: null, brand_fk: other['brand'], tax_fk: other['tax'] },
    ...{ price_currency_fk: other['currency'], minimum_price: '90000', maximum_discount: '1' },
    ...{ sale_price_editable: false, weight: '4', volume: '0.5', warranty_months: 21 },
    item_prices: [{ unit_fk: premises.unit, pricing_profile_fk: other['used_profile'], sale_price: '7' }],
    item_units: rows(item_units, ({ is_base }) => ({ sale_price: '13', base_unit_qty: is_base ? '1' : '24' })),
  }),
  tax: () => ({ percentage: '7', date: '2027-01-01', recoverable: false }),
  category: ({ parent_fk }, { other }) => ({ parent_fk: parent_fk === null ? null : other['category'] }),
  pricing_profile: (_, { other }) => ({
    ...{ status: 'inactive', apply_on: 'items', items: [other['item']], discount_percentage: '30' },
    ...{ brands: [other['brand']], categories: [other['category']], start_date: '2027-01-01', end_date: '2027-01-02' },
    ...{ discount_start_amount: '900000', discount_end_amount: '900001' },
  }),
  customer: (_, { other }) => ({
    ...{ customer_group_fk: other['customer_group'], pricing_profile_fk: other['pricing_profile'] },
    ...{ payment_terms_days: 77, overdue_days: 3333 },
  }),
  supplier: ({ payment_terms_days }) => ({ payment_terms_days: days(payment_terms_days) }),
  customer_group: ({ payment_terms_days }) => ({ payment_terms_days: days(payment_terms_days) }),
  promotion: (_, { other }) => ({
    ...{ start_date: '2026-05-03', end_date: '2026-12-30', status: 'inactive', minimum_amount: '99999999' },
    ...{ items: [{ item_fk: other['item'], unit_fk: other['unit'], quantity: '3' }], applies: 'each_time' },
    ...{ currency_fk: other['currency'], reward_type: 'get_amount', reward_percentage: null, reward_amount: '4' },
    reward_items: [],
  }),
  salesman: () => ({
    ...{ commission_type: 'percentage', quota_period: 'month', sale_man_commission_percentage: '9' },
    ...{ sale_man_quota_1: '6000', sale_man_commission_percentage_1: '11', sale_man_quota_2: '7000' },
    ...{ sale_man_commission_percentage_2: '12', sale_man_quota_3: '8000', sale_man_commission_percentage_3: '13' },
  }),
  mixture: ({ lines, quantity }, { other }) => ({
    ...{ item_fk: other['item'], unit_fk: other['unit'], quantity: more(quantity), lines: twice(lines) },
  }),
  collection: ({ lines }, { other }) => ({ item_fk: other['item'], unit_fk: other['unit'], lines: twice(lines) }),
  raw_material: ({ item_fk }, { other }) => ({
    item_fk: other['oil'] === item_fk ? other['item'] : other['oil'],
    unit_fk: other['unit'],
  }),
  system_setting: () => ({ cash_rounding_step: '500', free_goods_cost: 'promotion_cost', revaluation_rates: 'in' }),
};

/** Changes every record of a kind in all fields that are of a day. */
export async function changeAll(rich: Rich, { kind, ofDay }: RecordDeclaration): Promise<void> {
  const dated = [...(ofDay?.fields ?? []), ...Object.keys(ofDay?.rows ?? {})].toSorted();
  for (const { id, data } of await recordsOf(rich, kind)) {
    const changed = CHANGES[kind]?.(data, rich) ?? {};
    if (JSON.stringify(Object.keys(changed).toSorted()) !== JSON.stringify(dated))
      throw new Error(`other values are needed for ${kind}: ${dated}`);
    const isKept = Object.entries(changed).every(
      ([field, value]) => JSON.stringify(value) === JSON.stringify(data[field]),
    );
    if (isKept) continue;
    // The terms of a promotion are fixed while it is active.
    const { status, ...terms } = changed;
    const steps = kind === 'promotion' ? [{ status }, terms] : [changed];
    for (const step of steps)
      if (!(await rich.shop.amend(kind, id, step))) throw new Error(`${kind} ${id} was not changed`);
  }
}

/** The same document without what a record proposes: in another unit, taxed, and on account where that is possible. */
function proposed(kind: string, body: object, { premises, other }: Rich): object {
  const properties = membersOf(membersOf(documents.find((document) => document.kind === kind)?.body)['properties']);
  const given: Members = { ...body };
  const ofLine = membersOf(membersOf(membersOf(properties['lines'])['items'])['properties']);
  const lines = objectsOf(given['lines']).map(({ price, unit_fk, ...line }) => ({
    ...line,
    ...(price !== undefined && !SELLS.includes(kind) ? { price } : {}),
    ...(unit_fk === undefined ? {} : { unit_fk: premises.box }),
    ...('tax_fk' in ofLine && line['item_fk'] !== undefined ? { tax_fk: other['used_tax'] } : {}),
  }));
  const isOwed = given['payment_type'] === 'cash' && ('supplier_fk' in properties || 'customer_fk' in properties);
  const owed = {
    ...{ payment_type: 'on_account', account_fk: null },
    ...('supplier_fk' in properties ? { supplier_fk: premises.suppliers[0] } : {}),
    ...('customer_fk' in properties ? { customer_fk: premises.customers[0] } : {}),
  };
  const { due_date: _, ...undated } = given;
  return { ...undated, ...('lines' in given ? { lines } : {}), ...(isOwed && SETTLED.includes(kind) ? owed : {}) };
}
const SELLS: readonly string[] = ['sale', 'quotation', 'online_order', 'pos_sale'];
const SETTLED: readonly string[] = [
  'sale',
  'purchase',
  'expense',
  'income',
  'asset_purchase',
  'asset_sale',
  'landed_cost',
];

/** Documents of every kind of two outlets, those of the second one without what a record proposes. */
export async function throughAll(rich: Rich): Promise<void> {
  const { shop } = rich;
  rich.clock.now = ENTERED;
  const enter = shop.enter.bind(shop);
  for (const [at, to] of WAYS) {
    await throughEveryDoor(rich, rich.doors, at, to);
    const [production] = shop.entered.filter(({ kind }) => kind === 'production');
    shop.enter = (kind, body) => enter(kind, proposed(kind, body, rich));
    const mixed = { lines: undefined, mixture_fk: 1, quantity: '2' };
    await enter('production', { ...production?.body, ...mixed });
  }
  shop.enter = enter;
}

/** What documents read as it is now, each with the reason. */
export const OF_NOW: Readonly<Record<string, string>> = {
  'currency_rate.*': 'a rate has its own day, and is corrected by events of the documents that used it',
  'stockholder.*': 'shares have their own days',
  'financial_year.*': 'a year has its own days',
  'period_lock.*': 'days are locked by whoever closes them now',
  'cash.outlet_fk': 'whose account it is decides who may use it now',
  'cash.allow_overdraft': 'a rule for whoever pays now',
  'customer.mobile': 'how a customer is reached now',
  'customer.address': 'where a customer is reached now',
  'customer.currencies': 'a rule for whoever enters now',
  'customer.allowed_debit_amount': 'who may buy on account is decided now',
  'customer.overdue_option': 'who may buy on account is decided now',
  'supplier.currencies': 'a rule for whoever enters now',
  'item.has_expire': 'how the goods in stock are kept now',
  'item.has_batch_number': 'how the goods in stock are kept now',
  'item.serial_numbers': 'how the goods in stock are kept now',
  'system_setting.document_numbers': 'a number is given now',
  'system_setting.currency_fk': 'fixed by the first posting',
  'system_setting.allow_negative_stock': 'a rule for whoever enters now',
  'system_setting.four_eyes': 'a rule for whoever enters now',
  'system_setting.journal_needs_note': 'a rule for whoever enters now',
  'system_setting.has_online_orders': 'what is switched off is not entered',
  'system_setting.has_pos': 'what is switched off is not entered',
  'system_setting.has_production': 'what is switched off is not entered',
  'system_setting.has_capital': 'what is switched off is not entered',
};

const isKept = (kind: string, field: string): boolean =>
  [`${kind}.*`, `${kind}.${field}`, `*.${field}`].some((name) => name in OF_NOW);

/** Changes all fields that no document reads as they were on a day, one by one as far as the rules of the records allow. */
export async function changeOthers(rich: Rich): Promise<void> {
  for (const declaration of records) {
    const { kind, ofDay } = declaration;
    const dated = [...(ofDay?.fields ?? []), ...Object.keys(ofDay?.rows ?? {})];
    for (const { id, data } of await recordsOf(rich, kind)) {
      for (const [field, schema] of Object.entries(fieldsOf(declaration))) {
        if (dated.includes(field) || isKept(kind, field)) continue;
        const value = await otherValue(rich, meant(schema), field, data[field]);
        if (value !== undefined) await rich.shop.amend(kind, id, { [field]: value });
      }
    }
  }
}

async function otherValue(rich: Rich, schema: Schema, field: string, now: unknown): Promise<unknown> {
  if (schema['x-attachment']) return undefined;
  if (schema.type === 'boolean') return now !== true;
  if (schema.enum) return schema.enum.find((one) => one !== now);
  if (schema.type === 'integer' && !('x-lookup' in schema)) return days(now);
  const source: Source = {
    reference: async (resource) => {
      const kind = records.find((record) => record.resource === resource)?.kind ?? '';
      const ids = (await recordsOf(rich, kind)).map(({ id }) => id);
      return ids.find((id) => id !== now) ?? 1;
    },
    picture: async () => '',
  };
  return sampleValue(schema, source, field, 77);
}
