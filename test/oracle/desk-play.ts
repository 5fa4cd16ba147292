/**
 * Trade in a random history beside simple sales and purchases: quotations, online orders, promotions, collections, app
 * settlements.
 */
import fc from 'fast-check';
import { paidFrom } from '../projector/acts.ts';
import type { Premises, Shop } from '../projector/shop.ts';
import { type Chance, chance, currencyOf, Desk, decimal, type Places, payable, placeOf, storedAt } from './chance.ts';
import { chargeLost, SOMEBODY } from './lost-goods.ts';

export interface DeskAct extends Chance {
  readonly desk:
    | 'quote'
    | 'order'
    | 'order_on'
    | 'order_back'
    | 'convert'
    | 'settle_app'
    | 'sell'
    | 'buy'
    | 'send_over'
    | 'give_back_over'
    | 'arrive'
    | 'charge'
    | 'set_aside'
    | 'price'
    | 'take_back';
}

export const DESK: readonly DeskAct['desk'][] = [
  ...(['quote', 'order', 'order', 'order_on', 'order_on', 'order_back', 'convert', 'settle_app', 'sell'] as const),
  ...(['buy', 'buy', 'send_over', 'give_back_over', 'arrive', 'charge', 'set_aside', 'price', 'take_back'] as const),
];

export const deskAct: fc.Arbitrary<DeskAct> = fc.record({
  desk: fc.constantFrom<DeskAct['desk']>(...DESK),
  ...chance,
});

interface Named {
  /** A collection of two pieces of the first item and one of the second; `collected` is the item that it becomes. */
  readonly collection: number;
  readonly collected: number;
  /** Promotions with free goods, a discount on lines, an amount, and a discount on the whole sale. */
  readonly promotions: readonly number[];
  /** A recoverable tax and another one. */
  readonly taxes: readonly number[];
}

export class DeskPlay {
  readonly #desk: Desk;
  readonly #shop: Shop;
  readonly #premises: Premises;
  readonly #places: Places;
  readonly #named: Named;

  private constructor(shop: Shop, premises: Premises, places: Places, named: Named) {
    this.#desk = new Desk(shop);
    this.#shop = shop;
    this.#premises = premises;
    this.#places = places;
    this.#named = named;
  }

  static async open(shop: Shop, premises: Premises, places: Places): Promise<DeskPlay> {
    const { items, unit: unit_fk } = premises;
    const unit = { unit_fk, base_unit_qty: '1', is_base: true, is_default: true, sale_price: '3000', barcodes: [] };
    const collected = await shop.register('item', {
      item_name: 'Basket',
      weight: '0.75',
      volume: '0.03',
      item_units: [unit],
    });
    const parts = [2, 1].map((quantity, index) => ({ item_fk: items[index], unit_fk, quantity: String(quantity) }));
    const promotion = (title: string, reward: object) =>
      shop.register('promotion', {
        ...{ title, status: 'active', start_date: '2026-01-01', end_date: '2026-12-31', applies: 'each_time' },
        items: [{ item_fk: items[0], unit_fk, quantity: '3' }],
        ...reward,
      });
    const free = [{ item_fk: items[1], unit_fk, quantity: '1' }];
    return new DeskPlay(shop, premises, places, {
      collected,
      collection: await shop.register('collection', {
        collection_name: 'Basket',
        item_fk: collected,
        unit_fk,
        lines: parts,
      }),
      promotions: [
        await promotion('Tea with it', { reward_type: 'get_free', reward_items: free }),
        await promotion('Cheaper', { reward_type: 'get_discount', reward_percentage: '7.5' }),
        await promotion('For next time', { reward_type: 'get_amount', reward_amount: '333.3333' }),
        await promotion('Of what is much', {
          ...{ items: [], minimum_amount: '1000', applies: 'once' },
          ...{ reward_type: 'get_discount', reward_percentage: '3.5' },
        }),
      ],
      taxes: [
        await shop.register('tax', { tax_name: 'Given back', percentage: '5' }),
        await shop.register('tax', { tax_name: 'Kept', percentage: '2.5', recoverable: false }),
      ],
    });
  }

