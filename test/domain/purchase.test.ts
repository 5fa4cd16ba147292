import { describe, expect, it } from 'vitest';
import { purchaseDocument } from '../../domain/purchasing/purchase.document.ts';
import type { ApplyCostInput, PurchaseInput } from '../../domain/purchasing/purchase.schema.ts';
import { purchase } from '../../domain/purchasing/purchase.ts';
import type { PurchaseEvent } from '../../domain/purchasing/purchase-events.ts';
import { nextReceipt } from '../../domain/purchasing/purchase-rules.ts';
import { validDate } from '../../domain/values/effective-date.ts';
import { printMoney } from '../../domain/values/money.ts';
import { say } from '../../languages/say.ts';
import { foreignAmong } from '../support/foreign-text.ts';
import { given } from './given.ts';
import { RECORDS, shop } from './shop.ts';

const line = (item: number, quantity: string, price: string) => ({ item_fk: item, unit_fk: 1, quantity, price });
const input: PurchaseInput = {
  outlet_fk: 1,
  inventory_fk: 1,
  supplier_fk: 8,
  date: '2026-03-01',
  currency_fk: 1,
  payment_type: 'on_account',
  lines: [line(11, '10', '1000'), line(12, '20', '1500')],
};
const freight: ApplyCostInput = {
  cost_id: 1,
  cost_type: 'freight',
  amount: '1000',
  currency_fk: 1,
  payment_type: 'on_account',
  supplier_fk: 9,
};
const drafted = given(purchase).after([{ type: 'draft', input }]);
const ordered = drafted.after([{ type: 'complete', receive: false }]);
const received = drafted.after([{ type: 'complete', receive: true }]);
const closed = received.after([{ type: 'close' }]);

const LANGUAGES = ['en', 'ar', 'ckb'] as const;
const sharesOf = (events: readonly PurchaseEvent[]) =>
  events.flatMap((event) => (event.type === 'purchase.cost_shared' ? event.data.costs.flatMap((of) => of.shares) : []));

describe('a purchase that is new', () => {
  it('is drafted with the out rate, the tax of its record and the weight of its items', () => {
    const dollar = {
      ...input,
      currency_fk: 2,
      rate_fk: 4,
      lines: [{ ...line(11, '1', '5'), tax_fk: 2 }],
    };
    const [event] = given(purchase).when({ type: 'draft', input: dollar }).gives('purchase.drafted');
    expect(event?.data).toMatchObject({
      rate: '1490',
      time: null,
      lines: [{ tax_percent: '5', tax_recoverable: false, unit_weight: '2' }],
    });
  });

  it('is refused with all wrong fields at once', () => {
    given(purchase)
      .when(
        {
          type: 'draft',
          input: {
            ...input,
            supplier_fk: null,
            costs: [{ ...freight, amount: '0', supplier_fk: 99 }],
            lines: [line(13, '1', '1'), { ...line(99, '1', '1'), tax_fk: 99, expire_date: '2026-13-01' }],
          },
        },
        shop({ outlets: [2] }),
      )
      .isRefused(
        'outlet_fk: not_your_outlet',
        'supplier_fk: required',
        'costs.0.supplier_fk: unknown_record',
        'costs.0.amount: greater_than',
        'lines.0.item_fk: goods_only',
        'lines.1.item_fk: unknown_record',
        'lines.1.tax_fk: unknown_record',
        'lines.1.expire_date: date',
      );
  });

  it('cannot be received, closed, opened, returned or changed by a cost', () => {
    given(purchase).when({ type: 'receive', input: {} }).isWrongState('draft');
    given(purchase).when({ type: 'apply_cost', input: freight }).isWrongState('draft');
    given(purchase).when({ type: 'close' }).isWrongState('draft');
    given(purchase).when({ type: 'open', reason: 'x' }).isWrongState('draft');
    given(purchase).when({ type: 'return_to_draft', reason: 'x' }).isWrongState('draft');
  });
});

