/** Promotions in the draft of a sale: proposed by the rules of the server, applied and removed. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { AppliedPromotion } from '../../../domain/sales/sale-events.ts';
import {
  appliedIn,
  apply,
  offerOf,
  PROMOTIONS,
  type Promotion,
  promotionsWire,
  shownIn,
  take,
  takeUnlisted,
} from '../../../web/sales/promotion-draft.ts';
import { saleLimits } from '../../../web/sales/shown-limits.ts';
import { queryClient } from '../../../web/shared/api/query.ts';
import type { Draft, Fields } from '../../../web/shared/document/model/draft.ts';
import { EditingStore } from '../../../web/shared/document/model/editing-store.ts';
import { pastDay } from '../../../web/shared/document/model/past-day.ts';

beforeAll(() => {
  const item_units = [
    { unit_fk: 1, base_unit_qty: '1' },
    { unit_fk: 2, base_unit_qty: '12' },
  ];
  queryClient.setQueryData(['items', 'record', 11], { item_id: 11, item_units });
});

const draft = (quantity: string, more: Fields = {}): Draft => ({
  header: {
    outlet_fk: 1,
    date: '2026-03-20',
    currency_fk: 1,
    system_currency_fk: 1,
    discount: null,
    [PROMOTIONS]: null,
  },
  lines: [{ key: 1, fields: { item_fk: 11, unit_fk: 2, quantity, price: '100', discount: null, ...more } }],
  costs: [],
});
const promotion = (more: Partial<Promotion>): Promotion => ({
  section_id: 4,
  title: 'Spring',
  title_ar: null,
  title_ckb: null,
  outlet_fk: null,
  start_date: '2026-03-01',
  end_date: '2026-03-31',
  status: 'active',
  items: [],
  minimum_amount: null,
  currency_fk: null,
  applies: 'each_time',
  reward_type: 'get_amount',
  reward_items: [],
  reward_percentage: null,
  reward_amount: null,
  ...more,
});
const free = promotion({
  reward_type: 'get_free',
  items: [{ item_fk: 11, unit_fk: 1, quantity: '10' }],
  reward_items: [{ item_fk: 12, unit_fk: 1, quantity: '0.5' }],
});
const offline = promotion({ reward_type: 'get_discount', minimum_amount: '100', reward_percentage: '10' });
const ofLines = promotion({ ...offline, items: [{ item_fk: 11, unit_fk: 2, quantity: '1' }], minimum_amount: null });
const credit = promotion({ minimum_amount: '100', reward_amount: '20' });

const earned = (of: Promotion, store: EditingStore) => offerOf(of, store.state.draft) as AppliedPromotion;
const applied = (of: Promotion, store: EditingStore) => {
  apply(store, of, earned(of, store), {});
  return store.state.draft;
};

describe('an offer', () => {
  it('counts in base units: two boxes of twelve are twice ten', () => {
    expect(offerOf(free, draft('2'))).toMatchObject({ times: 2, amount: null });
    expect(offerOf(credit, draft('2.5'))).toMatchObject({ times: 2, amount: '40' });
  });

  it('is not proposed for another day, and is not earned by incomplete lines', () => {
    expect(offerOf(promotion({ ...free, end_date: '2026-03-19' }), draft('2'))).toBeUndefined();
    expect(offerOf(free, { ...draft('2'), lines: [{ key: 1, fields: { item_fk: null, quantity: '1' } }] })?.times).toBe(
      0,
    );
  });
});

describe('a promotion that is applied', () => {
  it('adds a line of free goods, as often as it was earned, and takes it out again', () => {
    const store = new EditingStore(draft('2'));
    const { lines } = applied(free, store);
    expect(lines[1]?.fields).toMatchObject({
      item_fk: 12,
      quantity: '0',
      price: '0',
      bonus_quantity: '1',
      promotion_fk: 4,
    });
    expect(appliedIn(store.state.draft)).toEqual([4]);
    take(store, free);
    expect(store.state.draft.lines).toHaveLength(1);
  });

  it('sets its discount on the invoice or on the lines of its items, and takes it back', () => {
    const store = new EditingStore(draft('1'));
    expect(applied(offline, store).header).toMatchObject({
      discount: { type: 'percent', value: '10' },
      [PROMOTIONS]: '4',
    });
    take(store, offline);
    expect(store.state.draft.header).toMatchObject({ discount: null, [PROMOTIONS]: null });
    expect(applied(ofLines, store).lines[0]?.fields).toMatchObject({ discount: { value: '10' }, promotion_fk: 4 });
    take(store, ofLines);
    expect(store.state.draft.lines[0]?.fields).toMatchObject({ discount: null, promotion_fk: null });
  });

  it('is sent with the sale, and read back, each once', () => {
    const store = new EditingStore(draft('1'));
    const { header } = applied(credit, store);
    expect(promotionsWire.send({ ...header })).toMatchObject({ promotions: [{ promotion_fk: 4 }] });
    expect(promotionsWire.send({ ...header })).not.toHaveProperty(PROMOTIONS);
    const promotions = [{ promotion_fk: 4 }, { promotion_fk: 5 }];
    expect(promotionsWire.read({ promotions, lines: [{ promotion_fk: 5 }] })).toMatchObject({ [PROMOTIONS]: '4' });
  });
});

describe('a promotion that is applied and has stopped', () => {
  const stopped = (of: Promotion) => ({ ...of, status: 'inactive' as const });
  const rows = (of: readonly Promotion[] | undefined, store: EditingStore) => shownIn(of, store.state.draft);

  it('is shown until it is taken out, and then no longer', () => {
    for (const of of [free, offline, ofLines, credit]) {
      const store = new EditingStore(draft('2'));
      applied(of, store);
      expect(rows([stopped(of)], store)).toEqual([{ id: 4, promotion: stopped(of), offer: undefined }]);
      take(store, stopped(of));
      expect(rows([stopped(of)], store)).toEqual([]);
    }
  });

  it('is shown and taken out with its reward when it is no longer listed', () => {
    for (const of of [free, offline, ofLines, credit]) {
      const store = new EditingStore(draft('2'));
      applied(of, store);
      expect(rows(undefined, store)).toEqual([]);
      expect(rows([], store)).toEqual([{ id: 4, promotion: undefined, offer: undefined }]);
      takeUnlisted(store, 4);
      expect(appliedIn(store.state.draft)).toEqual([]);
      const { header, lines } = store.state.draft;
      expect(header['discount']).toBeNull();
      expect(lines.map(({ fields }) => fields['discount'])).toEqual([null]);
    }
  });
});

describe('the limits of prices on the screen', () => {
  const sold = (more: Fields) => ({ ...draft('1', { price: '12000' }), header: { ...draft('1').header, ...more } });
  const tenth = { type: 'percent', value: '10' } as const;
  const warned = (more: Fields) => [...saleLimits(sold(more), 0).values()].map(({ key }) => key);
  const TOO_LOW = ['sales:limits.net_price_below_minimum'];
  beforeAll(() => {
    const record = { item_id: 11, item_units: [{ unit_fk: 2, base_unit_qty: '12', sale_price: '12000' }] };
    queryClient.setQueryData(['items', 'record', 11], { ...record, minimum_price: '950' });
    const day = pastDay(draft('1').header['date']) ?? 'now';
    queryClient.setQueryData(['promotions', 'list', 'of sales', day], [offline, { ...credit, section_id: 5 }]);
  });

  it('leave out the discount that a promotion gives on the invoice, and no rounded discount', () => {
    expect(warned({ discount: tenth })).toEqual(TOO_LOW);
    expect(warned({ discount: tenth, [PROMOTIONS]: '5' })).toEqual(TOO_LOW);
    expect(warned({ discount: tenth, [PROMOTIONS]: '4' })).toEqual([]);
    expect(warned({ rounded_discount: '600' })).toEqual([]);
    expect(warned({ rounded_discount: '602' })).toEqual(TOO_LOW);
    expect(warned({ discount: tenth, [PROMOTIONS]: '4', rounded_discount: '602' })).toEqual(TOO_LOW);
  });
});
