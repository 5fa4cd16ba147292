import { describe, expect, it } from 'vitest';
import { purchaseDocument } from '../../domain/purchasing/purchase.document.ts';
import { purchase } from '../../domain/purchasing/purchase.ts';
import { assetDisposalDocument } from '../../domain/stock/asset-disposal.document.ts';
import { assetDisposal } from '../../domain/stock/asset-disposal.ts';
import { inventoryAdjustmentDocument } from '../../domain/stock/inventory-adjustment.document.ts';
import { inventoryAdjustment } from '../../domain/stock/inventory-adjustment.ts';
import { stockTransferDocument } from '../../domain/stock/transit/stock-transfer.document.ts';
import { stockTransfer } from '../../domain/stock/transit/stock-transfer.ts';
import { given } from '../domain/given.ts';
import { colleague } from '../domain/histories-stock.ts';
import { Ledger } from './ledger.ts';

const place = { outlet_fk: 1, inventory_fk: 1 };
const bought = (quantity: string, price: string, date = '2026-03-01') => {
  const input = {
    ...place,
    date,
    currency_fk: 1,
    payment_type: 'on_account' as const,
    supplier_fk: 8,
    lines: [{ item_fk: 11, unit_fk: 1, quantity, price }],
  };
  const done = given(purchase).after([{ type: 'enter', input, receive: true }]);
  return purchaseDocument.postingsOf(done.state(), 'purchase-1')[0];
};
const line = (quantity: string) => ({ item_fk: 11, unit_fk: 1, quantity });

describe('an item transfer', () => {
  const transfer = (arrivals: readonly (readonly [quantity: string, rest: 'on_its_way' | 'missing'])[]) => {
    const input = { ...place, to_outlet_fk: 2, to_inventory_fk: 2, date: '2026-03-05', lines: [line('10')] };
    const receipts = arrivals.map(([quantity, rest]) => ({
      type: 'receive' as const,
      input: { date: '2026-03-06', lines: [{ line_id: 1, quantity }], rest },
    }));
    const done = given(stockTransfer).after([{ type: 'enter_sent', input }, ...receipts]);
    const ledger = new Ledger();
    ledger.post('purchase-1', bought('20', '1200'));
    const steps = stockTransferDocument.postingsOf(done.state(), 'stock_transfer-1');
    return { ledger, entries: steps.map((step) => ledger.post('stock_transfer-1', step)) };
  };

  it('of 10 that cost 12,000, of which 9 arrive, leaves nothing in transit', () => {
    expect(transfer([['9', 'missing']]).entries).toEqual([
      { 'in-transit': '12000', 'inventory:1': '-12000' },
      { 'inventory:2': '10800', shrinkage: '1200', 'in-transit': '-12000' },
    ]);
  });

  it('that arrives in parts has the missing parts in transit', () => {
    const { entries } = transfer([
      ['4', 'on_its_way'],
      ['9', 'on_its_way'],
      ['9', 'missing'],
    ]);
    expect(entries.slice(1)).toEqual([
      { 'inventory:2': '4800', 'in-transit': '-4800' },
      { 'inventory:2': '6000', 'in-transit': '-6000' },
      { shrinkage: '1200', 'in-transit': '-1200' },
    ]);
  });

  it('follows a later change of cost, also in the loss', () => {
    const { ledger } = transfer([['9', 'missing']]);
    expect(ledger.post('purchase-2', bought('20', '1400', '2026-03-02'))).toEqual({
      'inventory:1': '27000',
      'inventory:2': '900',
      shrinkage: '100',
      payable: '-28000',
    });
  });
});

describe('a count', () => {
  const counted = (real_quantity: string, date = '2026-03-05') => {
    const input = { ...place, date, lines: [{ item_fk: 11, unit_fk: 1, real_quantity }] };
    const done = given(inventoryAdjustment)
      .after([{ type: 'draft', input }])
      .after([{ type: 'approve' }], colleague());
    return inventoryAdjustmentDocument.postingsOf(done.state(), 'inventory_adjustment-1')[0];
  };

  it('debits missing goods to shrinkage, and credits found ones', () => {
    const ledger = new Ledger();
    ledger.post('purchase-1', bought('10', '1000'));
    expect(ledger.post('inventory_adjustment-1', counted('8'))).toEqual({ shrinkage: '2000', 'inventory:1': '-2000' });
    expect(ledger.post('inventory_adjustment-2', counted('9', '2026-03-06'))).toEqual({
      'inventory:1': '1000',
      shrinkage: '-1000',
    });
  });

  it('has another difference when a movement is entered for an earlier day', () => {
    const ledger = new Ledger();
    ledger.post('purchase-1', bought('10', '1000'));
    ledger.post('inventory_adjustment-1', counted('8'));
    expect(ledger.post('purchase-2', bought('5', '1000', '2026-03-03'))).toEqual({
      payable: '-5000',
      shrinkage: '5000',
    });
    expect(ledger.reverse('inventory_adjustment-1')).toEqual({ 'inventory:1': '7000', shrinkage: '-7000' });
  });
});

describe('a destructed asset', () => {
  it.each(['stolen', 'destruct', 'expired', 'damaged'] as const)('that is %s is a loss of its type', (type) => {
    const input = { ...place, date: '2026-03-05', disposal_type: type, lines: [line('3')] };
    const done = given(assetDisposal).after([{ type: 'enter', input }, { type: 'approve' }]);
    const ledger = new Ledger();
    ledger.post('purchase-1', bought('10', '1000'));
    expect(
      ledger.post('asset_disposal-1', assetDisposalDocument.postingsOf(done.state(), 'asset_disposal-1')[0]),
    ).toEqual({
      [`disposal-loss-${type}`]: '3000',
      'inventory:1': '-3000',
    });
  });
});
