/** Random histories of a business: documents of all kinds, back-dated, returned to draft, in two currencies. */
import { type Act, dateOf } from './acts.ts';
import { advanceOf, orderOf, purchaseOfOrder, purchaseReturnOf } from './ordering.ts';
import { productionOf } from './productions.ts';
import { IQD, type Premises, type Shop, USD } from './shop.ts';

/** Runs acts one by one; those that are refused do nothing. */
export class Play {
  readonly #shop: Shop;
  readonly #premises: Premises;
  readonly #documents: { readonly kind: string; readonly id: number; readonly act: Act }[] = [];

  constructor(shop: Shop, premises: Premises) {
    this.#shop = shop;
    this.#premises = premises;
  }

  async run(each: Act): Promise<void> {
    switch (each.what) {
      case 'buy':
      case 'buy_with_costs':
        return this.#enter('purchase', each, this.#purchase(each));
      case 'sell':
        return this.#enter('sale', each, this.#sale(each));
      case 'return':
        return this.#enter('sale_return', each, this.#saleReturn(each));
      case 'give_back': {
        const purchase = each.of % 4 > 0 ? this.#earlier('purchase', each.of) : undefined;
        const day = purchase ? Math.min(28, purchase.act.day + (each.day % 9)) : each.day;
        const place = this.#place({ ...each, day, outlet: purchase?.act.outlet ?? each.outlet });
        return this.#enter('purchase_return', each, purchaseReturnOf(this.#premises, purchase, each, place));
      }
      case 'order':
        return this.#enter('purchase_order', each, orderOf(this.#premises, each, this.#place(each)));
      case 'buy_ordered': {
        const order = this.#earlier('purchase_order', each.of);
        if (!order) return;
        const place = this.#place({ ...each, outlet: order.act.outlet });
        const foreign = each.boxes ? order.act.foreign : each.foreign;
        const bought = {
          ...each,
          foreign,
          outlet: order.act.outlet,
          count: (each.count % 9) + 1,
          party: order.act.party,
        };
        return this.#enter('purchase', bought, purchaseOfOrder(this.#premises, order, each, place));
      }
      case 'settle':
      case 'pay':
        return this.#enter(
          each.what === 'settle' ? 'customer_transaction' : 'supplier_transaction',
          each,
          this.#money(each),
        );
      case 'count':
        return this.#enter('inventory_adjustment', each, this.#count(each), 'approve');
      case 'dispose':
        return this.#enter('asset_disposal', each, this.#disposal(each), 'approve');
      case 'send':
        return this.#enter('stock_transfer', each, this.#transfer(each));
      case 'sell_over':
        return this.#enter('sale_transfer', each, this.#transfer(each));
      case 'make':
        return this.#enter('production', each, productionOf(this.#premises, each, this.#place(each)));
      case 'rename':
        await this.#shop.amend('inventory', this.#pick(this.#premises.inventories, each.outlet), {
          inventory_name: `Store ${each.price}`,
        });
        return;
      default:
        return this.#transit(each);
    }
  }

  async #enter(kind: string, each: Act, body: object, then?: string): Promise<void> {
    const answer = await this.#shop.enter(kind, body);
    if (!answer) return;
    this.#documents.push({ kind, id: answer.id, act: each });
    if (then) await this.#shop.transit(kind, answer.id, then);
  }

  #earlier(kind: string, of: number) {
    const documents = this.#documents.filter((each) => each.kind === kind);
    return documents.length === 0 ? undefined : this.#pick(documents, of);
  }

  async #transit(each: Act): Promise<void> {
    const { what, of, time, count, foreign, party, price } = each;
    const kinds = CONCERNED[what] ?? Object.keys(TAKEN_BACK_BY);
    const candidates = this.#documents.filter(({ kind }) => kinds.includes(kind));
    if (candidates.length === 0) return;
    const { kind, id, act: bought } = this.#pick(candidates, of);
    const date = dateOf(each);
    const [back, again] = TAKEN_BACK_BY[kind] ?? [];
    if (what === 'complete' && again) await this.#shop.transit(kind, id, again, {});
    if (what === 'take_back' && back) await this.#shop.transit(kind, id, back, { reason: 'wrong' });
    if (what === 'arrive') {
      const lines = [{ line_id: 1, quantity: String(count % 3 === 0 ? bought.count : Math.ceil(bought.count / 2)) }];
      const rest = price % 3 === 0 ? 'missing' : 'on_its_way';
      await this.#shop.transit(kind, id, 'receive', { date, time, lines, rest });
    }
    if (what === 'receive') {
      const lines = [{ line_id: 1, quantity: String(count % 2 === 0 ? bought.count : Math.ceil(bought.count / 2)) }];
      await this.#shop.transit(kind, id, 'receive', { date, time, lines, billed: price % 3 !== 0 });
    }
    if (what === 'bill') await this.#shop.transit(kind, id, 'bill', { date, time });
    if (what === 'advance') {
      if (price % 3 > 0) await this.#shop.transit(kind, id, 'pay', advanceOf(this.#premises, bought, each, date));
      else await this.#shop.transit(kind, id, 'reverse_payment', { payment_id: (of % 5) + 1, reason: 'bounced' });
    }
    if (what === 'apply_cost') {
      const supplier_fk = this.#pick(this.#premises.suppliers, party);
      const cost = {
        cost_id: 9,
        cost_type: 'freight',
        amount: `${price}.5`,
        ...this.#inCurrency(foreign, bought.count),
      };
      await this.#shop.transit(kind, id, 'apply_cost', { ...cost, payment_type: 'on_account', supplier_fk });
    }
  }

  #purchase(each: Act): object {
    const supplier_fk = this.#pick(this.#premises.suppliers, each.party);
    const freight = { cost_type: 'freight', amount: '777', currency_fk: IQD, payment_type: 'on_account' };
    return {
      ...this.#place(each),
      ...this.#payment(each, { supplier_fk }),
      discount: each.count % 3 === 0 ? { type: 'percent', value: '7.5' } : null,
      costs:
        each.what === 'buy_with_costs'
          ? [
              { ...freight, supplier_fk: this.#premises.suppliers[1] },
              { ...freight, ...this.#inCurrency(true, each.count), amount: '3.33', supplier_fk },
            ]
          : [],
      lines: this.#lines(each, each.foreign ? each.price / 100 : each.price).map((line) => ({
        ...line,
        bonus_quantity: each.count % 4 === 0 ? '1' : null,
      })),
      status: each.of % 7 === 0 ? 'draft' : 'complete',
      receive: each.of % 5 !== 0,
    };
  }

  #sale(each: Act): object {
    return {
      ...this.#place(each),
      ...this.#payment(each, { customer_fk: this.#pick(this.#premises.customers, each.party) }),
      discount: each.count % 3 === 0 ? { type: 'amount', value: '0.5' } : null,
      delivery_charge: each.count % 5 === 0 ? '12' : null,
      salesman_fk: each.count % 4 === 1 ? this.#pick(this.#premises.salesmen, each.party) : null,
      lines: this.#lines(
        { ...each, boxes: false, count: (each.count % 6) + 1 },
        each.foreign ? each.price / 50 : each.price * 2,
      ).map((line) => ({
        ...line,
        tax_percent: '5',
      })),
      status: each.of % 7 === 0 ? 'draft' : 'complete',
    };
  }

  /** Of an earlier sale some days after it, to either inventory of its outlet; or without a sale. */
  #saleReturn(each: Act): object {
    const sales = this.#documents.filter(({ kind }) => kind === 'sale');
    const sale = sales.length > 0 && each.of % 4 > 0 ? this.#pick(sales, each.of) : undefined;
    if (!sale) {
      const lines = this.#lines({ ...each, boxes: false, count: (each.count % 5) + 1 }, each.price);
      const paid = { payment_type: 'cash', account_fk: this.#premises.cashes[0] };
      return { ...this.#place(each), currency_fk: IQD, ...paid, lines, status: 'complete' };
    }
    return {
      ...this.#place({ ...each, outlet: sale.act.outlet, day: Math.min(28, sale.act.day + (each.day % 5)) }),
      ...(sale.act.outlet === 0 && each.boxes ? { inventory_fk: this.#premises.inventories[2] } : {}),
      sale_fk: sale.id,
      ...(each.onAccount
        ? { payment_type: 'on_account' }
        : { payment_type: 'cash', account_fk: this.#premises.cashes[sale.act.foreign ? 1 : 0] }),
      lines: [{ sale_line_id: 1, quantity: String((each.count % 2) + 1) }],
      status: 'complete',
    };
  }

  #count(each: Act): object {
    const lines = [...new Set(each.items)].map((item, index) => ({
      item_fk: this.#premises.items[item],
      unit_fk: each.boxes ? this.#premises.box : this.#premises.unit,
      real_quantity: String(index === 0 ? each.count % 7 : each.count),
      unit_cost: each.foreign ? String(each.price) : null,
    }));
    return { ...this.#place(each), lines };
  }

  #disposal(each: Act): object {
    const lines = this.#lines({ ...each, boxes: false, count: (each.count % 4) + 1 }, 0).map(withoutPrice);
    return { ...this.#place(each), disposal_type: 'damaged', lines, status: 'done' };
  }

  /** At cost within the first outlet or to the other one; or at a price, to the other one. */
  #transfer(each: Act): object {
    const { outlets, inventories } = this.#premises;
    const to = each.what === 'send' && each.foreign ? 2 : 1 - each.outlet;
    const lines = this.#lines({ ...each, boxes: false }, each.foreign ? each.price / 100 : each.price);
    return {
      ...this.#place(each),
      to_outlet_fk: outlets[to % 2],
      to_inventory_fk: inventories[to],
      ...(each.what === 'send' ? {} : this.#inCurrency(each.foreign, each.count)),
      lines: each.what === 'send' ? lines.map(withoutPrice) : lines,
      status: each.of % 7 === 0 ? 'pending' : 'sent',
    };
  }

  #money(each: Act): object {
    const [receive, back] = each.what === 'settle' ? ['receive', 'pay_back'] : ['pay', 'get_back'];
    const party =
      each.what === 'settle'
        ? { customer_fk: this.#pick(this.#premises.customers, each.party) }
        : { supplier_fk: this.#pick(this.#premises.suppliers, each.party) };
    return {
      outlet_fk: this.#pick(this.#premises.outlets, each.outlet),
      date: dateOf(each),
      time: each.time,
      ...party,
      ...this.#inCurrency(each.foreign, each.count),
      transaction_type: each.of % 6 === 0 ? back : each.of % 11 === 0 ? 'discount' : receive,
      amount: String(each.foreign ? each.price / 100 : each.price * 10),
      account_fk: each.of % 6 !== 0 && each.of % 11 === 0 ? null : this.#premises.cashes[each.foreign ? 1 : 0],
      allocate: each.boxes ? 'oldest' : 'none',
    };
  }

  #place({ outlet, ...each }: Act): object {
    return {
      outlet_fk: this.#pick(this.#premises.outlets, outlet),
      inventory_fk: this.#pick(this.#premises.inventories, outlet),
      date: dateOf(each),
      time: each.time,
    };
  }

  #payment({ onAccount, foreign, count }: Act, party: object): object {
    const currency = this.#inCurrency(foreign, count);
    return onAccount
      ? { ...currency, ...party, payment_type: 'on_account' }
      : { ...currency, payment_type: 'cash', account_fk: this.#premises.cashes[foreign ? 1 : 0] };
  }

  #lines({ items, count, boxes }: Act, price: number) {
    return items.map((item, index) => ({
      item_fk: this.#premises.items[item],
      unit_fk: boxes ? this.#premises.box : this.#premises.unit,
      quantity: String(index === 0 ? count : 1),
      price: String(price),
    }));
  }

  /** In dinar, or in dollar at a rate that changes with the documents: one of the records, or one that was typed. */
  #inCurrency(foreign: boolean, step: number): object {
    if (!foreign) return { currency_fk: IQD };
    const { rates } = this.#premises;
    const rate = step % 3 === 1 ? { rate_fk: rates[(step >> 2) % rates.length] } : { rate: String(1450 + step * 3) };
    return { currency_fk: USD, ...rate };
  }

  #pick<Value>(from: readonly Value[], number: number): Value {
    return from[number % from.length] as Value;
  }
}

const withoutPrice = ({ price: _, ...line }: { readonly price: string }) => line;

/** Which kinds an act is about; any other is about every kind that can be taken back. */
const CONCERNED: Readonly<Partial<Record<Act['what'], readonly string[]>>> = {
  receive: ['purchase'],
  apply_cost: ['purchase'],
  bill: ['purchase'],
  advance: ['purchase_order'],
  arrive: ['stock_transfer', 'sale_transfer'],
};

/** How a document is taken back, and put into the books again. */
const TAKEN_BACK_BY: Readonly<Record<string, readonly [back: string, again?: string]>> = {
  purchase: ['return_to_draft', 'complete'],
  sale: ['return_to_draft', 'complete'],
  sale_return: ['return_to_draft', 'complete'],
  purchase_return: ['return_to_draft', 'complete'],
  customer_transaction: ['reverse'],
  inventory_adjustment: ['return_to_draft', 'approve'],
  asset_disposal: ['disapprove', 'approve'],
  stock_transfer: ['return_to_pending', 'send'],
  sale_transfer: ['return_to_pending', 'send'],
  production: ['return_to_draft', 'complete'],
};
