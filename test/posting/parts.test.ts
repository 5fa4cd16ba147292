/** Parts of postings that several documents share: residues, open items, services, units, moments, outlets. */
import { describe, expect, it } from 'vitest';
import { accountOf } from '../../domain/chart/chart.ts';
import type { EntryLine } from '../../domain/entries/entry-line.ts';
import { type OpenItemChange, withResidues } from '../../domain/entries/open-item.ts';
import { openedBy } from '../../domain/entries/open-items.ts';
import { openingBalanceDocument } from '../../domain/ledger/opening-balance.document.ts';
import { openingBalance } from '../../domain/ledger/opening-balance.ts';
import { postPrepayment } from '../../domain/posting/online-order.ts';
import { postYearClose } from '../../domain/posting/year-close.ts';
import { purchaseDocument } from '../../domain/purchasing/purchase.document.ts';
import { purchase } from '../../domain/purchasing/purchase.ts';
import { onlineOrder } from '../../domain/sales/orders/online-order.ts';
import { saleReturnDocument } from '../../domain/sales/sale-return.document.ts';
import { saleReturn } from '../../domain/sales/sale-return.ts';
import { saleTransferDocument } from '../../domain/sales/transfers/sale-transfer.document.ts';
import { saleTransfer } from '../../domain/sales/transfers/sale-transfer.ts';
import { posSaleDocument } from '../../domain/till/receipts/pos-sale.document.ts';
import { posSale } from '../../domain/till/receipts/pos-sale.ts';
import { money } from '../../domain/values/money.ts';
import { rate } from '../../domain/values/rate.ts';
import { given } from '../domain/given.ts';
import { prepaid } from '../domain/histories-online.ts';
import { receiptInput, refundInput, withDrawer } from '../domain/histories-till.ts';
import { shop } from '../domain/shop.ts';

const AT = rate('1500');

describe('the residue of an open item', () => {
  const line = (key: EntryLine['account']['key'], foreign: string, base: string, more: Partial<EntryLine> = {}) =>
    ({
      ...{ account: { key }, party: 'customer-7', currency: 2, outlet: 1, rate: AT },
      ...{ foreign: money(foreign), base: money(base), ...more },
    }) as EntryLine;
  const item = (amount: string, more: Partial<OpenItemChange> = {}): OpenItemChange => ({
    ...{ party: 'customer-7', currency: 2, date: '2026-03-10', document: 'sale-1', outlet: 1 },
    ...{ amount: money(amount), ...more },
  });
  /** In dinars, beside what the amount is at its rate. */
  const residues = (items: readonly OpenItemChange[], lines: readonly EntryLine[]) =>
    withResidues(items, lines).map(({ residue = 0n }) => Number(residue) / 10 ** 8);

  it('is what the base amounts of its lines differ from its amount at the rate', () => {
    expect(residues([item('2')], [line('receivable', '2', '3000')])).toEqual([0]);
    expect(residues([item('2')], [line('receivable', '2', '3001')])).toEqual([1]);
    expect(residues([item('2')], [line('receivable', '1', '1501'), line('receivable', '1', '1502')])).toEqual([3]);
    const owed = item('2', { party: 'supplier-8' });
    expect(residues([owed], [line('payable', '-2', '-3001', { party: 'supplier-8' })])).toEqual([1]);
    expect(withResidues([item('2')], [line('receivable', '2', '3000')])[0]).not.toHaveProperty('residue');
    expect(residues([item('2', { residue: 500_000_000n })], [line('receivable', '2', '3001')])).toEqual([5]);
  });

  it('is of its party, currency and outlet, and of accounts of parties only', () => {
    for (const more of [{ party: 'customer-9' }, { currency: 1 }, { outlet: 2 }, { rate: undefined }] as const)
      expect(residues([item('2')], [line('receivable', '2', '3001', more)])).toEqual([0]);
    expect(residues([item('2')], [line('sales', '2', '3001')])).toEqual([0]);
  });

  it('of a credit is that of the advances, beside an amount that is due, and each line counts once', () => {
    const both = [item('2'), item('-1', { credit: true, document: 'customer_transaction-2' })];
    const lines = [line('receivable', '2', '3001'), line('customer-advances', '-1', '-1503')];
    expect(residues(both, lines)).toEqual([1, -3]);
    expect(residues([...both].reverse(), lines)).toEqual([-3, 1]);
    // Alone it takes both.
    expect(residues([item('1', { credit: true })], lines)).toEqual([-2]);
    expect(residues([item('1'), item('1')], [line('receivable', '2', '3001')])).toEqual([1, 0]);
  });
});

