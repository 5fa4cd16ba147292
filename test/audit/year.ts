/** A small year of trade, entered by commands: two outlets, two currencies, late entries, corrections. */
import { openPostgresStore } from '../../event-store/postgres/store.ts';
import { connectReader } from '../../read-api/database/reader.ts';
import type { Reader } from '../../read-api/database/reader-type.ts';
import { Projection } from '../projector/projection.ts';
import { IQD, openPremises, type Premises, Shop, USD } from '../projector/shop.ts';
import { type FreshDatabase, freshDatabase, rolesAt } from '../support/database.ts';

export interface Year {
  readonly database: FreshDatabase;
  readonly reader: Reader;
  readonly projection: Projection;
  readonly premises: Premises;
  readonly shop: Shop;
  /** Refused documents. The tests assert that there are few, because a year without documents proves nothing. */
  readonly refused: string[];
  close(): Promise<void>;
}

export const MONTHS = 12;

export async function smallYear(): Promise<Year> {
  const database = await freshDatabase();
  const store = await openPostgresStore({ url: database.url });
  const clock = { now: new Date('2026-01-01T07:00:00.000Z') };
  const shop = new Shop(store, clock);
  const premises = await openPremises(shop, false);
  const type = await shop.register('expense_type', { type_name: 'Rent; "shop" | <1>' });
  const refused: string[] = [];
  const months = new Months(shop, premises, type, refused);
  for (let month = 1; month <= MONTHS; month += 1) {
    clock.now = new Date(Date.UTC(2026, month - 1, 28, 9));
    await months.trade(month);
  }
  const projection = await Projection.open(database.url, store);
  await projection.catchUp();
  const reader = connectReader(rolesAt(database.url).read);
  return {
    ...{ database, reader, projection, premises, shop, refused },
    close: async () => {
      await reader.destroy();
      await projection.close();
      await store.close();
      await database.drop();
    },
  };
}

class Months {
  readonly #shop: Shop;
  readonly #premises: Premises;
  readonly #expenseType: number;
  readonly #refused: string[];
  #lastSale: number | undefined;

  constructor(shop: Shop, premises: Premises, expenseType: number, refused: string[]) {
    this.#shop = shop;
    this.#premises = premises;
    this.#expenseType = expenseType;
    this.#refused = refused;
  }

