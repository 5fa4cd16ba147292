import { describe, expect, it } from 'vitest';
import { incomeDocument } from '../../domain/cash/income.document.ts';
import { fold } from '../../domain/deciding/decider.ts';
import { type CorrectRate, corrected, type RateCorrection } from '../../domain/documents/rate-correction.ts';
import { capitalTransactionDocument } from '../../domain/equity/capital-transaction.document.ts';
import { settlementDocument } from '../../domain/parties/settlement.document.ts';
import { customerTransactionDocument } from '../../domain/parties/transaction.document.ts';
import { advanceDaysAt } from '../../domain/purchasing/order-advances.ts';
import { purchase } from '../../domain/purchasing/purchase.ts';
import { purchaseOrderDocument } from '../../domain/purchasing/purchase-order.document.ts';
import { purchaseOrder } from '../../domain/purchasing/purchase-order.ts';
import type { BilledOrder } from '../../domain/purchasing/purchase-order-state.ts';
import { purchaseReturnDocument } from '../../domain/purchasing/purchase-return.document.ts';
import type { PurchaseReturnInput } from '../../domain/purchasing/purchase-return.schema.ts';
import { purchaseReturn } from '../../domain/purchasing/purchase-return.ts';
import { documents } from '../../domain/registry/documents.ts';
import { RATE_SIDES } from '../../domain/registry/rate-sides.ts';
import { saleDocument } from '../../domain/sales/sale.document.ts';
import { printMoney } from '../../domain/values/money.ts';
import { balances } from '../posting/reading.ts';
import { given } from './given.ts';
import { HISTORIES } from './histories.ts';
import { openItem, shop } from './shop.ts';

const correction: RateCorrection = {
  recalculation_fk: 3,
  rate_fk: 4,
  to_rate_fk: 5,
  in_rate: { from: '1480', to: '1460' },
  out_rate: { from: '1490', to: '1470' },
  documents: ['sale-1'],
};
const command: CorrectRate = { type: 'correct_rate', correction };
const input = {
  outlet_fk: 1,
  income_type_fk: 1,
  date: '2026-03-10',
  currency_fk: 2,
  rate_fk: 4,
  amount: '30',
  payment_type: 'cash',
  account_fk: 5,
};
const { decider } = incomeDocument;
const complete = () => {
  const events = decider.decide({ type: 'enter', input: { ...input, status: 'complete' } }, decider.initial, shop());
  return fold(decider as never, events as never) as { readonly status: string };
};

