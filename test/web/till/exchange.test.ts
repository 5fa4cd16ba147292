/**
 * An exchange at the till: the refunded amount is tendered, so that only the difference is paid, and the drawer agrees.
 */
import { describe, expect, it } from 'vitest';
import { type Money, money, printMoney, subtract, ZERO } from '../../../domain/values/money.ts';
import { withItem } from '../../../web/till/selling/cart.ts';
import {
  exchanged,
  exchangeTenders,
  mayEnd,
  notTendered,
  repaid,
  repaidTotal,
} from '../../../web/till/selling/exchange.ts';
import { type DrawerCash, settle, type Tender, worthOf } from '../../../web/till/selling/payment.ts';
import { NEW_SALE } from '../../../web/till/selling/sale-store.ts';
import { CUSTOMER, EMPTY, terms, tillItem } from './till-shop.ts';

const TERMS = terms();
const DINARS: DrawerCash = { account_fk: 20, currency_fk: 1, rate_fk: null, rate: null };
const AT = { currency_fk: 1, drawer: [DINARS] };
type Way = 'cash' | 'app' | 'credit';
const ways = (...amounts: readonly (readonly [Way, string])[]) =>
  amounts.map(([method, amount]) => ({ method, amount }));
const cash = (amount: string): Tender => ({
  ...{ key: 1, method: 'cash', amount, currency_fk: 1, cash: DINARS, reference: null },
});

/** The change of the drawer's cash over the refund and the receipt. */
function drawerChange(given: ReturnType<typeof ways>, tenders: readonly Tender[], change: Money): string {
  const out = given.filter(({ method }) => method === 'cash');
  const taken = tenders.filter(({ method }) => method === 'cash').reduce((all, one) => all + worthOf(one, TERMS), 0n);
  return String((taken - change - repaidTotal(out)) / 10_000n);
}

function pays(given: ReturnType<typeof ways>, total: string, ...more: readonly Tender[]) {
  const before = exchangeTenders(given, money(total), AT);
  const tenders = [...before, ...more];
  const settlement = settle(money(total), tenders, TERMS, { hasCustomer: true, drawer: [DINARS] });
  return { before, tenders, settlement };
}

describe('an exchange', () => {
  it('of dearer goods requires the difference, which the drawer receives', () => {
    const given = ways(['cash', '13000']);
    expect(printMoney(pays(given, '14000').settlement.due)).toBe('1000');
    const { settlement, tenders } = pays(given, '14000', cash('1000'));
    expect(settlement).toMatchObject({ problem: undefined, change: ZERO });
    expect(drawerChange(given, tenders, settlement.change ?? ZERO)).toBe('1000');
  });

  it('of cheaper goods gives the difference back without another tender', () => {
    const given = ways(['cash', '13000']);
    const { settlement, tenders } = pays(given, '5000');
    expect([settlement.problem, printMoney(settlement.change ?? ZERO)]).toEqual([undefined, '8000']);
    expect(drawerChange(given, tenders, settlement.change ?? ZERO)).toBe('-8000');
  });

  it('of goods of the same price moves no money', () => {
    const given = ways(['cash', '13000']);
    const { settlement, tenders } = pays(given, '13000');
    expect(settlement).toMatchObject({ problem: undefined, change: ZERO, due: ZERO });
    expect(drawerChange(given, tenders, ZERO)).toBe('0');
  });

  it('of goods that cost what was paid before the rounding requires nothing', () => {
    const { settlement } = pays(ways(['cash', '14000']), '14025');
    expect(settlement).toMatchObject({ problem: undefined, change: ZERO, due: ZERO });
  });

  it('is paid as the receipt was: on account, by app, and the rest in cash', () => {
    const given = ways(['credit', '2000'], ['app', '3000'], ['cash', '4000']);
    const { before, settlement } = pays(given, '10000');
    expect(before.map(({ method, amount, isExchanged }) => [method, amount, isExchanged])).toEqual([
      ['credit', '2000', true],
      ['app', '3000', true],
      ['cash', '4000', true],
    ]);
    expect([settlement.problem, printMoney(settlement.due)]).toEqual(['paid_too_little', '1000']);
  });

  it('never tenders more than the total by app or on account; the rest remains with the customer', () => {
    const given = ways(['credit', '2000'], ['app', '3000']);
    const { before, settlement } = pays(given, '4000');
    expect(before.map(({ amount }) => amount)).toEqual(['2000', '2000']);
    expect(settlement).toMatchObject({ problem: undefined, change: ZERO });
    expect(notTendered(given, before)).toEqual([{ method: 'app', amount: '1000' }]);
  });

  it('counts only in the drawer that owes the money, and a debt only of the same customer', () => {
    const payments = ways(['credit', '2000'], ['cash', '1000']);
    const exchange = { uuid: 'u', number: 'T3-000001', drawer: 'd', customer: 8, payments };
    const sale = { exchange, cart: { ...EMPTY, customer: CUSTOMER } };
    expect(repaid(sale, { uuid: 'd' })).toEqual(payments);
    expect(repaid({ ...sale, cart: EMPTY }, { uuid: 'd' })).toEqual(ways(['cash', '1000']));
    expect([repaid(sale, { uuid: 'other' }), repaid(sale, null), repaid(NEW_SALE, { uuid: 'd' })]).toEqual([
      [],
      [],
      [],
    ]);
  });

  it('ends without other goods in its drawer, also when nothing was repaid', () => {
    const exchange = { uuid: 'u', number: 'T3-000001', drawer: 'd', customer: null, payments: [] };
    const sale = { exchange, cart: EMPTY };
    expect([mayEnd(sale, { uuid: 'd' }), mayEnd(sale, { uuid: 'other' }), mayEnd(sale, null)]).toEqual([
      true,
      false,
      false,
    ]);
    expect(mayEnd({ exchange, cart: withItem(EMPTY, tillItem(11)) }, { uuid: 'd' })).toBe(false);
    expect(mayEnd(NEW_SALE, { uuid: 'd' })).toBe(false);
  });

  it('that an earlier version of the till stored has paid its cash out', () => {
    const sale = { exchange: { uuid: 'u', number: 'T3-000001' }, cart: EMPTY };
    expect(repaid(sale, { uuid: 'd' })).toEqual([]);
  });

  it('shows the difference before payment', () => {
    const shown = (sold: string) => {
      const { pays: due, given } = exchanged(money(sold), money('13000'));
      return [printMoney(due), printMoney(given)];
    };
    expect(['14000', '5000', '13000'].map(shown)).toEqual([
      ['1000', '0'],
      ['0', '8000'],
      ['0', '0'],
    ]);
    expect(subtract(money('13000'), repaidTotal(ways(['cash', '13000'])))).toBe(ZERO);
  });
});
