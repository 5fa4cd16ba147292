import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openMemoryStore } from '../../event-store/memory/store.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import { Projection } from './projection.ts';
import { IQD, openPremises, type Premises, Shop } from './shop.ts';

/**
 * The worked example of docs/accounting.md, section 4 ("a purchase entered late"), through commands, events and the
 * projector.
 */
describe('a purchase that is entered late', () => {
  let database: FreshDatabase;
  let projection: Projection;
  let premises: Premises;
  const clock = { now: new Date('2026-03-01T09:00:00Z') };

  beforeAll(async () => {
    database = await freshDatabase();
    const store = openMemoryStore(() => clock.now);
    const shop = new Shop(store, clock);
    projection = await Projection.open(database.url, store);
    premises = await openPremises(shop, false);
    const place = { outlet_fk: premises.outlets[0], inventory_fk: premises.inventories[0], currency_fk: IQD };
    const goods = (quantity: string, price: string) => [
      { item_fk: premises.items[0], unit_fk: premises.unit, quantity, price },
    ];
    const buy = (date: string, quantity: string, price: string) =>
      shop.enter('purchase', {
        ...place,
        supplier_fk: premises.suppliers[0],
        date,
        payment_type: 'on_account',
        lines: goods(quantity, price),
        status: 'complete',
      });
    await buy('2026-03-01', '10', '1000');
    clock.now = new Date('2026-03-05T09:00:00Z');
    await shop.enter('sale', {
      ...place,
      date: '2026-03-05',
      payment_type: 'cash',
      account_fk: premises.cashes[0],
      lines: goods('6', '2000'),
      status: 'complete',
    });
    await projection.catchUp();
    clock.now = new Date('2026-03-20T09:00:00Z');
    await buy('2026-03-03', '10', '1300');
    await projection.catchUp();
  });
  afterAll(async () => {
    await projection.close();
    await database.drop();
  });

  const cost = (known: string) =>
    projection.rows<{ cost: string }>(
      `select sum(debit - credit)::text as cost from read.movement_day
       where account = 5100 and effective_date <= '2026-03-05' and recorded_date <= $1`,
      [known],
    );

  it('adds 900 to the cost of the sale on the day of the sale, with the purchase as the cause', async () => {
    expect(
      await projection.rows(
        `select account, base, kind, effective_date::text, document, recorded_date::text, cause_position < position as later
         from read.journal_line where kind = 'restatement' order by account`,
      ),
    ).toEqual([
      {
        account: 5100,
        base: '900.0000',
        kind: 'restatement',
        effective_date: '2026-03-05',
        document: 'sale-1',
        recorded_date: '2026-03-20',
        later: true,
      },
      expect.objectContaining({ account: 131000000 + (premises.inventories[0] ?? 0), base: '-900.0000' }),
    ]);
  });

  it('does not change the cost as known on 15 March', async () => {
    expect(await cost('2026-03-15')).toEqual([{ cost: '6000.0000' }]);
    expect(await cost('2026-03-20')).toEqual([{ cost: '6900.0000' }]);
  });

  it('leaves 14 pieces with a value of 16,100', async () => {
    expect(await projection.rows('select quantity, value from read.stock_level')).toEqual([
      { quantity: '14.000000', value: '16100.0000' },
    ]);
  });

  it('lists the documents with their total and unpaid amounts', async () => {
    expect(
      await projection.rows(
        'select kind, id, number, total, unpaid, payment_status, received_status, party from read.document order by kind, id',
      ),
    ).toMatchObject([
      {
        kind: 'purchase',
        id: 1,
        total: '10000.0000',
        unpaid: '10000.0000',
        payment_status: 'unpaid',
        received_status: 'received',
      },
      { kind: 'purchase', id: 2, total: '13000.0000', unpaid: '13000.0000', party: 'supplier-1' },
      { kind: 'sale', id: 1, total: '12000.0000', unpaid: '0.0000', payment_status: 'paid' },
    ]);
  });

  it('breaks no invariant', async () => {
    expect(await projection.broken()).toEqual([]);
  });
});