describe('a document at a wrong rate', () => {
  it('is corrected at its own side of the rate, in any state, and once', () => {
    const [event, ...more] = decider.decide(command, complete(), shop());
    expect([event?.type, more]).toEqual(['income.rate_corrected', []]);
    const after = decider.evolve(complete(), event as never);
    expect(after).toMatchObject({ status: 'complete', data: { rate_fk: 5, rate: '1460' } });
    expect(incomeDocument.postingsOf(after, 'income-1')[0]?.lines.map(({ base }) => base)).toEqual([
      438_000_000n,
      -438_000_000n,
    ]);
    expect(decider.decide(command, after, shop())).toEqual([]);
  });

  it('pays its costs at the out rate', () => {
    const sale = { rate_fk: 4, rate: '1480', costs: [{ rate_fk: 4, rate: '1490' }] };
    expect(corrected(sale, 'in', correction)).toEqual({
      rate_fk: 5,
      rate: '1460',
      costs: [{ rate_fk: 5, rate: '1470' }],
    });
  });

  it('is at the right rate in its allocations too, those that came with the money and those that were made later', () => {
    const owner = { outlet_fk: 1, customer_fk: 1, supplier_fk: null, transaction_type: 'receive' };
    const carried = { ...owner, currency_fk: 2, system_currency_fk: 1, rate_fk: 4, rate: '1480' };
    const when = { date: '2026-03-10', time: null };
    const of = (document: string, open_amount: string) => [
      { document, date: '2026-03-01', amount: '10', open_amount, rate: '1450' },
    ];
    const money = {
      ...carried,
      ...when,
      amount: '30',
      account_fk: 5,
      account_type: 1,
      allocations: of('sale-7', '10'),
    };
    const later = { ...carried, ...when, allocation_id: 1, transaction_date: when.date, open_amount: '20' };
    const { decider: transaction, postingsOf: booked } = customerTransactionDocument;
    const state = fold(
      transaction as never,
      [
        { type: 'customer_transaction.completed', v: 1, data: { ...money, number: null } },
        { type: 'customer_transaction.allocated', v: 1, data: { ...later, allocations: of('sale-8', '10') } },
      ] as never,
    ) as { readonly status: string };
    const [event] = transaction.decide(command, state, shop());
    const after = transaction.evolve(state, event as never) as unknown as { allocations: readonly { rate: string }[] };
    expect(after.allocations.map(({ rate }) => rate)).toEqual(['1460', '1460']);
    const lines = booked(after as never, 'customer_transaction-1').flatMap((posting) => posting.lines);
    const left = lines.filter(({ account }) => account.key === 'customer-advances');
    expect(left.reduce((sum, { base }) => sum + base, 0n)).toBe(-146_000_000n);
  });

  it('settles the costs of a corrected sale, which a supplier is owed, at the out rate', () => {
    const alike = { ...correction, in_rate: { from: '1480', to: '1460' }, out_rate: { from: '1480', to: '1470' } };
    const settled = { rate_fk: 7, rate: '1500', allocations: [{ document: 'sale-1', rate: '1480' }] };
    const rateIn = (kind: string) => corrected(settled, RATE_SIDES.get(kind) ?? 'out', alike).allocations[0]?.rate;
    expect([rateIn('supplier_transaction'), rateIn('customer_transaction')]).toEqual(['1470', '1460']);
  });

  it('settles the documents of each party at their own side, and all at the in rate where no sides are stored', () => {
    const alike = { ...correction, in_rate: { from: '1480', to: '1460' }, out_rate: { from: '1480', to: '1470' } };
    const known = { ...alike, documents: ['sale-1', 'purchase-1'] };
    const of = (document: string) => [{ document, date: '2026-03-01', amount: '10', open_amount: '10', rate: '1480' }];
    const parties = { customer_fk: null, supplier_fk: 8, to_customer_fk: 7, to_supplier_fk: null };
    const data = {
      ...{
        outlet_fk: 1,
        date: '2026-03-10',
        time: null,
        settled_as: 'debt',
        ...parties,
        amount: '10',
        to_amount: '10',
      },
      ...{ currency_fk: 2, to_currency_fk: 2, system_currency_fk: 1, rate_fk: 4, rate: '1480', account: null },
      ...{ allocations: of('purchase-1'), to_allocations: of('sale-1'), reason: 'agreed', number: null },
      ...{ reference_number: null, note: null },
    };
    const { decider: settlements } = settlementDocument;
    const state = settlements.evolve(settlements.initial, { type: 'settlement.completed', v: 1, data });
    const [event] = settlements.decide({ type: 'correct_rate', correction: known }, state, shop());
    expect(event?.data).toMatchObject({ sides: { own: 'out', allocations: 'out', to_allocations: 'in' } });
    const rates = (stored: object) => {
      const after = settlements.evolve(state, { type: 'settlement.rate_corrected', v: 1, data: stored });
      const { rate, allocations, to_allocations } = (after as unknown as { readonly data: typeof data }).data;
      return [rate, allocations[0]?.rate, to_allocations[0]?.rate];
    };
    expect(rates(event?.data as object)).toEqual(['1470', '1470', '1460']);
    expect(rates(known)).toEqual(['1460', '1460', '1460']);
  });

  it('settles what is open under a settlement at the side of that settlement', () => {
    const alike = { ...correction, in_rate: { from: '1480', to: '1460' }, out_rate: { from: '1480', to: '1470' } };
    const known = { ...alike, documents: ['settlement-2'] };
    const settled = { rate_fk: 7, rate: '1500', allocations: [{ document: 'settlement-2', rate: '1480' }] };
    const settlements = [{ document: 'settlement-2', side: 'out' as const }];
    const rateOf = (of: RateCorrection) => corrected(settled, 'in', of).allocations[0]?.rate;
    expect([rateOf({ ...known, settlements }), rateOf(known)]).toEqual(['1470', '1460']);
  });

  it('settles a corrected document at its right rate, and others as before', () => {
    const own = { rate_fk: 7, rate: '1500' };
    const allocations = [
      { document: 'sale-1', rate: '1480.0' },
      { document: 'sale-2', rate: '1480' },
    ];
    expect(corrected({ ...own, allocations }, 'in', correction)).toEqual({
      ...own,
      allocations: [{ document: 'sale-1', rate: '1460' }, allocations[1]],
    });
  });
});

