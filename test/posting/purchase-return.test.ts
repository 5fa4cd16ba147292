import { describe, expect, it } from 'vitest';
import { postPurchase } from '../../domain/posting/purchase.ts';
import { postPurchaseReturn } from '../../domain/posting/purchase-return.ts';
import { postSale } from '../../domain/posting/sale.ts';
import { purchase } from '../../domain/purchasing/purchase.ts';
import type { Purchase } from '../../domain/purchasing/purchase-events.ts';
import { purchaseReturn } from '../../domain/purchasing/purchase-return.ts';
import type { PurchaseReturn } from '../../domain/purchasing/purchase-return-events.ts';
import { sale } from '../../domain/sales/sale.ts';
import type { Sale } from '../../domain/sales/sale-events.ts';
import { given } from '../domain/given.ts';
import { shop } from '../domain/shop.ts';
import { Ledger } from './ledger.ts';

const place = { outlet_fk: 1, inventory_fk: 1, currency_fk: 1, payment_type: 'cash', account_fk: 3 } as const;

const buys = (quantity: string, price: string, freight?: string) =>
  given(purchase).after([
    {
      type: 'enter',
      receive: true,
      input: {
        ...place,
        date: '2026-03-01',
        costs: freight
          ? [{ cost_type: 'freight', amount: freight, currency_fk: 1, payment_type: 'cash', account_fk: 3 }]
          : [],
        lines: [{ item_fk: 11, unit_fk: 1, quantity, price }],
      },
    },
  ]);

const dataOf = <Data>(of: { readonly events: readonly { readonly data: unknown }[] }) => of.events.at(-1)?.data as Data;
const bought = (of: ReturnType<typeof buys>) => postPurchase(dataOf<Purchase & { receive: boolean }>(of), 'purchase-1');

const sells = (quantity: string) =>
  postSale(
    dataOf<Sale>(
      given(sale).after([
        {
          type: 'enter',
          input: {
            ...place,
            date: '2026-03-05',
            lines: [{ item_fk: 11, unit_fk: 1, quantity, price: '10000' }],
          },
        },
      ]),
    ),
    'sale-1',
  );

const enteredReturn = (of: ReturnType<typeof buys>, quantity: string) =>
  dataOf<PurchaseReturn>(
    given(purchaseReturn).after(
      [
        {
          type: 'enter',
          input: { ...place, purchase_fk: 1, date: '2026-03-10', lines: [{ purchase_line_id: 1, quantity }] },
        },
      ],
      shop({ documents: { 'purchase-1': of.state() } }),
    ),
  );

const returns = (of: ReturnType<typeof buys>, quantity: string) =>
  postPurchaseReturn(enteredReturn(of, quantity), 'purchase_return-1');

const onlyCosts = (posted: Record<string, string>) =>
  Object.fromEntries(Object.entries(posted).filter(([account]) => !/^(sales|rounding)/.test(account)));

describe('a purchase return posts', () => {
  it('the paid amount against what the goods cost with their freight; the freight is a variance', () => {
    const [ledger, purchased] = [new Ledger(), buys('10', '1000', '500')];
    expect(ledger.post('purchase-1', bought(purchased))).toEqual({ 'inventory:1': '10500', 'cash:3': '-10500' });
    expect(ledger.post('purchase_return-1', returns(purchased, '4'))).toEqual({
      'cash:3': '4000',
      'inventory:1': '-4200',
      'purchase-variance': '200',
    });
  });

  it('no value at quantity zero: the rest of the freight is a variance', () => {
    const [ledger, purchased] = [new Ledger(), buys('10', '1000', '500')];
    ledger.post('purchase-1', bought(purchased));
    expect(ledger.post('purchase_return-1', returns(purchased, '10'))).toEqual({
      'cash:3': '10000',
      'inventory:1': '-10500',
      'purchase-variance': '500',
    });
  });

  it('goods at the average: the rest of the price is a variance', () => {
    const [ledger, dear, cheap] = [new Ledger(), buys('10', '3000'), buys('20', '300')];
    ledger.post('purchase-1', bought(dear));
    ledger.post('purchase-2', bought(cheap));
    // 30 pieces have a value of 36,000: 15 leave at 18,000, and 15 at 1,200 each remain.
    expect(onlyCosts(ledger.post('sale-1', sells('15')))).toMatchObject({ 'inventory:1': '-18000' });
    expect(ledger.post('purchase_return-1', returns(dear, '10'))).toEqual({
      'cash:3': '30000',
      'inventory:1': '-12000',
      'purchase-variance': '-18000',
    });
  });

  it('at the value that it states, at most that of the goods on hand, when it is of an older version', () => {
    const [ledger, dear, cheap] = [new Ledger(), buys('10', '3000'), buys('20', '300')];
    ledger.post('purchase-1', bought(dear));
    ledger.post('purchase-2', bought(cheap));
    ledger.post('sale-1', sells('15'));
    const { goods_value: _, ...older } = enteredReturn(dear, '10');
    expect(ledger.post('purchase_return-1', postPurchaseReturn(older, 'purchase_return-1'))).toEqual({
      'cash:3': '30000',
      'inventory:1': '-18000',
      'purchase-variance': '-12000',
    });
  });

  it('and its reversal restores the balances', () => {
    const [ledger, purchased] = [new Ledger(), buys('10', '1000', '500')];
    ledger.post('purchase-1', bought(purchased));
    ledger.post('purchase_return-1', returns(purchased, '10'));
    expect(ledger.reverse('purchase_return-1')).toEqual({
      'cash:3': '-10000',
      'inventory:1': '10500',
      'purchase-variance': '-500',
    });
  });
});
