/** The till, as worked examples with exact amounts (docs/accounting.md, section 2, "POS sale" and "Drawer"). */
import { describe, expect, it } from 'vitest';
import { postDrawerUnclosed } from '../../domain/posting/drawer.ts';
import { postPosRefund } from '../../domain/posting/pos-sale.ts';
import { appSettlementDocument } from '../../domain/till/app-settlement.document.ts';
import { drawerDocument } from '../../domain/till/drawer.document.ts';
import { posSaleDocument } from '../../domain/till/receipts/pos-sale.document.ts';
import { posSale } from '../../domain/till/receipts/pos-sale.ts';
import { given } from '../domain/given.ts';
import {
  closed,
  opened,
  receiptInput,
  refundInput,
  TILL,
  withClosedDrawer,
  withDrawer,
} from '../domain/histories-till.ts';
import { Ledger } from './ledger.ts';
import { balances } from './reading.ts';

const receipt = (change: object = {}, facts = withDrawer) =>
  given(posSale).after([{ type: 'enter', input: { ...receiptInput, ...change } }], facts);
const booked = (of: ReturnType<typeof receipt>) => posSaleDocument.postingsOf(of.state(), 'pos_sale-1');
const thirty = { payments: [{ method: 'cash' as const, amount: '30', account_fk: 21 }] };

describe('a receipt', () => {
  it('of 37,500 is paid with 20,000 in cash, 10,000 by app and 7,500 on credit', () => {
    const [posting] = booked(receipt());
    expect(balances(posting as never)).toEqual({
      'cash:20': '20000',
      'app-clearing': '10000',
      'receivable customer-7': '7500',
      sales: '-37500',
    });
    expect(posting?.openItems).toMatchObject([{ document: 'pos_sale-1', amount: 75_000_000n }]);
    expect(posting?.movements.map(({ contra, quantity }) => [contra.key, quantity])).toEqual([
      ['cost-of-goods-sold', -3_000_000n],
      ['promotion-cost', -1_000_000n],
    ]);
  });

  it('of 37,500 paid with 30 USD at 1,480 gives 7,000 back and 100 to rounding', () => {
    expect(balances(booked(receipt(thirty))[0] as never)).toEqual({
      'cash:21': '44400',
      'cash:20': '-7000',
      rounding: '100',
      sales: '-37500',
    });
  });

  it('that arrives after its drawer was closed reverses the excess of the count', () => {
    const cash = { payments: [{ method: 'cash', amount: '37500', account_fk: 20 }] };
    expect(balances(booked(receipt(cash, withClosedDrawer))[0] as never)).toEqual({
      'cash-over-short': '37500',
      sales: '-37500',
    });
  });

  it('that is refunded pays back by the same methods, and brings the goods back at their recorded cost', () => {
    const refunded = receipt().after([{ type: 'refund', input: refundInput }], withDrawer);
    const [, posting] = booked(refunded);
    expect(balances(posting as never)).toEqual({
      'sales-returns': '37500',
      'cash:20': '-20000',
      'app-clearing': '-10000',
      'receivable customer-7': '-7500',
    });
    expect(posting?.openItems).toMatchObject([{ document: 'pos_sale-1', amount: -75_000_000n }]);
    expect(posting?.movements.map(({ valued }) => valued)).toEqual([
      { by: 'sameCostAs', document: 'pos_sale-1', line: 1 },
      { by: 'sameCostAs', document: 'pos_sale-1', line: 100_001 },
    ]);
  });

  it('that was paid in dollar is refunded in dinar, less its change', () => {
    const refunded = receipt(thirty).after([{ type: 'refund', input: refundInput }], withDrawer);
    const { refund } = refunded.state() as unknown as { refund: Parameters<typeof postPosRefund>[0] };
    expect(balances(postPosRefund(refund, 'pos_sale-1'))).toEqual({
      'sales-returns': '37500',
      'cash:20': '-37400',
      rounding: '-100',
    });
  });
});

describe('a drawer', () => {
  it('is opened with a float out of the safe', () => {
    expect(balances(drawerDocument.postingsOf(opened.state(), 'drawer-1')[0] as never)).toEqual({
      'cash:20': '50000',
      'cash:3': '-50000',
    });
  });

  it('of which 450,000 is expected and 447,000 counted is 3,000 short; 397,000 go to the safe and 50,000 stay', () => {
    const [, closing] = drawerDocument.postingsOf(closed.state(), 'drawer-1');
    expect(balances(closing as never)).toEqual({
      'cash-over-short': '3000',
      'cash:3': '397000',
      'cash:20': '-400000',
      'cash:5': '44400',
      'cash:21': '-44400',
    });
  });

  it('whose closing is reversed has its former balances, including foreign cash', () => {
    const ledger = new Ledger();
    const [opening, closing] = drawerDocument.postingsOf(closed.state(), 'drawer-1');
    ledger.post('drawer-1', opening);
    ledger.post('pos_sale-1', booked(receipt(thirty))[0]);
    const did = ledger.post('drawer-1', closing);
    const taken = (closed.state() as unknown as { closing: never }).closing;
    const back = ledger.post('drawer-1', postDrawerUnclosed({ taken_back: taken }, 'drawer-1'));
    const turned = Object.entries(did).map(([account, amount]) => [
      account,
      amount.startsWith('-') ? amount.slice(1) : `-${amount}`,
    ]);
    expect(back).toEqual(Object.fromEntries(turned));
  });
});

describe('a settlement of the app', () => {
  it('of 10,000 brings 9,900 to the bank and costs 100', () => {
    const [settlement] = TILL.app_settlement;
    const [first] = settlement?.events ?? [];
    const { number: _, ...data } = (first?.data ?? {}) as { number: string | null };
    const state = { status: 'complete', data, number: null };
    expect(balances(appSettlementDocument.postingsOf(state as never, 'app_settlement-1')[0] as never)).toEqual({
      'bank:22': '9900',
      'expense-type:1': '100',
      'app-clearing': '-10000',
    });
  });
});
