import { describe, expect, it } from 'vitest';
import { postAppliedCost, postPurchase, postReceipt, postUnbilledReceipt } from '../../domain/posting/purchase.ts';
import { postBill } from '../../domain/posting/purchase-bill.ts';
import type { Purchase } from '../../domain/purchasing/purchase-events.ts';
import { type Money, printMoney } from '../../domain/values/money.ts';
import { balances } from './reading.ts';

const SUPPLIER = { payment_type: 'on_account', account_fk: null, account_type: null } as const;
const CASH = { payment_type: 'cash', supplier_fk: null, account_fk: 3, account_type: 1 } as const;
const IN_DINAR = { currency_fk: 1, rate_fk: null, rate: null } as const;

/** The worked example of docs/accounting.md, section 3. */
const worked: Purchase = {
  outlet_fk: 1,
  inventory_fk: 1,
  supplier_fk: 8,
  date: '2026-03-05',
  time: null,
  currency_fk: 2,
  system_currency_fk: 1,
  rate_fk: 4,
  rate: '1490',
  ...SUPPLIER,
  discount: { type: 'amount', value: '10' },
  costs: [cost(1, 'freight', '6000', { ...SUPPLIER, supplier_fk: 9 }), cost(2, 'customs', '3000', CASH)],
  reference_number: null,
  note: null,
  lines: [line(1, 11, '20', '2', '5')],
};

function cost(id: number, type: 'freight' | 'customs', amount: string, paid: object): Purchase['costs'][number] {
  return {
    cost_id: id,
    cost_type: type,
    amount,
    ...IN_DINAR,
    share_by: 'value',
    shares: [],
    note: null,
    ...(paid as typeof CASH),
  };
}

function line(id: number, item: number, count: string, bonus: string | null, price: string): Purchase['lines'][number] {
  return {
    line_id: id,
    item_fk: item,
    unit_fk: 1,
    unit_factor: '1',
    unit_weight: null,
    quantity: count,
    bonus_quantity: bonus,
    price,
    discount: null,
    tax_fk: null,
    tax_percent: null,
    tax_recoverable: true,
    expire_date: null,
    note: null,
  };
}

const receipt = (number: number, before: string, after: string) => ({
  receipt: number,
  date: '2026-03-06',
  time: null,
  before: [{ line_id: 1, quantity: before }],
  after: [{ line_id: 1, quantity: after }],
  purchase: worked,
});

