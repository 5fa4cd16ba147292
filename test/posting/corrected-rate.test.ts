/**
 * What a corrected rate leaves in the books, entered through the real commands: goods whose sale is posted again after
 * their delivery, and debts of customers and suppliers that a settlement sets off against each other.
 */
import { describe, expect, it } from 'vitest';
import type { CostRule } from '../../domain/costing/rules.ts';
import { booksAt } from '../oracle/books.ts';
import type { BooksAct } from '../oracle/books-play.ts';
import { YEARS } from '../oracle/books-play.ts';
import { openBusiness } from '../oracle/business.ts';
import { differing, END } from '../oracle/history.ts';
import { IQD, USD } from '../projector/shop.ts';

const AVERAGE: CostRule = { scope: 'inventory', method: 'moving_average' };
const FIFO: CostRule = { scope: 'company', method: 'fifo' };
const act = { day: 28, time: null, outlet: 0, other: 0, amount: 1, foreign: false, flag: false, of: 2 };

/** The places of the rate records: 1,490 out and 1,480 in; 1,501.25 and 1,491.3333; 1,475.5 on both sides. */
type Record = 0 | 1 | 2;
/** What selects them in the act that corrects a rate: the wrong one, and the next one as the right one. */
const COUNT_OF: Readonly<{ readonly [of in Record]: number }> = { 0: 4, 1: 5, 2: 2 };

async function opened(rule: CostRule = AVERAGE) {
  const business = await openBusiness(false, YEARS, rule);
  const { shop, premises, places } = business;
  const place = { outlet_fk: places.outlets[0], inventory_fk: places.inventories[0] };
  const [customer_fk, supplier_fk] = [premises.customers[0], premises.suppliers[0]];
  const lineOf = (quantity: string, price: string) => {
    return [{ item_fk: premises.items[0], unit_fk: premises.unit, quantity, price }];
  };
  const owed = { ...place, payment_type: 'on_account', status: 'complete' };
  const dollarsAt = (record: Record) => ({ currency_fk: USD, rate_fk: premises.rates[record] });
  return {
    ...business,
    dollarsAt,
    party: { customer_fk, supplier_fk },
    buy: (date: string, quantity: string, price: string, money: object = { currency_fk: IQD }) => {
      const lines = lineOf(quantity, price);
      return shop.register('purchase', { ...owed, ...money, supplier_fk, date, receive: true, lines });
    },
    sell: (date: string, quantity: string, price: string, more: object) =>
      shop.register('sale', { ...owed, customer_fk, date, lines: lineOf(quantity, price), ...more }),
    enter: async (kind: string, body: object) => {
      const { outlet_fk } = place;
      return shop.register(kind, { outlet_fk, date: '2026-03-20', ...body });
    },
    correct: (wrong: Record) =>
      business.run({ ...act, count: COUNT_OF[wrong], books: 'correct_rate' } satisfies BooksAct),
    /** The balances of an account in the first outlet: the amount in its currency, and in dinars. */
    async balances(...accounts: readonly string[]) {
      await business.books.catchUp();
      const events = await business.events();
      const known = business.books.position;
      const books = business.books.tablesAt(END, known);
      expect(
        differing(
          books,
          booksAt(events, END, known, (account) => business.books.nameOf(account)),
        ),
      ).toEqual([]);
      return accounts.map((account) => {
        const [foreign = 0, base = 0] = (books.ledger[`${account}`] ?? '')
          .split(' ')
          .map((text) => Number(text) / 10_000);
        return [foreign, base];
      });
    },
  };
}

type Opened = Awaited<ReturnType<typeof opened>>;

const AWAITED = { received_type: 'brought', customer_address: 'Citadel 1' };

/** Ten pieces at 1,000, of which four are sold and not delivered, then ten at 3,000. */
async function soldBefore(business: Opened): Promise<number> {
  await business.buy('2026-03-01', '10', '1000');
  const sale = await business.sell('2026-03-05', '4', '5', { ...business.dollarsAt(0), ...AWAITED });
  await business.buy('2026-03-07', '10', '3000');
  return sale;
}

const deliver = ({ shop }: Opened, sale: number, quantity: string, date = '2026-03-06') =>
  shop.transit('sale', sale, 'deliver', { date, time: null, lines: [{ line_id: 1, quantity }] });