describe('a purchase that is a draft', () => {
  it('is changed, discarded and completed', () => {
    drafted.when({ type: 'change', input: { ...input, note: 'x' } }).gives('purchase.draft_changed');
    drafted.when({ type: 'change', input }).givesNothing();
    drafted.when({ type: 'discard' }).gives('purchase.discarded');
    drafted.when({ type: 'complete', receive: true }).gives('purchase.completed');
  });

  it('is not completed without quantity, below a price of zero, or with shares that do not make the cost', () => {
    const byHand: ApplyCostInput = { ...freight, share_by: 'hand', shares: [{ line_id: 9, amount: '400' }] };
    given(purchase)
      .after([
        {
          type: 'draft',
          input: { ...input, costs: [byHand], lines: [line(11, '0', '1'), line(12, '1', '-1')] },
        },
      ])
      .when({ type: 'complete', receive: true })
      .isRefused(
        'lines.0.quantity: greater_than',
        'lines.1.price: min',
        'lines.1.discount: discount_above_amount',
        'discount: discount_above_amount',
        'costs.0.shares.0.line_id: unknown_line',
        'costs.0.shares: shares_make_the_cost',
      );
  });

  it('owes one supplier in one currency at one rate', () => {
    const dollar = { ...input, currency_fk: 2, rate_fk: 4 };
    given(purchase)
      .after([
        {
          type: 'draft',
          input: { ...dollar, costs: [{ ...freight, currency_fk: 2, rate: '1500', supplier_fk: 8 }] },
        },
      ])
      .when({ type: 'complete', receive: true })
      .isRefused('costs.0.rate: one_rate_per_supplier');
    // Also for a purchase in cash, because its return may be on account.
    const cost = { ...freight, currency_fk: 2, rate: '1500', supplier_fk: 8 };
    given(purchase)
      .after([{ type: 'draft', input: { ...dollar, payment_type: 'cash', account_fk: 5, costs: [cost] } }])
      .when({ type: 'complete', receive: true })
      .isRefused('costs.0.rate: one_rate_per_supplier');
  });
});