  /** Rates and prices whose conversions are rounded, so that base amounts are never exact products. */
  async trade(month: number): Promise<void> {
    const { cashes, customers, suppliers, items } = this.#premises;
    const [till, box] = cashes;
    const dollar = { currency_fk: USD, rate: `${1450 + month * 3}.37` };
    const dinar = { currency_fk: IQD };
    const at = (day: number, outlet = 0) => this.#at(month, day, outlet);
    const freight = {
      cost_type: 'freight',
      amount: '777',
      ...dinar,
      payment_type: 'on_account',
      supplier_fk: suppliers[1],
    };

    const onDollar = { ...dollar, supplier_fk: suppliers[0], payment_type: 'on_account' };
    const lines = [this.#line(0, 60, '3.33'), this.#line(1, 30, '7.77')];
    await this.#enter('purchase', { ...at(2), ...onDollar, costs: [freight], lines, receive: true });
    const inCash = { ...dinar, payment_type: 'cash', account_fk: till };
    await this.#enter('purchase', { ...at(3, 1), ...inCash, lines: [this.#taxed(2, 40, '1511')], receive: true });
    const sold = {
      ...at(5),
      ...dinar,
      payment_type: 'cash',
      account_fk: till,
      discount: { type: 'percent', value: '7.5' },
    };
    const sale = await this.#enter('sale', { ...sold, lines: [this.#taxed(0, 7, '9000'), this.#taxed(1, 3, '15500')] });
    const owed = { ...dollar, payment_type: 'on_account', customer_fk: customers[month % 2] };
    await this.#enter('sale', { ...at(6), ...owed, lines: [this.#taxed(0, 5, '6.66')] });
    await this.#enter('sale', {
      ...at(7, 1),
      ...dollar,
      payment_type: 'cash',
      account_fk: box,
      lines: [this.#taxed(2, 4, '2.35')],
    });
    const later = { currency_fk: USD, rate: `${1461 + month * 3}.11`, account_fk: box, allocate: 'oldest' };
    const settled = {
      ...at(12),
      ...later,
      customer_fk: customers[month % 2],
      transaction_type: 'receive',
      amount: '21.07',
    };
    await this.#enter('customer_transaction', without(settled, 'inventory_fk'));
    const paid = { ...at(14), ...later, supplier_fk: suppliers[0], transaction_type: 'pay', amount: '33.33' };
    await this.#enter('supplier_transaction', without(paid, 'inventory_fk'));
    const rent = { ...at(15), ...inCash, expense_type_fk: this.#expenseType, amount: '25000', status: 'complete' };
    await this.#enter('expense', without(rent, 'inventory_fk'));
    const moved = { ...at(16), from_account_fk: box, to_account_fk: till, amount: '5.55', to_amount: '8100' };
    await this.#enter('cash_transfer', without(moved, 'inventory_fk'));
    const lost = {
      ...at(18),
      reason: 'broken',
      lines: [{ line_id: 1, item_fk: items[0], unit_fk: this.#premises.unit, quantity: '-1' }],
    };
    await this.#enter('direct_adjustment', without(lost, 'status'));
    const period = {
      from_date: `2026-${two(month)}-01`,
      to_date: `2026-${two(month)}-28`,
      amount: '500',
      above_payable: 'advance',
    };
    const tax = { ...at(25), ...period, account_fk: till };
    if (month % 4 === 0) await this.#enter('tax_payment', without(tax, 'inventory_fk'));
    await this.#correct(month, sale, onDollar);
  }

  /** In every third month: goods entered for an earlier day, a reversed sale, and a return. */
  async #correct(month: number, sale: number | undefined, onDollar: object): Promise<void> {
    if (month % 3 === 0) {
      const late = { ...this.#at(month - 1, 1, 0), ...onDollar, lines: [this.#line(0, 10, '4.44')], receive: true };
      await this.#enter('purchase', late);
      if (sale) await this.#shop.transit('sale', sale, 'return_to_draft', { reason: 'wrong price' });
    } else {
      this.#lastSale = sale;
      const back = {
        ...this.#at(month, 20, 0),
        sale_fk: this.#lastSale,
        payment_type: 'cash',
        account_fk: this.#premises.cashes[0],
      };
      await this.#enter('sale_return', { ...back, lines: [{ sale_line_id: 1, quantity: '2' }] });
    }
  }

  #at(month: number, day: number, outlet: number) {
    const date = `2026-${two(month)}-${two(day)}`;
    const place = { outlet_fk: this.#premises.outlets[outlet], inventory_fk: this.#premises.inventories[outlet] };
    return { ...place, date, status: 'complete' };
  }

  #line(item: number, quantity: number, price: string) {
    return { item_fk: this.#premises.items[item], unit_fk: this.#premises.unit, quantity: String(quantity), price };
  }

  #taxed(item: number, quantity: number, price: string) {
    return { ...this.#line(item, quantity, price), tax_percent: '5' };
  }

  async #enter(kind: string, body: object): Promise<number | undefined> {
    const sent = ['cash_transfer', 'customer_transaction', 'supplier_transaction'].includes(kind)
      ? without(body, 'status')
      : body;
    const answer = await this.#shop.enter(kind, sent);
    if (!answer) this.#refused.push(`${kind} ${JSON.stringify(sent)}`);
    return answer?.id;
  }
}

const two = (value: number): string => String(value).padStart(2, '0');

function without(body: object, field: string): object {
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== field));
}
