/** Histories of landed costs, and of a purchase that takes its part of one. */
import { landedCost } from '../../domain/purchasing/costs/landed-cost.ts';
import type { TakenCost } from '../../domain/purchasing/costs/taken-cost.ts';
import { purchase } from '../../domain/purchasing/purchase.ts';
import { given } from './given.ts';
import { RECORDS, shop } from './shop.ts';

const place = { outlet_fk: 1, inventory_fk: 1, date: '2026-03-10' };
const owed = { payment_type: 'on_account', supplier_fk: 9 } as const;
const line = { item_fk: 11, unit_fk: 2, quantity: '2', price: '90000' };
export const boughtInParts = given(purchase).after([
  { type: 'enter', input: { ...place, ...owed, currency_fk: 1, lines: [line] }, receive: false },
  { type: 'receive', input: { date: '2026-03-12', lines: [{ line_id: 1, quantity: '1' }] } },
]);
const elsewhere = given(purchase).after([
  {
    type: 'enter',
    input: { ...place, outlet_fk: 2, inventory_fk: 2, ...owed, currency_fk: 1, lines: [line] },
    receive: true,
  },
]);
/** Two purchases of equal value, the second one of another outlet. */
export const CONTAINER = { 'purchase-1': boughtInParts.state(), 'purchase-2': elsewhere.state() };
const container = shop({ documents: CONTAINER });

export const landedInput = {
  ...{ outlet_fk: 1, date: '2026-03-20', cost_type: 'freight' as const, amount: '30', currency_fk: 2, rate_fk: 4 },
  ...{ payment_type: 'on_account' as const, supplier_fk: 8 },
  lines: [{ purchase_fk: 1 }, { purchase_fk: 2 }],
};
const byHand = {
  ...landedInput,
  lines: [
    { purchase_fk: 1, amount: '10.5' },
    { purchase_fk: 2, amount: '19.5' },
  ],
};
const cash = { payment_type: 'cash', account_fk: 5, supplier_fk: null, share_by: 'quantity' } as const;

/** Goods that went back, which change the shares of both costs. */
const returned = [{ line_id: 1, quantity: '6', unit_factor: '1' }];
const customs = { cost_id: 1, cost_type: 'customs' as const, amount: '900', currency_fk: 1, ...owed };
export const taken: TakenCost = {
  ...{ landed_cost_fk: 1, date: '2026-03-20', time: null },
  cost: {
    ...{ cost_type: 'freight' as const, amount: '15', currency_fk: 2, decimals: 2, rate_fk: 4, rate: '1490' },
    ...{ payment_type: 'on_account' as const, supplier_fk: 8, account_fk: null, account_type: null, note: null },
    ...{ share_by: 'value' as const, shares: [] },
  },
};

/** Of its own freight half came with the goods; the other half is owed when the rest is closed. */
const freight = { cost_type: 'freight' as const, amount: '10', currency_fk: 2, rate_fk: 4, ...owed };
const closed = given(purchase).after([
  {
    type: 'enter',
    input: { ...place, ...owed, currency_fk: 1, costs: [freight], lines: [line] },
    receive: false,
  },
  { type: 'receive', input: { date: '2026-03-12', lines: [{ line_id: 1, quantity: '1' }] } },
  { type: 'close' },
  { type: 'open', reason: 'more comes' },
]);

/** Goods with a volume, whose freight is shared by it. */
const sized = given(purchase).after(
  [
    {
      type: 'enter',
      input: { ...place, ...owed, currency_fk: 1, costs: [{ ...freight, share_by: 'volume' }], lines: [line] },
      receive: true,
    },
  ],
  shop({ records: { ...RECORDS, 'item-11': { ...RECORDS['item-11'], volume: '0.004' } } }),
);

export const LANDED = {
  landed_cost: [
    given(landedCost).after([{ type: 'draft', input: landedInput }, { type: 'discard' }], container),
    given(landedCost).after(
      [
        { type: 'draft', input: landedInput },
        { type: 'change', input: byHand },
        { type: 'complete' },
        { type: 'return_to_draft', reason: 'entered twice' },
      ],
      container,
    ),
    given(landedCost).after([{ type: 'enter', input: { ...landedInput, ...cash } }], container),
    given(landedCost).after(
      [{ type: 'enter', input: { ...landedInput, share_by: 'volume', lines: [{ purchase_fk: 1 }] } }],
      shop({ documents: { 'purchase-1': sized.state() } }),
    ),
  ],
  purchase: [
    boughtInParts.after([
      { type: 'apply_cost', input: customs },
      { type: 'take_landed_cost', taken, returned },
      { type: 'receive', input: { date: '2026-03-25' } },
      { type: 'leave_landed_cost', landed_cost_fk: 1, reason: 'entered twice', returned },
    ]),
    closed,
    sized,
  ],
};