describe('a purchase that is complete', () => {
  it('has postings of its received quantities', () => {
    const booked = (of: typeof drafted) => purchaseDocument.postingsOf(of.state(), 'purchase-1');
    expect(booked(ordered)).toEqual([]);
    expect(booked(received)).toHaveLength(1);
    expect(booked(closed)).toHaveLength(1);
  });

  it('is received in parts: never less than before, never more than was bought', () => {
    const some = { date: '2026-03-05', lines: [{ line_id: 1, quantity: '4' }] };
    ordered.when({ type: 'receive', input: some }).gives('purchase.received');
    const part = ordered.after([{ type: 'receive', input: some }]);
    const wrong = [
      { line_id: 1, quantity: '3' },
      { line_id: 2, quantity: '21' },
      { line_id: 3, quantity: '1' },
    ];
    part
      .when({ type: 'receive', input: { lines: wrong } })
      .isRefused(
        'lines.0.quantity: total_at_least',
        'lines.1.quantity: total_at_most',
        'lines.2.line_id: unknown_line',
      );
    const [rest] = part.when({ type: 'receive', input: {} }).gives('purchase.received');
    expect(rest?.data).toMatchObject({ receipt: 1, date: '2026-03-20', time: '10:00:00' });
    const all = part.after([{ type: 'receive', input: {} }]);
    const value = purchaseDocument
      .postingsOf(all.state(), 'purchase-1')
      .flatMap((posting) => posting.lines)
      .filter((lines) => lines.account.key === 'inventory')
      .reduce((total, lines) => total + lines.base, 0n);
    expect(printMoney(value as never)).toBe('40000');
  });

  it('posts amounts in the system currency as they are owed, from the first receipt on or never', () => {
    const first = { type: 'receive' as const, input: { date: '2026-03-05', lines: [{ line_id: 1, quantity: '3' }] } };
    const [event] = ordered.when(first).gives('purchase.received');
    expect(event?.data).toMatchObject({ is_posted_as_owed: true });
    const state = ordered.after([first]).state();
    if (state.status !== 'complete') throw new Error('it is complete');
    expect(nextReceipt({}, state, shop())).toMatchObject({ is_posted_as_owed: true });
    const before = state.receipts.map(({ is_posted_as_owed: _, ...receipt }) => receipt);
    expect(nextReceipt({}, { ...state, receipts: before }, shop())).not.toHaveProperty('is_posted_as_owed');
    const dollar = { ...state.purchase, currency_fk: 2, rate: '1490' };
    expect(nextReceipt({}, { ...state, purchase: dollar }, shop())).not.toHaveProperty('is_posted_as_owed');
  });

  it('accepts a later cost by value, by quantity, by weight or by hand, once by its number', () => {
    const amounts = (fields: Partial<ApplyCostInput>) =>
      sharesOf(
        received
          .when({ type: 'apply_cost', input: { ...freight, ...fields } as ApplyCostInput })
          .gives('purchase.cost_entered', 'purchase.cost_shared'),
      ).map((share) => share.amount);
    expect(amounts({})).toEqual(['250', '750']);
    expect(amounts({ share_by: 'quantity' })).toEqual(['333', '667']);
    expect(amounts({ share_by: 'weight' })).toEqual(['250', '750']);
    const shares = [
      { line_id: 1, amount: '999' },
      { line_id: 2, amount: '1' },
    ];
    expect(amounts({ share_by: 'hand', shares })).toEqual(['999', '1']);
    received
      .after([{ type: 'apply_cost', input: freight }])
      .when({ type: 'apply_cost', input: { ...freight, amount: '2' } })
      .isRefused('cost_id: unique');
  });

  it('is shared by volume where all items have one', () => {
    const sized = (volume: string | null) => ({
      ...RECORDS,
      'item-11': { ...RECORDS['item-11'], volume: '0.004' },
      'item-12': { ...RECORDS['item-12'], volume },
    });
    const by = { type: 'apply_cost', input: { ...freight, share_by: 'volume' } } as const;
    const bought = (volume: string | null) =>
      given(purchase).after([{ type: 'enter', input, receive: true }], shop({ records: sized(volume) }));
    const events = bought('0.018').when(by).gives('purchase.cost_entered', 'purchase.cost_shared');
    // 10 at 0.004 and 20 at 0.018 cubic metres.
    expect(sharesOf(events).map((share) => share.amount)).toEqual(['100', '900']);
    bought(null).when(by).isRefused('share_by: volume_missing');
    bought('0').when(by).isRefused('share_by: volume_missing');
    const own = { ...input, costs: [{ ...freight, share_by: 'volume' as const }] };
    received
      .when({ type: 'apply_cost', input: { ...freight, share_by: 'volume' } })
      .isRefused('share_by: volume_missing');
    given(purchase).when({ type: 'enter', input: own, receive: true }).isRefused('costs.0.share_by: volume_missing');
  });

  it('is not shared by weight where an item has none', () => {
    const weightless = { ...RECORDS, 'item-12': { ...RECORDS['item-12'], weight: null } };
    given(purchase)
      .after([{ type: 'enter', input, receive: true }], shop({ records: weightless }))
      .when({ type: 'apply_cost', input: { ...freight, share_by: 'weight' } })
      .isRefused('share_by: weight_missing');
  });

  it('is not shared by value over goods that have none', () => {
    const samples = { ...input, lines: [line(11, '10', '0'), line(12, '20', '0')] };
    const samplesBought = given(purchase).after([{ type: 'enter', input: samples, receive: true }]);
    samplesBought.when({ type: 'apply_cost', input: freight }).isRefused('share_by: no_value_to_share_by');
    samplesBought
      .when({ type: 'apply_cost', input: { ...freight, share_by: 'quantity' } })
      .gives('purchase.cost_entered', 'purchase.cost_shared');
    given(purchase)
      .when({ type: 'enter', input: { ...samples, costs: [freight] }, receive: true })
      .isRefused('costs.0.share_by: no_value_to_share_by');
  });

  it('has at most 200 receipts, and the refusal states it', () => {
    const many = { ...input, lines: [{ item_fk: 11, unit_fk: 1, quantity: '201', price: '1' }], costs: [] };
    const part = (quantity: number) => ({
      type: 'receive' as const,
      input: { lines: [{ line_id: 1, quantity: String(quantity) }] },
    });
    const parts = given(purchase)
      .after([{ type: 'enter', input: many, receive: false }])
      .after(Array.from({ length: 200 }, (_, index) => part(index + 1)));
    const { issues } = parts.when(part(201)).isRefused(': too_many_receipts');
    const said = LANGUAGES.map((language) => say(language, issues[0]?.message ?? '', issues[0]?.params, ''));
    expect(said[0]).toBe('Goods arrived in 200 parts already, which is the most: nothing more can be received');
    expect(foreignAmong(said.slice(1))).toEqual([]);
  });

  it('shares a later cost over its receipts, each at its own time', () => {
    const parts = ordered.after([
      { type: 'receive', input: { date: '2026-03-05', lines: [{ line_id: 2, quantity: '5' }] } },
      { type: 'receive', input: { date: '2026-03-09' } },
    ]);
    const events = parts
      .when({ type: 'apply_cost', input: freight })
      .gives('purchase.cost_entered', 'purchase.cost_shared', 'purchase.cost_shared');
    expect(events.slice(1).map((event) => (event.data as { date: string }).date)).toEqual(['2026-03-05', '2026-03-09']);
    expect(sharesOf(events).map((share) => share.amount)).toEqual(['188', '250', '562']);
  });

  it('takes no cost of zero', () => {
    received
      .when({ type: 'apply_cost', input: { ...freight, amount: '0', supplier_fk: 99 } })
      .isRefused('amount: greater_than', 'supplier_fk: unknown_record');
  });

  it('asks before it takes a cost of the same type, amount and supplier again', () => {
    const once = received.after([{ type: 'apply_cost', input: freight }]);
    const again = { type: 'apply_cost', input: { ...freight, cost_id: 2 } } as const;
    once.when(again, shop({ confirmed: false })).isRefused('amount: cost_entered_already');
    once.when(again).gives('purchase.cost_entered', 'purchase.cost_shared');
    const customs = { ...again.input, cost_type: 'customs' } as const;
    once.when({ type: 'apply_cost', input: customs }, shop({ confirmed: false })).events();
    const taken = once.after([{ type: 'withdraw_cost', cost_id: 1, reason: 'x' }]);
    expect(taken.when(again, shop({ confirmed: false })).events()).toHaveLength(2);
  });

  it('returns to draft without losing the costs that were applied', () => {
    const back = received.after([
      { type: 'apply_cost', input: freight },
      { type: 'return_to_draft', reason: 'x' },
    ]);
    expect(back.state()).toMatchObject({ status: 'draft', purchase: { costs: [{ cost_id: 1, amount: '1000' }] } });
    expect(purchaseDocument.postingsOf(back.state(), 'purchase-1')).toEqual([]);
    received.when({ type: 'return_to_draft', reason: 'x' }).gives('purchase.returned_to_draft');
  });

  it('owes what is left of two costs of one carrier in dollars when it is closed, each after the other', () => {
    const dollars = { ...freight, currency_fk: 2, rate_fk: 4 };
    const costs = [
      { ...dollars, amount: '10.01' },
      { ...dollars, cost_id: 2, cost_type: 'customs' as const, amount: '5.03' },
    ];
    const open = (amount: string) => ({
      ...shop({ levels: { 'open:supplier-9:2:2026-03-20:purchase-1': amount } }),
      ownId: 1,
    });
    const parts = given(purchase).after([
      { type: 'enter', input: { ...input, costs }, receive: false },
      { type: 'receive', input: { lines: [{ line_id: 1, quantity: '10' }] } },
    ]);
    const events = parts
      .when({ type: 'close' }, open('2'))
      .gives('purchase.closed', 'purchase.cost_entered', 'purchase.cost_entered', 'purchase.cost_shared');
    const rests = events.flatMap((event) => (event.type === 'purchase.cost_entered' ? [event.data] : []));
    expect(rests.map(({ cost, owed_before }) => [cost.cost_id, cost.amount, owed_before?.[0]?.amount])).toEqual([
      [101, '7.51', '2'],
      [102, '3.77', '9.51'],
    ]);
    parts.when({ type: 'close' }, open('-1')).isRefused(': credit_on_own_day');
  });

  it('owes a cost of a closed day with what is owed to its carrier on the first open one, where both are posted', () => {
    const late = { ...freight, cost_id: 2, currency_fk: 2, rate_fk: 4, amount: '5', date: '2025-03-05' };
    const facts = (amount: string) => ({
      ...shop({ levels: { 'open:supplier-9:2:2026-01-01:purchase-1': amount }, confirmed: true }),
      ...{ ownId: 1, openDay: (day: string) => (day < '2026' ? validDate('2026-01-01') : undefined) },
    });
    const [event] = received.when({ type: 'apply_cost', input: late }, facts('10.01')).events();
    expect(event?.data).toMatchObject({ owed_before: [{ supplier_fk: 9, currency_fk: 2, amount: '10.01' }] });
    received.when({ type: 'apply_cost', input: late }, facts('-1')).isRefused('date: credit_on_own_day');
  });

  it('is closed and opened again; while it is closed its bill, costs and allowances still come', () => {
    received.when({ type: 'close' }).gives('purchase.closed');
    closed.when({ type: 'open', reason: 'x' }).gives('purchase.opened');
    const possible = ['apply_cost', 'apply_allowance', 'open'];
    closed.when({ type: 'receive', input: {} }).isWrongState(...possible);
    closed.when({ type: 'return_to_draft', reason: 'x' }).isWrongState(...possible);
    closed.when({ type: 'apply_cost', input: freight }).gives('purchase.cost_entered', 'purchase.cost_shared');
    const nothing = ordered.after([{ type: 'close' }]);
    nothing.when({ type: 'apply_cost', input: freight }).isWrongState('open');
    received
      .when({ type: 'change', input })
      .isWrongState('apply_cost', 'apply_allowance', 'modify_sale_price', 'return_to_draft', 'close');
  });
});