describe('a purchase that is received posts', () => {
  it('the worked example: 143,100 for 22 units, with freight owed, customs paid and goods given free', () => {
    const posting = postPurchase({ ...worked, receive: true }, 'purchase-1');
    expect(posting && balances(posting)).toEqual({
      'inventory:1': '143100',
      'payable supplier-8': '-134100',
      'payable supplier-9': '-6000',
      'cash:3': '-3000',
    });
    expect(posting?.movements).toEqual([
      {
        line: 1,
        pool: { kind: 'stock', item: 11, inventory: 1 },
        quantity: 22_000_000n,
        valued: { by: 'statedCost' },
        posted: 1_431_000_000n,
        contra: { key: 'purchase-variance' },
        outlet: 1,
      },
    ]);
    expect(posting?.lines.find((line) => line.party === 'supplier-8')).toMatchObject({
      currency: 2,
      foreign: -900_000n,
      rate: 14_900_000n,
    });
    expect(posting?.openItems).toEqual([
      {
        party: 'supplier-8',
        currency: 2,
        date: '2026-03-05',
        document: 'purchase-1',
        outlet: 1,
        amount: 900_000n,
        rate: 14_900_000n,
      },
      {
        party: 'supplier-9',
        currency: 1,
        date: '2026-03-05',
        document: 'purchase-1',
        outlet: 1,
        amount: 60_000_000n,
      },
    ]);
  });

  it('nothing while its goods are not here', () => {
    expect(postPurchase({ ...worked, receive: false }, 'purchase-1')).toBeUndefined();
  });

  it('its receipts in parts that add up to the whole exactly', () => {
    const parts = [receipt(0, '0', '7'), receipt(1, '7', '15'), receipt(2, '15', '22')].map((value) =>
      postReceipt(value, 'purchase-1'),
    );
    const lines = parts.flatMap((part) => part.lines);
    const movements = parts.flatMap((part) => part.movements);
    expect(balances({ ...(parts[0] as (typeof parts)[0]), lines })).toEqual({
      'inventory:1': '143100',
      'payable supplier-8': '-134100',
      'payable supplier-9': '-6000',
      'cash:3': '-3000',
    });
    expect(movements.reduce((total, movement) => total + movement.quantity, 0n)).toBe(22_000_000n);
    expect(new Set(movements.map((movement) => movement.line)).size).toBe(3);
  });

  it('a debt in dollars as the increase of its base amount, so that it ends at zero with any receipts and payments', () => {
    const rated = { rate: '1475.4444' };
    const freight = {
      ...cost(1, 'freight', '3.33', { ...SUPPLIER, supplier_fk: 9 }),
      currency_fk: 2,
      rate_fk: 4,
      ...rated,
    };
    const bought: Purchase = { ...worked, ...rated, discount: null, costs: [freight] };
    const first = postReceipt({ ...receipt(0, '0', '7'), purchase: bought }, 'purchase-1');
    const second = { ...receipt(1, '7', '22'), purchase: bought };
    const [owed, part] = [first.openItems, balances(first)];
    const worth = (amount: bigint) => (amount * 14_754_444n + 5_000n) / 10_000n;
    const open = (party: string) => owed.find((openItemChange) => openItemChange.party === party)?.amount ?? 0n;
    expect(part['payable supplier-9']).toBe(`-${printMoney(worth(open('supplier-9')) as Money)}`);
    expect(part['payable supplier-8']).toBe(`-${printMoney(worth(open('supplier-8')) as Money)}`);
    // Before the second receipt, either the whole debt is paid or nothing.
    for (const paid of [true, false]) {
      const owed_before = paid
        ? []
        : [8, 9].map((supplier_fk) => {
            return { supplier_fk, currency_fk: 2, amount: printMoney(open(`supplier-${supplier_fk}`) as Money) };
          });
      const then = postReceipt({ ...second, owed_before }, 'purchase-1');
      for (const party of ['supplier-8', 'supplier-9']) {
        const more = then.openItems.find((openItem) => openItem.party === party)?.amount ?? 0n;
        const from = paid ? 0n : open(party);
        expect(balances(then)[`payable ${party}`]).toBe(`-${printMoney((worth(from + more) - worth(from)) as Money)}`);
      }
    }
  });

  it('recoverable input tax separately, and other tax with the goods', () => {
    const taxed = (recoverable: boolean) =>
      balances(
        postReceipt(
          {
            ...receipt(0, '0', '22'),
            purchase: {
              ...worked,
              costs: [],
              lines: [
                { ...(worked.lines[0] as Purchase['lines'][0]), tax_percent: '10', tax_recoverable: recoverable },
              ],
            },
          },
          'purchase-1',
        ),
      );
    expect(taxed(true)).toEqual({ 'inventory:1': '134100', 'input-tax': '13410', 'payable supplier-8': '-147510' });
    expect(taxed(false)).toEqual({ 'inventory:1': '147510', 'payable supplier-8': '-147510' });
  });
});

describe('amounts owed in the system currency', () => {
  const [own] = worked.lines;
  const dinar: Purchase = {
    ...{ ...worked, ...IN_DINAR, decimals: 0, discount: null },
    costs: [{ ...cost(1, 'freight', '100', { ...SUPPLIER, supplier_fk: 9 }), decimals: 0 }],
    lines: [{ ...line(1, 11, '3', null, '333.3333'), ...own, quantity: '3', bonus_quantity: null, price: '333.3333' }],
  };
  const taxed = { ...dinar, lines: dinar.lines.map((each) => ({ ...each, tax_percent: '10' })) };
  const parts = [receipt(0, '0', '1'), receipt(1, '1', '2'), receipt(2, '2', '3')].map((value) => ({
    ...value,
    is_posted_as_owed: true as const,
    purchase: taxed,
  }));
  const whole = balances(postReceipt({ ...receipt(0, '0', '3'), purchase: taxed }, 'purchase-1'));

  it('are the same in the books for each part, and rounding takes the rest', () => {
    const postings = parts.map((part) => postReceipt(part, 'purchase-1'));
    expect(postings.map(balances)).toEqual([
      {
        'inventory:1': '366.6666',
        'input-tax': '33',
        'payable supplier-8': '-366',
        'payable supplier-9': '-33',
        rounding: '-0.6666',
      },
      {
        'inventory:1': '366.6668',
        'input-tax': '34',
        'payable supplier-8': '-368',
        'payable supplier-9': '-34',
        rounding: '1.3332',
      },
      {
        'inventory:1': '366.6666',
        'input-tax': '33',
        'payable supplier-8': '-366',
        'payable supplier-9': '-33',
        rounding: '-0.6666',
      },
    ]);
    const lines = postings.flatMap((posting) => posting.lines);
    expect(lines.filter(({ base, foreign }) => base !== foreign)).toEqual([]);
    expect(balances({ ...(postings[0] as (typeof postings)[0]), lines })).toEqual(whole);
    const open = postings.flatMap(({ openItems }) => openItems).filter(({ party }) => party === 'supplier-8');
    expect(open.map(({ amount }) => printMoney(amount))).toEqual(['366', '368', '366']);
  });

  it('and are cleared to zero by the bill of earlier receipts', () => {
    const bill = { date: '2026-03-20', time: null, reference_number: null, receipts: parts, purchase: taxed };
    const postings = [...parts.map((part) => postUnbilledReceipt(part, 'purchase-1')), postBill(bill, 'purchase-1')];
    const lines = postings.flatMap((posting) => posting.lines);
    expect(lines.filter(({ base, foreign }) => base !== foreign)).toEqual([]);
    expect(balances({ ...(postings[0] as (typeof postings)[0]), lines })).toEqual(whole);
  });

  it('of receipts from before are posted as they were', () => {
    const { is_posted_as_owed: _, ...before } = parts[0] as (typeof parts)[0];
    expect(balances(postReceipt(before, 'purchase-1'))).toMatchObject({ 'payable supplier-8': '-366.6666' });
  });
});

