/** Prices of a document's lines for its customer: another customer changes them, and opening it does not. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { PricingList } from '../../../domain/catalogue/listed-price.ts';
import {
  customerPrice,
  headerAtOpening,
  type PricedFor,
  pricedCustomer,
  priceFor,
  priceOfList,
} from '../../../web/sales/customer-prices.ts';
import { saleDeclaration } from '../../../web/sales/sale-editor.tsx';
import { queryClient } from '../../../web/shared/api/query.ts';
import { readDocument } from '../../../web/shared/document/model/body.ts';
import type { Draft, Fields } from '../../../web/shared/document/model/draft.ts';
import { DocumentSession } from '../../../web/shared/document/model/session.ts';

const CURRENCIES = [
  { currency_id: 1, decimals: 0 },
  { currency_id: 2, decimals: 2 },
];

const off = (id: number, percentage: string): PricingList => ({
  ...{ id, apply_on: 'all_items', discount_percentage: percentage, categories: [], brands: [], items: [] },
  ...{
    profile_name_ar: null,
    profile_name_ckb: null,
    status: 'active',
    start_date: null,
    end_date: null,
    discount_start_amount: null,
    discount_end_amount: null,
  },
});
const HALF = off(1, '50');
const TENTH = off(2, '10');
const NOBODY: PricedFor = { customer: undefined, list: null };

beforeAll(() => {
  const item_units = [{ unit_fk: 1, base_unit_qty: '1', sale_price: '10000' }];
  queryClient.setQueryData(['items', 'record', 11], { item_id: 11, item_units });
});

const HEADER: Fields = { customer_fk: 7, date: '2026-03-20', currency_fk: 1, system_currency_fk: 1 };
const draft = (price: string): Draft => ({
  header: HEADER,
  lines: [{ key: 1, fields: { item_fk: 11, unit_fk: 1, quantity: '1', price } }],
  costs: [],
});
const stored = (price: string) => {
  const answer = { ...HEADER, id: 3, revision: 1, status: 'draft', possible: ['change'] };
  const lines = [{ line_id: 1, item_fk: 11, unit_fk: 1, quantity: '1', price }];
  const server = readDocument(saleDeclaration, { ...answer, lines });
  return new DocumentSession(saleDeclaration, server.draft, server);
};
const customerAtOpening = (session: DocumentSession) => {
  const header = headerAtOpening(session);
  return header && pricedCustomer(header);
};
const priceIn = ({ store }: Pick<DocumentSession, 'store'>) => store.state.draft.lines[0]?.fields['price'];

describe('the customer that lines are priced for', () => {
  it('is at first that of a document from the server or the device, and nobody in a new one', () => {
    expect(customerAtOpening(stored('10000'))).toBe(7);
    const kept = new DocumentSession(saleDeclaration, draft('10000'));
    expect(customerAtOpening(kept)).toBeUndefined();
    kept.keepAsUnsaved(draft('9000'));
    expect(customerAtOpening(kept)).toBe(7);
  });
});

describe('the price of a line', () => {
  it('stays as it was stored, also where the list of the customer is another one by now', () => {
    const session = stored('10000');
    const opened = { customer: customerAtOpening(session), list: HALF };
    const now = priceFor(session.store, opened, { customer: 7, list: HALF });
    expect(priceIn(session)).toBe('10000');
    // The list is changed while the sale is open.
    priceFor(session.store, now, { customer: 7, list: TENTH });
    expect(priceIn(session)).toBe('10000');
    expect(session.dirty).toBe(false);
  });

  it('becomes that of another customer, unless a person typed another one', () => {
    const session = stored('5000');
    priceFor(session.store, { customer: 7, list: HALF }, { customer: 8, list: TENTH });
    expect(priceIn(session)).toBe('9000');
    priceFor(session.store, { customer: 8, list: TENTH }, NOBODY);
    expect(priceIn(session)).toBe('10000');
    const typed = stored('4000');
    priceFor(typed.store, { customer: 7, list: HALF }, { customer: 8, list: TENTH });
    expect(priceIn(typed)).toBe('4000');
  });

  it('of a new document becomes that of the list which came late', () => {
    const session = new DocumentSession(saleDeclaration, draft('10000'));
    priceFor(session.store, { customer: customerAtOpening(session), list: null }, { customer: 7, list: HALF });
    expect(priceIn(session)).toBe('5000');
  });
});

describe('an order of a customer of the application', () => {
  it('is priced for its customer account, else for that of the settings of the application', () => {
    const item = { item_id: 11, item_units: [{ unit_fk: 1, base_unit_qty: '1', sale_price: '10000' }] };
    const priced = (more: Fields) => customerPrice(item, 1, { ...HEADER, ...more });
    const bySettings = { customer_fk: null, online_customer_fk: 3 };
    expect(priced(bySettings)).toBe('10000');
    queryClient.setQueryData(['delivery_zones', 'terms', {}], { customer_fk: 9 });
    queryClient.setQueryData(['customers', 'pricing_list', 9], HALF);
    queryClient.setQueryData(['customers', 'pricing_list', 8], TENTH);
    expect(priced(bySettings)).toBe('5000');
    expect(priced({ ...bySettings, customer_fk: 8 })).toBe('9000');
    expect(priced({ customer_fk: null })).toBe('10000');
  });
});

describe('a converted price', () => {
  const item = (sale_price: string, currency: number) => ({
    ...{ item_id: 12, price_currency_fk: currency },
    item_units: [{ unit_fk: 1, base_unit_qty: '1', sale_price }],
  });
  const inDinars: Fields = { ...HEADER, rate: '1487.5' };
  const inDollars: Fields = { ...inDinars, currency_fk: 2 };

  const price = (of: ReturnType<typeof item>, header: Fields) => priceOfList(of, 1, header, undefined, CURRENCIES);

  it('is a multiple of the smallest unit, as the server computes it', () => {
    expect(price(item('1.33', 2), inDinars)).toBe('1978');
    expect(price(item('1000', 1), inDollars)).toBe('0.67');
  });

  it('is not rounded to zero, and a price in the currency of the document is not rounded', () => {
    expect(price(item('5', 1), inDollars)).toBe('0.0034');
    expect(price(item('12.5', 1), inDinars)).toBe('12.5');
  });
});