  async run(act: DeskAct): Promise<void> {
    const { date, time } = placeOf(this.#places, act);
    switch (act.desk) {
      case 'quote':
        return this.#quote(act);
      case 'order':
        return this.#order(act);
      case 'order_on':
        await this.#desk.later(['online_order'], act.of, 'confirm', {});
        if (!act.flag) return;
        return this.#desk.later(['online_order'], act.of, 'deliver', { date, time });
      case 'order_back': {
        const back = ['return_to_confirmed', 'return_to_pending', 'cancel'][act.count % 3] ?? 'cancel';
        return this.#desk.later(['online_order'], act.of, back, { reason: 'not at home' });
      }
      case 'settle_app': {
        const fee = act.flag ? { fee: payable(act.amount, 100, false), expense_type_fk: this.#places.expenseType } : {};
        const account_fk = this.#places.cashes[act.foreign ? 0 : 2];
        await this.#desk.enter('app_settlement', {
          ...placeOf(this.#places, act),
          amount: String(act.amount),
          ...fee,
          account_fk,
        });
        return;
      }
      case 'arrive':
        return this.#arrive(act);
      case 'charge':
        return this.#lose(act);
      case 'set_aside':
        return this.#setAside(act);
      case 'price': {
        const line = { item_fk: this.#premises.items[act.of % 3], unit_fk: this.#premises.unit };
        const lines = [{ ...line, new_price: decimal(act.amount, 100) }];
        await this.#desk.enter('item_pricing', { date, price_method: 'by_hand', lines, status: 'active' });
        return;
      }
      case 'take_back':
        return this.#takeBack(act);
      default:
        return this.#trade(act);
    }
  }

  async #trade(act: DeskAct): Promise<void> {
    if (act.desk === 'convert') {
      const conversion_type = act.flag ? 'item_to_collection' : 'collection_to_item';
      const body = { ...storedAt(this.#places, act), conversion_type, collection_fk: this.#named.collection };
      await this.#desk.enter('conversion', {
        ...body,
        quantity: String((act.count % 4) + 1),
        costs: this.#costs(act),
        status: 'complete',
      });
    }
    if (act.desk === 'sell') await this.#desk.enter('sale', this.#sale(act));
    if (act.desk === 'buy') await this.#desk.enter('purchase', this.#purchase(act));
    if (act.desk === 'send_over') await this.#desk.enter('sale_transfer', this.#over(act));
    if (act.desk === 'give_back_over') await this.#giveBackOver(act);
  }

  /** Enters a quotation, and converts some of them to a sale. */
  async #quote(act: DeskAct): Promise<void> {
    const offer = { ...storedAt(this.#places, act), ...currencyOf(act, this.#premises), lines: this.#lines(act) };
    const { time: _time, ...timeless } = offer;
    const customer_fk = this.#premises.customers[act.other % 2];
    const discount = { type: 'percent', value: '3.3' };
    const rounded = act.count % 2 === 0 ? { rounded_discount: act.foreign ? '0.01' : '1' } : {};
    const id = await this.#desk.enter('quotation', {
      ...timeless,
      customer_fk,
      discount,
      ...rounded,
      status: 'complete',
    });
    if (!id || !act.flag) return;
    const { date } = placeOf(this.#places, { ...act, day: Math.min(28, act.day + 3) });
    const paid = { date, payment_type: 'cash', account_fk: this.#places.cashes[act.foreign ? 1 : 0] };
    const answer = await this.#shop.transit('quotation', id, 'convert_to_sale', paid);
    const sale = (answer?.state as { readonly sale_fk?: number } | undefined)?.sale_fk;
    if (sale) await this.#shop.transit('sale', sale, 'complete');
  }

  async #order(act: DeskAct): Promise<void> {
    const money = paidFrom(act, this.#places.cashes);
    const paid = {
      prepayment: { amount: payable(act.amount, act.foreign ? 1_000_000 : 1000, act.foreign), ...money },
    };
    await this.#desk.enter('online_order', {
      ...storedAt(this.#places, act),
      ...currencyOf(act, this.#premises),
      customer_fk: this.#premises.customers[act.other % 2],
      payment_type: 'cash',
      ...money,
      delivery_charge: act.count % 3 ? (act.foreign ? '2.5' : '3') : null,
      ...(act.of % 3 ? { salesman_fk: this.#premises.salesmen[act.count % 2] } : {}),
      lines: this.#lines(act),
      ...(act.flag ? paid : {}),
    });
  }

  /** Of five kinds, one has a rounded discount only, and each of the others has another promotion. */
  #sale(act: DeskAct): object {
    const [free, cheaper, credited, whole] = this.#named.promotions;
    const [first, second] = this.#lines({ ...act, count: 3 + (act.count % 6) });
    const kind = act.of % 5;
    const lines = [
      { ...first, ...(kind === 1 ? { promotion_fk: cheaper, discount: { type: 'percent', value: '7.5' } } : {}) },
      { ...second, ...(kind === 0 ? { quantity: '0', bonus_quantity: '1', promotion_fk: free } : {}) },
    ];
    const customer_fk = this.#premises.customers[act.other % 2];
    const paid = act.flag
      ? { payment_type: 'on_account', customer_fk }
      : { payment_type: 'cash', customer_fk, ...paidFrom(act, this.#places.cashes) };
    return {
      ...storedAt(this.#places, act),
      ...currencyOf(IN_DINARS.has(kind) ? { ...act, foreign: false } : act, this.#premises),
      ...paid,
      ...(kind === 2 ? { promotions: [{ promotion_fk: credited }] } : {}),
      ...(kind === 3 ? { rounded_discount: act.foreign ? '0.25' : '250' } : {}),
      ...(kind === 0 || act.count % 3 === 0 ? { received_type: 'collected' } : {}),
      ...(kind === 4 ? { promotions: [{ promotion_fk: whole }], discount: { type: 'percent', value: '3.5' } } : {}),
      salesman_fk: this.#premises.salesmen[act.count % 2],
      costs: this.#costs(act).map((cost) => ({ ...cost, cost_type: 'transport' })),
      lines,
      status: 'complete',
    };
  }

  /** A purchase whose costs are shared by quantity, weight, hand, value or volume, with recoverable and other taxes. */
  #purchase(act: DeskAct): object {
    const [first, second] = this.#lines(act);
    const lines = [first, { ...second, bonus_quantity: '2' }].map((line, index) => ({
      ...line,
      line_id: index + 1,
      tax_fk: this.#named.taxes[(act.of + index) % 2],
    }));
    const share_by = (['quantity', 'weight', 'hand', 'value', 'volume'] as const)[act.count % 5];
    const costs = this.#costs(act).map((cost) => ({
      ...{ ...cost, cost_type: 'customs', share_by },
      ...(share_by === 'hand' ? { shares: [{ line_id: 2, amount: cost.amount }] } : {}),
    }));
    const supplier_fk = this.#premises.suppliers[act.other % 2];
    const paid = act.flag
      ? { payment_type: 'on_account', supplier_fk }
      : { payment_type: 'cash', supplier_fk, ...paidFrom(act, this.#places.cashes) };
    const currency = currencyOf(act, this.#premises);
    const discount = { type: 'amount', value: act.foreign ? '1.37' : '1' };
    const rounded = act.count % 3 === 0 ? { rounded_discount: act.foreign ? '0.13' : '1' } : {};
    return {
      ...storedAt(this.#places, act),
      ...currency,
      ...paid,
      discount,
      ...rounded,
      costs,
      lines,
      status: 'complete',
      receive: act.of % 3 > 0,
    };
  }

  #costs(act: DeskAct) {
    const amount = payable(act.amount, act.foreign ? 148_000 : 100, act.foreign);
    const currency = currencyOf(act, this.#premises);
    const supplier_fk = this.#premises.suppliers[1];
    if (act.of % 3 === 0) return [{ amount, ...currency, payment_type: 'on_account', supplier_fk }];
    return [{ amount, ...currency, payment_type: 'cash', ...paidFrom(act, this.#places.cashes, 2) }];
  }

  #over(act: DeskAct): object {
    const to = (act.outlet + 1 + (act.other % 2)) % 3;
    const there = { to_outlet_fk: this.#places.outlets[to], to_inventory_fk: this.#places.inventories[to] };
    const lines = this.#lines(act).slice(0, 1);
    return { ...storedAt(this.#places, act), ...there, ...currencyOf(act, this.#premises), lines, status: 'sent' };
  }

  /** Sends a part of the goods of a sale transfer back, or goods without a transfer. */
  async #giveBackOver(act: DeskAct): Promise<void> {
    const found = act.of % 4 > 0 ? this.#desk.find(['sale_transfer'], act.of) : undefined;
    if (!found) return void (await this.#desk.enter('sale_transfer_return', this.#over(act)));
    const { outlet_fk, inventory_fk, to_outlet_fk, to_inventory_fk } = found.body as Record<string, number>;
    const back = {
      outlet_fk: to_outlet_fk,
      inventory_fk: to_inventory_fk,
      to_outlet_fk: outlet_fk,
      to_inventory_fk: inventory_fk,
    };
    const { date, time } = placeOf(this.#places, { ...act, day: Math.min(28, act.day + 9) });
    const lines = [{ sale_transfer_line_id: 1, quantity: String((act.count % 3) + 1) }];
    await this.#desk.enter('sale_transfer_return', {
      ...back,
      date,
      time,
      sale_transfer_fk: found.id,
      lines,
      status: 'sent',
    });
  }

  async #arrive(act: DeskAct): Promise<void> {
    const kinds = ['sale_transfer', 'sale_transfer_return'];
    const charged = act.flag ? { charged_user_fk: SOMEBODY, charged_amount: payable(act.amount, 1000, false) } : {};
    if (act.of % 5 === 0) return this.#desk.later(kinds, act.of, 'report_missing', charged);
    const { date, time } = placeOf(this.#places, { ...act, day: Math.min(28, act.day + 6) });
    const part = {
      lines: [{ line_id: 1, quantity: String((act.count % 3) + 1) }],
      rest: act.flag ? 'missing' : 'on_its_way',
    };
    return this.#desk.later(kinds, act.of, 'receive', { date, time, ...(act.foreign ? part : {}) });
  }

  /** Goods of an earlier transfer or return are lost, or those of a new one. */
  async #lose(act: DeskAct): Promise<void> {
    const kinds = ['sale_transfer', 'sale_transfer_return'] as const;
    const kind = kinds[act.other % 2] ?? 'sale_transfer';
    const id = act.of % 3 > 0 ? await this.#desk.enter(kind, this.#over({ ...act, count: 1 })) : undefined;
    await chargeLost(this.#shop, id ? { kind, id } : this.#desk.find(kinds, act.of), act);
  }

  /** Deliveries and sale prices, and the closing of a rest, which owes what is left of a purchase's costs. */
  async #setAside(act: DeskAct): Promise<void> {
    const found = this.#desk.find(['sale', 'purchase'], act.of);
    if (!found) return;
    const delivered = { lines: [{ line_id: 1, quantity: '1' }] };
    if (found.kind === 'sale' && act.flag) await this.#shop.transit('sale', found.id, 'deliver', delivered);
    const price = { item_fk: this.#premises.items[0], unit_fk: this.#premises.unit, sale_price: String(act.amount) };
    if (found.kind === 'purchase' && act.flag) {
      await this.#shop.transit('purchase', found.id, 'modify_sale_price', { prices: [price] });
    }
    if (found.kind === 'purchase' && act.other % 3 > 0) {
      const { date, time } = placeOf(this.#places, act);
      await this.#shop.transit('purchase', found.id, 'receive', { date, time, lines: [{ line_id: 1, quantity: '1' }] });
    }
    await this.#shop.transit(found.kind, found.id, 'close');
    if (act.count % 4 > 0) await this.#shop.transit(found.kind, found.id, 'open', { reason: 'too early' });
  }

  async #takeBack(act: DeskAct): Promise<void> {
    const found = this.#desk.find(Object.keys(BACK), act.of);
    if (!found) return;
    const [back, again] = BACK[found.kind] as readonly [string, string?];
    await this.#shop.transit(found.kind, found.id, back, { reason: 'wrong' });
    if (again && act.flag) await this.#shop.transit(found.kind, found.id, again, {});
  }

  #lines(act: DeskAct) {
    const { items, unit: unit_fk } = this.#premises;
    const price = act.foreign ? decimal(act.amount, 100_000) : decimal(act.amount, 100);
    const item = act.of % 5 === 0 ? this.#named.collected : items[0];
    const second = items[1 + (act.count % 2)];
    return [
      { item_fk: item, unit_fk, quantity: String(act.count), price },
      { item_fk: second, unit_fk, quantity: '1.5', price },
    ] as const;
  }
}

/** Kinds of sales (`act.of % 5`) with a promotion that has an amount in dinars. */
const IN_DINARS: ReadonlySet<number> = new Set([2, 4]);

const BACK: Readonly<Record<string, readonly [back: string, again?: string]>> = {
  sale: ['return_to_draft', 'complete'],
  purchase: ['return_to_draft', 'complete'],
  conversion: ['return_to_draft', 'complete'],
  quotation: ['return_to_draft', 'complete'],
  app_settlement: ['reverse'],
  sale_transfer: ['return_to_pending', 'send'],
  sale_transfer_return: ['return_to_pending', 'send'],
};
