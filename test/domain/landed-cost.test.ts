/** A landed cost is shared over the purchases that it names, by what was ordered. */
import { describe, expect, it } from 'vitest';
import { landedCost } from '../../domain/purchasing/costs/landed-cost.ts';
import { purchase } from '../../domain/purchasing/purchase.ts';
import { given } from './given.ts';
import { boughtInParts, CONTAINER, landedInput, taken } from './histories-landed.ts';
import { RECORDS, shop } from './shop.ts';

const line = { item_fk: 11, unit_fk: 2, quantity: '2', price: '90000' };
const bought = {
  ...{ outlet_fk: 1, inventory_fk: 1, date: '2026-03-10', payment_type: 'on_account' as const, supplier_fk: 9 },
  ...{ currency_fk: 1, lines: [line] },
};
const take = { type: 'take_landed_cost', taken, returned: [] } as const;

const container = shop({ documents: CONTAINER });
const enter = (more: object = {}) => ({ type: 'enter', input: { ...landedInput, ...more } }) as const;
const sharesOf = (more: object) => {
  const [completed] = given(landedCost).when(enter(more), container).gives('landed_cost.completed');
  return completed?.type === 'landed_cost.completed'
    ? completed.data.lines.map(({ purchase_share }) => purchase_share)
    : [];
};

describe('a landed cost', () => {
  it('is shared by the value of what was ordered, whatever came by then', () => {
    expect(sharesOf({})).toEqual(['15', '15']);
    expect(sharesOf({ amount: '30.01' })).toEqual(['15.01', '15']);
  });

  it('is shared as it was typed, which must be all of it', () => {
    const typed = (first: string) => ({
      lines: [
        { purchase_fk: 1, amount: first },
        { purchase_fk: 2, amount: '19.5' },
      ],
    });
    expect(sharesOf(typed('10.5'))).toEqual(['10.5', '19.5']);
    given(landedCost)
      .when(enter(typed('10')), container)
      .isRefused('amount: shares_make_the_cost');
    given(landedCost)
      .when(enter({ lines: [{ purchase_fk: 1, amount: '30' }, { purchase_fk: 2 }] }), container)
      .isRefused('lines.1.amount: required');
  });

  it('names each purchase once, and only purchases of outlets of the person', () => {
    given(landedCost)
      .when(enter({ lines: [] }), container)
      .isRefused('lines: at_least_one_line');
    given(landedCost)
      .when(enter({ lines: [{ purchase_fk: 1 }, { purchase_fk: 1 }, { purchase_fk: 77 }] }), container)
      .isRefused('lines.1.purchase_fk: unique', 'lines.2.purchase_fk: unknown_document');
    const ofOne = { ...container, actor: { ...shop().actor, hasOutlet: (outlet: number) => outlet === 1 } };
    given(landedCost).when(enter(), ofOne).isRefused('lines.1.purchase_fk: unknown_document');
  });

  it('needs weights or volumes of all goods when it is shared by these, and complete purchases', () => {
    const weightless = shop({ records: { 'item-11': { ...RECORDS['item-11'], weight: null } } });
    const light = given(purchase).after([{ type: 'enter', input: bought, receive: true }], weightless);
    const draft = given(purchase).after([{ type: 'draft', input: bought }]);
    const withSecond = (state: unknown) => shop({ documents: { ...CONTAINER, 'purchase-2': state } });
    given(landedCost)
      .when(enter({ share_by: 'weight' }), withSecond(light.state()))
      .isRefused('lines.1.purchase_fk: weight_missing');
    given(landedCost)
      .when(enter({ share_by: 'volume' }), withSecond(light.state()))
      .isRefused('lines.0.purchase_fk: volume_missing', 'lines.1.purchase_fk: volume_missing');
    given(landedCost).when(enter(), withSecond(draft.state())).isRefused('lines.1.purchase_fk: purchase_not_complete');
    given(landedCost)
      .when({ type: 'draft', input: landedInput }, withSecond(draft.state()))
      .gives('landed_cost.drafted');
  });

  it('asks when a purchase has the same cost already', () => {
    const having = boughtInParts.after([take]).state();
    const facts = shop({ documents: { ...CONTAINER, 'purchase-1': having }, confirmed: false });
    given(landedCost).when(enter(), facts).isRefused('lines.0.purchase_fk: cost_entered_already');
    given(landedCost)
      .when(enter(), { ...facts, confirmed: true })
      .gives('landed_cost.completed');
  });
});

describe('a purchase with a part of a landed cost', () => {
  const whole = given(purchase).after([{ type: 'enter', input: bought, receive: true }]);

  it('takes it once, and leaves it with the landed cost only', () => {
    whole.when(take).gives('purchase.cost_entered', 'purchase.cost_shared');
    const having = whole.after([take]);
    having.when({ type: 'withdraw_cost', cost_id: 101, reason: 'wrong' }).isRefused('cost_id: landed_cost_stands');
    having.when({ type: 'return_to_draft', reason: 'wrong' }).isRefused(': landed_cost_stands');
    const leave = { type: 'leave_landed_cost', landed_cost_fk: 1, reason: null, returned: [] } as const;
    having.when(leave).gives('purchase.cost_withdrawn', 'purchase.cost_shared');
    having.after([leave]).when({ type: 'return_to_draft', reason: 'wrong' }).gives('purchase.returned_to_draft');
  });

  it('gives a landed cost that comes back another number', () => {
    const leave = { type: 'leave_landed_cost', landed_cost_fk: 1, reason: null, returned: [] } as const;
    const [again] = whole.after([take, leave]).when(take).gives('purchase.cost_entered', 'purchase.cost_shared');
    expect(again?.data).toMatchObject({ cost: { cost_id: 102, amount: '15' }, landed_cost_fk: 1 });
  });
});