describe('what a document opens', () => {
  it('is an amount by party, currency and outlet, with the day on which that party’s is due', () => {
    const line = (party: string | undefined, key: 'receivable' | 'payable', amount: string) =>
      ({ account: { key }, party, currency: 1, outlet: 1, base: money(amount), foreign: money(amount) }) as EntryLine;
    const lines = [
      ...[line('customer-7', 'receivable', '5'), line(undefined, 'receivable', '9')],
      ...[
        line('supplier-8', 'payable', '-3'),
        line('supplier-8', 'payable', '-1'),
        line('supplier-9', 'payable', '-2'),
      ],
    ];
    const dues = [
      { party: 'supplier-8', day: undefined },
      { party: 'supplier-9', day: '2026-05-01' },
      { party: 'supplier-8', day: '2026-04-01' },
    ];
    const opened = openedBy(lines, '2026-03-10', 'sale-1', dues);
    expect(opened.map(({ party, amount, due }) => [party, Number(amount) / 10_000, due])).toEqual([
      ['customer-7', 5, undefined],
      ['supplier-8', 4, '2026-04-01'],
      ['supplier-9', 2, '2026-05-01'],
    ]);
  });
});

describe('services', () => {
  const lines = [
    { item_fk: 11, unit_fk: 1, quantity: '1', price: '10000' },
    { item_fk: 13, unit_fk: 1, quantity: '1', price: '5000' },
  ];

  it('that come back in a sale return or at a till move no goods', () => {
    const of = {
      outlet_fk: 1,
      inventory_fk: 1,
      date: '2026-03-10',
      currency_fk: 1,
      payment_type: 'cash',
      account_fk: 3,
    };
    const returned = given(saleReturn).after([{ type: 'enter', input: { ...of, lines } } as never]);
    const [posting] = saleReturnDocument.postingsOf(returned.state(), 'sale_return-1');
    expect(posting?.movements.map(({ pool }) => 'item' in pool && pool.item)).toEqual([11]);
    const paid = [{ method: 'cash' as const, amount: '15000', account_fk: 20 }];
    const sold = { ...receiptInput, lines, payments: paid };
    const goodsOf = (...commands: readonly object[]) => {
      const receipt = given(posSale).after(commands as never, withDrawer);
      const postings = posSaleDocument.postingsOf(receipt.state(), 'pos_sale-1');
      return postings.at(-1);
    };
    const part = goodsOf({ type: 'enter', input: sold }, { type: 'refund', input: { ...refundInput, payments: paid } });
    expect(part?.movements.map(({ pool }) => 'item' in pool && pool.item)).toEqual([11]);
    const without = goodsOf({ type: 'return', input: { ...sold, note: 'no receipt' } });
    expect(without?.movements.map(({ pool }) => 'item' in pool && pool.item)).toEqual([11]);
  });

  it('and goods without a receipt that are credited are an advance of the customer', () => {
    const credit = [{ method: 'credit' as const, amount: '15000' }];
    const input = { ...receiptInput, lines, payments: credit, note: 'no receipt' };
    const returned = given(posSale).after([{ type: 'return', input }], withDrawer);
    const [posting] = posSaleDocument.postingsOf(returned.state(), 'pos_sale-1');
    expect(posting?.lines.find(({ party }) => party)?.account.key).toBe('customer-advances');
    expect(posting?.openItems).toMatchObject([{ party: 'customer-7', credit: true, amount: money('-15000') }]);
  });
});

describe('the price of a sale transfer', () => {
  const sent = (more: object) => {
    const input = {
      ...{ outlet_fk: 1, inventory_fk: 1, to_outlet_fk: 2, to_inventory_fk: 2, date: '2026-03-05' },
      ...{ currency_fk: 2, rate: '1500', lines: [{ item_fk: 11, unit_fk: 2, quantity: '2', price: '12' }], ...more },
    };
    return given(saleTransfer).after([{ type: 'enter_sent', input } as never]);
  };
  const claimed = (more: object, ...arrived: readonly object[]) => {
    const commands = arrived.map((line) => ({
      type: 'receive',
      input: { date: '2026-03-06', lines: [{ line_id: 1, ...line }] },
    }));
    const postings = saleTransferDocument.postingsOf(
      sent(more)
        .after(commands as never)
        .state(),
      'sale_transfer-1',
    );
    return postings.slice(1).map(({ lines }) => {
      const to = lines.find(({ outlet, account }) => outlet === 2 && account.key === 'sale-transfers');
      return [Number(to?.foreign) / 10_000, Number(to?.base) / 10_000, to?.rate];
    });
  };

  it('is claimed for what arrived, at the rate of the transfer, in whichever unit it is counted', () => {
    expect(claimed({}, { quantity: '1' }, { quantity: '2' })).toEqual([
      [12, 18_000, AT],
      [12, 18_000, AT],
    ]);
    expect(
      claimed({}, { item_fk: 11, quantity: '6', unit_fk: 1 }, { item_fk: 11, quantity: '24', unit_fk: 1 }),
    ).toEqual([
      [6, 9_000, AT],
      [18, 27_000, AT],
    ]);
    expect(claimed({ currency_fk: 1, rate: undefined }, { quantity: '2' })).toEqual([[24, 24, undefined]]);
  });
});