describe('goods that are here before their bill post', () => {
  const taxed: Purchase = {
    ...worked,
    lines: [{ ...(worked.lines[0] as Purchase['lines'][0]), tax_percent: '10' }],
  };
  const receipts = [receipt(0, '0', '7'), receipt(1, '7', '22')].map((value) => ({ ...value, purchase: taxed }));
  const bill = { date: '2026-03-20', time: null, reference_number: null, receipts, purchase: taxed };

  it('their value to goods received not billed, and their costs as usual', () => {
    const [first] = receipts;
    const posting = first && postUnbilledReceipt(first, 'purchase-1');
    expect(posting && balances(posting)).toEqual({
      'inventory:1': '45531.8182',
      'goods-received-not-billed': '-42668.1818',
      'payable supplier-9': '-1909.0909',
      'cash:3': '-954.5455',
    });
    expect(posting?.openItems).toMatchObject([{ party: 'supplier-9' }]);
  });

  it('and the bill clears it to zero in both currencies, with the recoverable tax', () => {
    const posting = postBill(bill, 'purchase-1');
    expect(posting.effective).toBe('2026-03-20T23:59:00');
    expect(balances(posting)).toEqual({
      'goods-received-not-billed': '134100',
      'input-tax': '13410',
      'payable supplier-8': '-147510',
    });
    const all = [...receipts.map((receipt) => postUnbilledReceipt(receipt, 'purchase-1')), posting];
    const left = all.flatMap(({ lines }) => lines).filter(({ account }) => account.key === 'goods-received-not-billed');
    expect(left.reduce((total, line) => total + line.base, 0n)).toBe(0n);
    expect(left.reduce((total, line) => total + line.foreign, 0n)).toBe(0n);
    expect(posting.openItems).toMatchObject([{ party: 'supplier-8', document: 'purchase-1', amount: 990_000n }]);
  });

  it('and non-recoverable tax is in the value of the goods before the bill too', () => {
    const kept: Purchase = {
      ...taxed,
      costs: [],
      lines: taxed.lines.map((line) => ({ ...line, tax_recoverable: false })),
    };
    const posting = postUnbilledReceipt({ ...receipt(0, '0', '22'), purchase: kept }, 'purchase-1');
    expect(balances(posting)).toEqual({ 'inventory:1': '147510', 'goods-received-not-billed': '-147510' });
  });
});

describe('a cost that is applied later posts', () => {
  it('value without quantity on the receipt, at the receipt’s own time', () => {
    const posting = postAppliedCost(
      {
        outlet_fk: 1,
        inventory_fk: 1,
        system_currency_fk: 1,
        purchase_date: '2026-03-01',
        receipt: 0,
        date: '2026-03-02',
        time: null,
        cost: cost(3, 'freight', '500', { ...SUPPLIER, supplier_fk: 9 }),
        shares: [{ line_id: 1, item_fk: 11, amount: '500' }],
      },
      'purchase-1',
    );
    expect(posting.effective).toBe('2026-03-02T00:00:00');
    expect(balances(posting)).toEqual({ 'inventory:1': '500', 'payable supplier-9': '-500' });
    expect(posting.movements).toMatchObject([{ quantity: 0n, valued: { by: 'statedCost' }, posted: 5_000_000n }]);
    expect(posting.openItems).toMatchObject([{ party: 'supplier-9', date: '2026-03-01', amount: 5_000_000n }]);
  });
});