describe('goods that are here before their bill', () => {
  const [early, late] = [
    { date: '2026-03-05', billed: false, lines: [{ line_id: 1, quantity: '10' }] },
    { date: '2026-03-09', billed: false },
  ];
  const unbilled = ordered.after([{ type: 'receive', input: early }]);

  it('are billed once, all together, not before the last of them came', () => {
    ordered.when({ type: 'receive', input: early }).gives('purchase.received_unbilled');
    const both = unbilled.after([{ type: 'receive', input: late }]);
    both.when({ type: 'bill', input: { date: '2026-03-08' } }).isRefused('date: before_the_receipt');
    const [bill] = both
      .when({ type: 'bill', input: { date: '2026-03-09', reference_number: 'B-7' } })
      .gives('purchase.billed');
    expect(bill?.data).toMatchObject({ reference_number: 'B-7', receipts: [{ receipt: 0 }, { receipt: 1 }] });
  });

  it('need no bill when all came with theirs', () => {
    received
      .when({ type: 'bill', input: {} })
      .isWrongState('apply_cost', 'apply_allowance', 'modify_sale_price', 'return_to_draft', 'close');
  });

  it('are owed for only when the bill is here', () => {
    const owed = (of: typeof drafted) =>
      purchaseDocument.postingsOf(of.state(), 'purchase-1').flatMap((posting) => posting.openItems);
    expect(owed(unbilled)).toEqual([]);
    const billed = unbilled.after([{ type: 'bill', input: { date: '2026-03-09' } }]);
    expect(owed(billed)).toMatchObject([{ party: 'supplier-8', document: 'purchase-1', amount: 100_000_000n }]);
    expect(owed(billed.after([{ type: 'receive', input: { date: '2026-03-10' } }]))).toHaveLength(2);
  });
});