describe('a purchase return at a wrong rate', () => {
  const { decider: returns, postingsOf } = purchaseReturnDocument;
  const goods = { outlet_fk: 1, inventory_fk: 1, currency_fk: 2 };
  const bought = given(purchase).after([
    {
      type: 'enter',
      receive: true,
      input: {
        ...goods,
        ...{ supplier_fk: 8, date: '2026-03-05', rate_fk: 4, payment_type: 'on_account' },
        discount: { type: 'amount', value: '10' },
        lines: [{ item_fk: 11, unit_fk: 1, quantity: '20', bonus_quantity: '2', price: '5', tax_fk: 1 }],
      },
    },
  ]);
  const known = shop({
    documents: { 'purchase-1': bought.state() },
    openItems: [openItem('purchase-1', '99', '1490', '2026-03-05')],
    levels: { 'returned:purchase-1:1': '3' },
  });
  const linked: PurchaseReturnInput = {
    ...goods,
    ...{ purchase_fk: 1, supplier_fk: 8, date: '2026-03-20', payment_type: 'on_account' },
    lines: [{ purchase_line_id: 1, quantity: '4', bonus_quantity: '1' }],
  };
  const unlinked: PurchaseReturnInput = {
    ...goods,
    ...{ date: '2026-03-20', rate_fk: 4, payment_type: 'cash', account_fk: 5 },
    discount: { type: 'percent', value: '10' },
    lines: [{ item_fk: 11, unit_fk: 2, quantity: '2', price: '50', tax_fk: 2 }],
  };
  const entered = (input: PurchaseReturnInput) =>
    given(purchaseReturn).after([{ type: 'draft', input }, { type: 'complete' }], known);
  /** The entry after the correction; `stored` changes the data of the event. */
  const correctedEntry = (of: ReturnType<typeof entered>, stored = (data: RateCorrection): object => data) => {
    const [event] = returns.decide(command, of.state(), known);
    if (!event) throw new Error('it is at the right rate');
    const state = returns.evolve(of.state(), { ...event, data: stored(event.data as RateCorrection) });
    const [posting] = postingsOf(state, 'purchase_return-1');
    return { event, state, balances: posting && balances(posting) };
  };

  it('takes the amounts of its lines from the corrected purchase, and leaves nothing to rounding', () => {
    const { event, state, balances: booked } = correctedEntry(entered(linked));
    expect(event.data).toMatchObject({
      lines: [{ line_id: 1, net_base: '26460', tax_base: '2646', goods_base: '30068.1818' }],
    });
    expect(state).toMatchObject({ data: { rate: '1470', lines: [{ line_id: 1, price: '5', net_base: '26460' }] } });
    expect(booked).toEqual({
      'payable supplier-8': '29106',
      'input-tax': '-2646',
      'inventory:1': '-30068.1818',
      'purchase-variance': '3608.1818',
    });
    expect(returns.decide(command, state, known)).toEqual([]);
  });

  it('takes them from its own total when it names no purchase', () => {
    const { event, balances: booked } = correctedEntry(entered(unlinked));
    expect(event.data).toMatchObject({
      lines: [{ line_id: 1, net_base: '132300', tax_base: '6615', goods_base: null }],
    });
    expect(booked).toEqual({ 'cash:5': '138915', 'purchase-variance': '-138915' });
  });

  it('posts as before when its correction is older than these amounts', () => {
    const { balances: booked } = correctedEntry(entered(linked), ({ lines: _, ...data }) => data);
    expect(booked).toMatchObject({ 'payable supplier-8': '29106', 'input-tax': '-2682', rounding: '396' });
  });
});