const takeBack = ({ enter, places, party }: Opened, sale: number, quantity: string) =>
  enter('sale_return', {
    ...{ inventory_fk: places.inventories[0], sale_fk: sale, customer_fk: party.customer_fk },
    ...{ date: '2026-03-08', payment_type: 'on_account', status: 'complete' },
    lines: [{ sale_line_id: 1, quantity }],
  });

const GOODS = ['inventory 1, 1, 1', 'cost-of-goods-sold, 1, 1'] as const;

describe('goods that come back after the rate of their sale was corrected cost what they cost when they were sold,', () => {
  it('when they had been delivered', async () => {
    const business = await opened();
    const sale = await soldBefore(business);
    await deliver(business, sale, '4');
    await business.correct(0);
    await takeBack(business, sale, '2');
    expect(await business.balances(...GOODS)).toEqual([
      [38_000, 38_000],
      [2000, 2000],
    ]);
  });

  it('when they came back before their delivery, and the rate was corrected after that', async () => {
    const business = await opened();
    const sale = await soldBefore(business);
    await takeBack(business, sale, '2');
    await business.correct(0);
    expect(await business.balances(...GOODS)).toEqual([
      [38_000, 38_000],
      [2000, 2000],
    ]);
  });

  it('when a part was delivered and the rate was corrected twice, first in, first out', async () => {
    const business = await opened(FIFO);
    const sale = await soldBefore(business);
    await deliver(business, sale, '1');
    await business.correct(0);
    await deliver(business, sale, '3');
    await business.correct(1);
    await takeBack(business, sale, '3');
    expect(await business.balances(...GOODS)).toEqual([
      [39_000, 39_000],
      [1000, 1000],
    ]);
  });
});

/** A hundred dollars that the customer owes, and as much that the supplier is owed, at 1,475.5. */
async function bothOwed(business: Opened): Promise<void> {
  await business.buy('2026-03-01', '10', '10', business.dollarsAt(2));
  await business.sell('2026-03-05', '10', '10', business.dollarsAt(2));
}

const SETTLED = ['receivable, 1, 2', 'payable, 1, 2', 'fx-realised, 1, 1'] as const;

describe('a settlement after a corrected rate settles a customer at the in rate and a supplier at the out rate,', () => {
  it('when a debt of the customer is set off against the supplier', async () => {
    const business = await opened();
    const { customer_fk, supplier_fk } = business.party;
    await bothOwed(business);
    const parties = { customer_fk, to_supplier_fk: supplier_fk, settled_as: 'debt' };
    await business.enter('settlement', { ...business.dollarsAt(2), ...parties, amount: '100', reason: 'agreed' });
    await business.correct(2);
    // 149,000 are no longer owed for 148,000.
    expect(await business.balances(...SETTLED)).toEqual([
      [0, 0],
      [0, 0],
      [-1000, -1000],
    ]);
  });

  it('when a debt to the supplier is set off against the customer, in part', async () => {
    const business = await opened();
    const { customer_fk, supplier_fk } = business.party;
    await bothOwed(business);
    const parties = { supplier_fk, to_customer_fk: customer_fk, settled_as: 'debt' };
    await business.enter('settlement', { ...business.dollarsAt(2), ...parties, amount: '40', reason: 'agreed' });
    await business.correct(2);
    expect(await business.balances(...SETTLED)).toEqual([
      [60, 88_800],
      [-60, -89_400],
      [-400, -400],
    ]);
  });

  it('and what is open under it is settled at its own side, by a transaction of the other party', async () => {
    const business = await opened();
    const { customer_fk, supplier_fk } = business.party;
    await business.buy('2026-03-01', '10', '10');
    await business.sell('2026-03-05', '10', '10', business.dollarsAt(2));
    const parties = { customer_fk, to_supplier_fk: supplier_fk, settled_as: 'debt' };
    await business.enter('settlement', { ...business.dollarsAt(2), ...parties, amount: '100', reason: 'agreed' });
    await business.enter('supplier_transaction', {
      ...{ currency_fk: USD, rate: '1500', supplier_fk, amount: '100', transaction_type: 'get_back' },
      ...{ account_fk: business.premises.cashes[1], allocate: 'oldest' },
    });
    await business.correct(2);
    expect(await business.balances('receivable, 1, 2', 'supplier-advances, 1, 2', 'fx-realised, 1, 1')).toEqual([
      [0, 0],
      [0, 0],
      [-2000, -2000],
    ]);
  });
});