describe('sale prices that are set from a purchase', () => {
  const price = (unit_fk: number, sale_price: string) => ({ item_fk: 11, unit_fk, sale_price });
  const asked = { ...price(1, '12500'), desired_profit: '2500', profit_rate: '25' };

  it('contain the former price, the new price, and the cost that it is computed from', () => {
    const [event] = received.when({ type: 'modify_sale_price', input: { round_to: '250', prices: [asked] } }).events();
    expect(event).toMatchObject({
      type: 'purchase.sale_prices_set',
      data: { round_to: '250', prices: [{ ...asked, former_price: '10000' }] },
    });
  });

  it('are empty when every price is unchanged', () => {
    received
      .when({ type: 'modify_sale_price', input: { prices: [price(1, '10000'), price(2, '110000.00')] } })
      .givesNothing();
  });

  it('are of units of its own items, each once', () => {
    received
      .when({
        type: 'modify_sale_price',
        input: { prices: [price(1, '1'), price(1, '2'), price(9, '1'), { ...price(1, '3'), item_fk: 13 }] },
      })
      .isRefused(
        'prices.1.unit_fk: unique',
        'prices.2.unit_fk: not_a_unit_of_the_item',
        'prices.3.item_fk: not_of_the_purchase',
      );
    drafted
      .when({ type: 'modify_sale_price', input: { prices: [asked] } })
      .isWrongState('change', 'complete', 'discard');
  });
});

describe('a purchase of several units', () => {
  it('counts goods in base units', () => {
    const boxes = { ...input, lines: [{ ...line(11, '2', '12000'), unit_fk: 2, bonus_quantity: '1' }] };
    const state = given(purchase)
      .after(
        [
          { type: 'draft', input: boxes },
          { type: 'complete', receive: true },
        ],
        shop({ records: RECORDS }),
      )
      .state();
    const [posting] = purchaseDocument.postingsOf(state, 'purchase-1');
    expect(posting?.movements).toMatchObject([{ quantity: 36_000_000n, posted: 240_000_000n }]);
  });
});