describe('what settles an order whose advances are at several rates', () => {
  const part = (date: string) => ({ document: 'purchase_order-1', date, amount: '-5', rate: '1490' });
  const back = { rate: '1500', allocations: [part('2026-03-02'), part('2026-03-06')] };
  const ofOrder = { ...correction, documents: ['purchase_order-1'] };

  it('is at the right rate for the corrected days only', () => {
    const days = [{ document: 'purchase_order-1', dates: ['2026-03-02'] }];
    const rates = (of: RateCorrection) => corrected(back, 'out', of).allocations.map(({ rate }) => rate);
    expect(rates({ ...ofOrder, advance_days: days })).toEqual(['1470', '1490']);
    expect(rates({ ...ofOrder, advance_days: [{ document: 'purchase_order-2', dates: [] }] })).toEqual([
      '1470',
      '1470',
    ]);
    expect(rates(ofOrder)).toEqual(['1470', '1470']);
  });

  it('says the days that are paid at the wrong record, and those at the rate of the order', () => {
    const order = { rate_fk: 4 };
    const payments = [
      { rate_fk: 4, date: '2026-03-02' },
      { rate_fk: 6, date: '2026-03-03' },
      { rate_fk: null, date: '2026-03-04' },
      { date: '2026-03-05', order_date: '2026-03-01' },
      { rate_fk: 4, date: '2026-03-02' },
    ];
    const days = (records: readonly number[], of = order) =>
      advanceDaysAt(records, { order: of, payments } as unknown as BilledOrder);
    expect(days([4, 5])).toEqual(['2026-03-02', '2026-03-01']);
    expect([days([6]), days([7]), days([4], { rate_fk: 5 })]).toEqual([['2026-03-03'], [], ['2026-03-02']]);
  });
});

describe('an order whose advance payment settled a purchase', () => {
  const { decider: orders, postingsOf } = purchaseOrderDocument;
  const input = {
    ...{ outlet_fk: 1, inventory_fk: 1, supplier_fk: 8, date: '2026-03-01', currency_fk: 2 },
    lines: [{ item_fk: 11, unit_fk: 2, quantity: '10', price: '20' }],
  };
  const made = {
    ...{ purchase_fk: 1, outlet_fk: 1, supplier_fk: 8, date: '2026-03-10', time: null },
    lines: [{ order_line_id: 1, item_fk: 11, base_quantity: '48' }],
    open: { date: '2026-03-10', amount: '80', rate: '1490', advances: [{ date: '2026-03-02', amount: '50' }] },
  };
  const settled = (at: object) =>
    given(purchaseOrder)
      .after([
        { type: 'enter', input: { ...input, ...at } },
        { type: 'pay', input: { payment_id: 1, amount: '50', account_fk: 5, date: '2026-03-02' } },
        { type: 'purchase', made },
      ])
      .state();
  const ofPurchase = { ...correction, documents: ['purchase-1'] };
  function correctedOrder(state: ReturnType<typeof settled>) {
    const [event] = orders.decide({ type: 'correct_rate', correction: ofPurchase }, state, shop());
    if (!event) throw new Error('it is at the right rate');
    const right = orders.evolve(state, event);
    const lines = postingsOf(right, 'purchase_order-1').flatMap((posting) => posting.lines);
    const bases = (key: string) =>
      lines.filter(({ account }) => account.key === key).map(({ base }) => printMoney(base));
    return { right, bases };
  }

  it('is at the right rate with its payments and their allocations', () => {
    const { right, bases } = correctedOrder(settled({ rate_fk: 4 }));
    expect(right).toMatchObject({
      order: { rate_fk: 5, rate: '1470' },
      payments: [{ rate: '1470' }],
      allocations: [{ rate: '1470', allocations: [{ document: 'purchase-1', rate: '1470' }] }],
    });
    expect([bases('supplier-advances'), bases('payable')]).toEqual([['73500', '-73500'], ['73500']]);
  });

  it('settles the purchase at its right rate when the order has another one', () => {
    const { right, bases } = correctedOrder(settled({ rate: '1490' }));
    expect(right).toMatchObject({
      order: { rate_fk: null, rate: '1490' },
      payments: [{ rate: '1490' }],
      allocations: [{ rate: '1490', allocations: [{ rate: '1470' }] }],
    });
    expect([bases('supplier-advances'), bases('payable')]).toEqual([['74500', '-74500'], ['73500']]);
  });
});