describe('a prepayment of an order', () => {
  it('opens a credit, at the rate of the order in another currency', () => {
    const opened = (more: object) => {
      const state = given(onlineOrder)
        .after([{ type: 'order', input: { ...prepaid, ...more } } as never])
        .state();
      if (state.status === 'none') throw new Error('no order');
      const [item] = postPrepayment(state.data as never, 'online_order-1')?.openItems ?? [];
      return item;
    };
    expect(opened({})).not.toHaveProperty('rate');
    const dollars = { currency_fk: 2, rate: '1500', account_fk: 21, prepayment: { amount: '5', account_fk: 21 } };
    expect(opened(dollars)).toMatchObject({ credit: true, amount: money('-5'), rate: AT });
  });
});

describe('an opening balance', () => {
  it('has claims and debts of both signs on their accounts, in both currencies', () => {
    const party = (who: object, amount: string) => ({
      ...{ ...who, amount },
      ...(amount.startsWith('-') ? { currency_fk: 1 } : { currency_fk: 2, rate: '1500' }),
    });
    const [customer, supplier] = [{ customer_fk: 7 }, { supplier_fk: 8 }];
    const input = {
      ...{ outlet_fk: 1, financial_year_fk: 1 },
      parties: [party(customer, '5'), party(customer, '-400'), party(supplier, '3'), party(supplier, '-200')],
    };
    const commands = [
      { type: 'draft', input },
      { type: 'finish', differenceTo: 'capital' },
    ];
    const finished = given(openingBalance).after(commands as never);
    const [posting] = openingBalanceDocument.postingsOf(finished.state(), 'opening_balance-1');
    const lines = posting?.lines.filter(({ party }) => party) ?? [];
    expect(
      lines.map(({ account, foreign, base }) => [account.key, Number(foreign) / 10_000, Number(base) / 10_000]),
    ).toEqual([
      ['receivable', 5, 7500],
      ['customer-advances', -400, -400],
      ['payable', -3, -4500],
      ['supplier-advances', 200, 200],
    ]);
  });
});

describe('the close of a year', () => {
  it('empties each outlet into its own retained earnings', () => {
    const close = { date: '2026-12-31', system_currency_fk: 1 };
    const held = (account: number, outlet_fk: number, base: string) => ({
      ...{ account, outlet_fk, currency_fk: 1, base, foreign_amount: base },
    });
    const balances = [held(4100, 1, '-900'), held(5100, 1, '500'), held(4100, 2, '-70'), held(5100, 3, '8')];
    const { lines } = postYearClose({ close, books: { balances } } as never);
    const earned = lines.filter(({ account }) => account.key === 'retained-earnings');
    expect(earned.map(({ outlet, base }) => [outlet, Number(base) / 10_000])).toEqual([
      [1, -400],
      [2, -70],
      [3, 8],
    ]);
    const sales = accountOf(4100)?.key;
    expect(lines.filter(({ account }) => account.key === sales)).toHaveLength(2);
  });
});

describe('the foreign cash of later costs', () => {
  it('has a movement of its own for each of them', () => {
    const input = {
      ...{ outlet_fk: 1, inventory_fk: 1, supplier_fk: 8, date: '2026-03-01', currency_fk: 2, rate: '1500' },
      ...{ payment_type: 'on_account', lines: [{ item_fk: 11, unit_fk: 1, quantity: '10', price: '50' }] },
    };
    const own = { amount: '1', currency_fk: 2, payment_type: 'cash', account_fk: 21, reason: 'torn' };
    const commands = [
      { type: 'draft', input },
      { type: 'complete', receive: true },
      ...[2, 3, 4].map((cost_id) => ({ type: 'apply_allowance', input: { ...own, cost_id } })),
    ];
    const done = given(purchase).after(commands as never, { ...shop(), ownId: 1 });
    const moved = purchaseDocument
      .postingsOf(done.state(), 'purchase-1')
      .flatMap(({ movements }) => movements.filter(({ pool }) => pool.kind !== 'stock'));
    expect(moved.map(({ quantity }) => Number(quantity))).toHaveLength(3);
    const [first = 0, second = 0, third = 0] = moved.map(({ line }) => line).sort((a, b) => a - b);
    expect(second - first).toBe(third - second);
    expect(second - first).toBeGreaterThan(9);
  });
});