/** Kinds whose events have a rate record and that are not corrected, with the reason (docs/decisions/0015). */
const NOT_CORRECTED: Readonly<Record<string, string>> = {
  asset_purchase: 'depreciations and the sale of the asset store amounts at its rate',
  cash_transfer: 'both amounts are entered',
  conversion: 'its costs are shared over goods whose values are stored',
  drawer: 'the money changed hands at a till at that rate',
  general_journal: 'it is entered line by line',
  online_order: 'it is in the system currency',
  pos_sale: 'the money changed hands at a till at that rate',
  production: 'its costs are shared over goods whose values are stored',
  quotation: 'it posts nothing',
  recalculation: 'it names the rates themselves',
  revaluation: 'it is reversed on the next day',
  sale_transfer: 'its price is eliminated between the outlets',
  sale_transfer_return: 'its price is eliminated between the outlets',
  tax_payment: 'it is in the system currency',
  warranty_claim: 'the supplier credits the amount at the rate that was agreed',
};

describe('every kind of document with a rate', () => {
  it('is corrected, or is an exception for a reason', () => {
    const withRate = documents.filter(({ kind }) => JSON.stringify(HISTORIES[kind] ?? []).includes('"rate_fk"'));
    const left = withRate.map(({ kind }) => kind).filter((kind) => !RATE_SIDES.has(kind));
    expect(left.sort()).toEqual(Object.keys(NOT_CORRECTED));
  });

  it('uses its own side: capital is contributed at the in rate and withdrawn at the out rate', () => {
    const alike = { ...correction, in_rate: { from: '1480', to: '1460' }, out_rate: { from: '1480', to: '1470' } };
    const rateOf = (transaction_type: string) => {
      const { decider: capital } = capitalTransactionDocument;
      const of = {
        outlet_fk: 1,
        stockholder_fk: 1,
        date: '2026-03-10',
        time: null,
        currency_fk: 2,
        system_currency_fk: 1,
      };
      const money = { amount: '10', account_fk: 5, account_type: 1, number: null };
      const data = { ...of, ...money, transaction_type, rate_fk: 4, rate: '1480' };
      const state = capital.evolve(capital.initial, { type: 'capital_transaction.completed', v: 1, data });
      const [event] = capital.decide({ type: 'correct_rate', correction: alike }, state, shop());
      return event && capital.evolve(state, event);
    };
    expect(rateOf('contribution')).toMatchObject({ data: { rate_fk: 5, rate: '1460' } });
    expect(rateOf('withdrawal')).toMatchObject({ data: { rate_fk: 5, rate: '1470' } });
  });
});

describe('a document that is not at the wrong rate', () => {
  it('stays the very same: another rate record, or a rate that was typed', () => {
    for (const of of [
      { rate_fk: 7, rate: '1480' },
      { rate_fk: 4, rate: '1485' },
      { rate_fk: null, rate: null },
    ]) {
      expect(corrected(of, 'in', correction)).toBe(of);
    }
    expect(saleDocument.decider.decide(command, saleDocument.decider.initial, shop())).toEqual([]);
  });
});
