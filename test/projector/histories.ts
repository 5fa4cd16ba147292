/** Random histories of a business: documents of all kinds, back-dated, returned to draft, in two currencies. */
import { type Act, dateOf, paidFrom } from './acts.ts';
import { advanceOf, orderOf, purchaseOfOrder, purchaseReturnOf } from './ordering.ts';
import { productionOf } from './productions.ts';
import { IQD, type Premises, type Shop, USD } from './shop.ts';

/** Enters the acts one by one; refused acts change nothing. */
export class Play {
  readonly #shop: Shop;
  readonly #premises: Premises;
  readonly #documents: { readonly kind: string; readonly id: number; readonly act: Act }[] = [];

  constructor(shop: Shop, premises: Premises) {
    this.#shop = shop;
    this.#premises = premises;
  }

  async run(act: Act): Promise<void> {
    switch (act.what) {
      case 'buy':
      case 'buy_with_costs':
        return this.#enter('purchase', act, this.#purchase(act));
      case 'sell':
        return this.#enter('sale', act, this.#sale(act));
      case 'return':
        return this.#enter('sale_return', act, this.#saleReturn(act));
      case 'give_back': {
        const which = act.price % 2 === 0 ? isReceivedLater : undefined;
        const purchase = act.of % 4 > 0 ? this.#earlier('purchase', act.of, which) : undefined;
        const day = purchase ? Math.min(28, purchase.act.day + (act.day % 9)) : act.day;
        const place = this.#place({ ...act, day, outlet: purchase?.act.outlet ?? act.outlet });
        if (purchase && which && act.count % 2 === 0) await this.#comeUnbilled(purchase, day);
        return this.#enter('purchase_return', act, purchaseReturnOf(this.#premises, purchase, act, place));
      }
      case 'land':
        return this.#enter('landed_cost', act, this.#landed(act));
      case 'order':
        return this.#enter('purchase_order', act, orderOf(this.#premises, act, this.#place(act)));
      case 'buy_ordered': {
        const order = this.#earlier('purchase_order', act.of);
        if (!order) return;
        const place = this.#place({ ...act, outlet: order.act.outlet });
        const foreign = act.boxes ? order.act.foreign : act.foreign;
        const bought = {
          ...act,
          foreign,
          outlet: order.act.outlet,
          count: (act.count % 9) + 1,
          party: order.act.party,
        };
        return this.#enter('purchase', bought, purchaseOfOrder(this.#premises, order, act, place));
      }
      case 'settle':
      case 'pay':
        return this.#enter(
          act.what === 'settle' ? 'customer_transaction' : 'supplier_transaction',
          act,
          this.#money(act),
        );
      case 'count':
        return this.#enter('inventory_adjustment', act, this.#count(act), 'approve');
      case 'dispose':
        return this.#enter('asset_disposal', act, this.#disposal(act), 'approve');
      case 'send':
        return this.#enter('stock_transfer', act, this.#transfer(act));
      case 'sell_over':
        return this.#enter('sale_transfer', act, this.#transfer(act));
      case 'make':
        return this.#enter('production', act, productionOf(this.#premises, act, this.#place(act)));
      case 'rename':
        await this.#shop.amend('inventory', this.#pick(this.#premises.inventories, act.outlet), {
          inventory_name: `Store ${act.price}`,
        });
        await this.#shop.amend('system_setting', 1, {
          free_goods_cost: act.price % 2 === 0 ? 'promotion_cost' : 'cost_of_goods_sold',
        });
        return;
      default:
        return this.#transit(act);
    }
  }

  /** The goods of a purchase come before their bill, and before they go back. */
  async #comeUnbilled({ id, act }: { readonly id: number; readonly act: Act }, day: number): Promise<void> {
    const lines = [{ line_id: 1, quantity: String(act.count) }];
    await this.#shop.transit('purchase', id, 'receive', { date: dateOf({ ...act, day }), lines, billed: false });
  }

  async #enter(kind: string, act: Act, body: object, then?: string): Promise<void> {
    const answer = await this.#shop.enter(kind, body);
    if (!answer) return;
    this.#documents.push({ kind, id: answer.id, act: act });
    if (then) await this.#shop.transit(kind, answer.id, then);
  }

  #earlier(kind: string, of: number, which: (act: Act) => boolean = () => true) {
    const documents = this.#documents.filter((document) => document.kind === kind && which(document.act));
    return documents.length === 0 ? undefined : this.#pick(documents, of);
  }

  async #transit(value: Act): Promise<void> {
    const { what, of, time, count, foreign, party, price } = value;
    const kinds = CONCERNED[what] ?? Object.keys(REVERSED_BY);
    const candidates = this.#documents.filter(
      ({ kind, act }) =>
        kinds.includes(kind) &&
        (what !== 'undo_ordered' || act.what === 'buy_ordered') &&
        ((what !== 'receive' && what !== 'bill') || isReceivedLater(act)),
    );
    if (candidates.length === 0) return;
    const { kind, id, act: bought } = this.#pick(candidates, of);
    const isOfParts = what === 'receive' || what === 'bill';
    const date = dateOf(isOfParts ? { ...value, day: Math.max(value.day, bought.day) } : value);
    const [back, again] = REVERSED_BY[kind] ?? [];
    if (what === 'complete' && again) await this.#shop.transit(kind, id, again, {});
    if (what === 'take_back' && kind === 'purchase_return' && price % 2 === 0)
      await this.#shop.transit(kind, id, 'take_back_credit', { reason: 'of another return' });
    else if ((what === 'take_back' || what === 'undo_ordered') && back)
      await this.#shop.transit(kind, id, back, { reason: 'wrong' });
    if (what === 'arrive' && kind === 'purchase_return') {
      const answer = price % 3 === 0 ? { goods_came_back: true } : { amount: String(count % 2 === 0 ? price : count) };
      await this.#shop.transit(kind, id, 'credit', { date, time, ...answer, credit_reason: 'opened boxes' });
    } else if (what === 'arrive') {
      const box = { item_fk: this.#premises.items[bought.items[0] ?? 0], unit_fk: this.#premises.box };
      const quantity = String(count % 3 === 0 ? bought.count : Math.ceil(bought.count / 2));
      const lines = [{ line_id: 1, ...(count % 7 === 0 ? { ...box, quantity: '0.25' } : { quantity }) }];
      const rest = price % 3 === 0 ? 'missing' : 'on_its_way';
      await this.#shop.transit(kind, id, 'receive', { date, time, lines, rest });
    }
    if (what === 'receive') {
      const quantity = String(count % 2 === 0 ? bought.count : Math.ceil(bought.count / 2));
      const pieces = { item_fk: this.#premises.items[bought.items[0] ?? 0], unit_fk: this.#premises.unit };
      const lines = [{ line_id: 1, quantity, ...(count % 5 === 0 ? pieces : {}) }];
      await this.#shop.transit(kind, id, 'receive', { date, time, lines, billed: price % 3 !== 0 });
    }
    if (what === 'bill') {
      const own = { line_id: 1, price: String(bought.foreign ? price / 100 : price) };
      await this.#shop.transit(kind, id, 'bill', { date, time, ...(count % 3 === 0 ? {} : { lines: [own] }) });
    }
    if (what === 'advance') {
      if (price % 3 > 0) await this.#shop.transit(kind, id, 'pay', advanceOf(this.#premises, bought, value, date));
      else await this.#shop.transit(kind, id, 'reverse_payment', { payment_id: (of % 5) + 1, reason: 'bounced' });
    }
    if (what === 'withdraw_cost') {
      await this.#shop.transit(kind, id, 'withdraw_cost', { cost_id: 9 + (of % 2), reason: 'wrong' });
    }
    if (what === 'apply_cost') {
      const supplier_fk = this.#pick(this.#premises.suppliers, party);
      const cost = {
        cost_id: 9 + (price % 2),
        cost_type: 'freight',
        ...(count % 3 === 0 ? {} : { date }),
        share_by: count % 2 === 0 ? 'quantity' : 'value',
        amount: foreign ? `${price}.5` : String(price),
        ...this.#inCurrency(foreign, bought.count),
      };
      if (party % 3 === 0) {
        const { cost_id, share_by, date = dateOf(value) } = cost;
        const money = bought.foreign
          ? { amount: `${price % 100}.5`, currency_fk: USD }
          : { amount: String(price), currency_fk: IQD };
        const own = party % 2 === 0 ? {} : { supplier_fk };
        const allowance = { cost_id, share_by, date, ...money, ...own, payment_type: 'on_account', reason: 'rebate' };
        await this.#shop.transit(kind, id, 'apply_allowance', allowance);
      } else await this.#shop.transit(kind, id, 'apply_cost', { ...cost, payment_type: 'on_account', supplier_fk });
    }
  }

  #purchase(act: Act): object {
    const supplier_fk = this.#pick(this.#premises.suppliers, act.party);
    const freight = { cost_type: 'freight', amount: '777', currency_fk: IQD, payment_type: 'on_account' };
    return {
      ...this.#place(act),
      ...this.#payment(act, { supplier_fk }),
      discount: act.count % 3 === 0 ? { type: 'percent', value: '7.5' } : null,
      costs:
        act.what === 'buy_with_costs'
          ? [
              { ...freight, supplier_fk: this.#premises.suppliers[1] },
              { ...freight, ...this.#inCurrency(true, act.count), amount: '3.33', supplier_fk },
            ]
          : [],
      lines: this.#lines(act, act.foreign ? act.price / 100 : act.price).map((line) => ({
        ...line,
        bonus_quantity: act.count % 4 === 0 ? '1' : null,
      })),
      status: act.of % 7 === 0 ? 'draft' : 'complete',
      receive: !isReceivedLater(act),
    };
  }

  /** Freight of one to three purchases, of either outlet; a third of them with typed amounts. */
  #landed(act: Act): object {
    const purchases = this.#documents.filter(({ kind }) => kind === 'purchase');
    const chosen = new Set(
      act.items.map((item, index) => purchases[(act.of + index * 3 + item) % purchases.length]?.id),
    );
    const lines = [...chosen].map((purchase_fk) => ({ purchase_fk }));
    const [first, ...others] = lines;
    const typed = [{ ...first, amount: String(act.price) }, ...others.map((line) => ({ ...line, amount: '7' }))];
    const byHand = act.count % 3 === 0;
    return {
      outlet_fk: this.#pick(this.#premises.outlets, act.outlet),
      ...{ date: dateOf(act), time: act.time, cost_type: act.boxes ? 'customs' : 'freight' },
      ...this.#payment(act, { supplier_fk: this.#pick(this.#premises.suppliers, act.party) }),
      share_by: (['value', 'quantity', 'weight', 'volume'] as const)[act.price % 4],
      amount: byHand ? String(act.price + 7 * others.length) : act.foreign ? `${act.price}.5` : String(act.price),
      lines: byHand ? typed : lines,
      status: act.of % 7 === 0 ? 'draft' : 'complete',
    };
  }

  #sale(act: Act): object {
    return {
      ...this.#place(act),
      ...this.#payment(act, { customer_fk: this.#pick(this.#premises.customers, act.party) }),
      discount: act.count % 3 === 0 ? { type: 'amount', value: act.foreign ? '0.5' : '1' } : null,
      ...(act.count % 4 === 2 ? { rounded_discount: act.foreign ? '0.25' : '1' } : {}),
      delivery_charge: act.count % 5 === 0 ? '12' : null,
      ...receivedLater(act),
      salesman_fk: act.count % 4 === 1 ? this.#pick(this.#premises.salesmen, act.party) : null,
      lines: this.#lines(
        { ...act, boxes: soldInBoxes(act), count: (act.count % 6) + 1 },
        act.foreign ? act.price / 50 : act.price * 2,
      ).map((line) => ({
        ...line,
        tax_percent: '5',
        bonus_quantity: hasFree(act) ? '1' : null,
      })),
      status: act.of % 7 === 0 ? 'draft' : 'complete',
    };
  }

  /** A return of a sale, some days after it, to either inventory of its outlet; or a return without a sale. */
  #saleReturn(act: Act): object {
    const sales = this.#documents.filter(({ kind }) => kind === 'sale');
    const sale = sales.length > 0 && act.of % 4 > 0 ? this.#pick(sales, act.of) : undefined;
    if (!sale) {
      const lines = this.#lines({ ...act, boxes: false, count: (act.count % 5) + 1 }, act.price);
      const paid = { payment_type: 'cash', account_fk: this.#premises.cashes[0] };
      return { ...this.#place(act), currency_fk: IQD, ...paid, lines, status: 'complete' };
    }
    return {
      ...this.#place({ ...act, outlet: sale.act.outlet, day: Math.min(28, sale.act.day + (act.day % 5)) }),
      ...(sale.act.outlet === 0 && act.boxes ? { inventory_fk: this.#premises.inventories[2] } : {}),
      sale_fk: sale.id,
      ...(act.price % 5 === 0 ? { came_from: 'customer' } : {}),
      ...(act.onAccount
        ? { payment_type: 'on_account' }
        : { payment_type: 'cash', account_fk: this.#premises.cashes[sale.act.foreign ? 1 : 0] }),
      lines: [
        {
          sale_line_id: 1,
          ...this.#backInUnits(act, soldInBoxes(sale.act), sale.act.items[0]),
          ...(hasFree(sale.act) ? { bonus_quantity: '1' } : {}),
        },
      ],
      status: 'complete',
    };
  }

  /** One or two units of the line, or as many of the other unit: pieces of a box, or a part of a box. */
  #backInUnits(act: Act, inBoxes: boolean, item = 0): object {
    if (act.price % 3 > 0) return { quantity: String((act.count % 2) + 1) };
    const { items, unit, box } = this.#premises;
    const other = inBoxes
      ? { unit_fk: unit, quantity: String((act.count % 7) + 1) }
      : { unit_fk: box, quantity: '0.25' };
    return { item_fk: items[item], ...other };
  }

  #count(act: Act): object {
    const lines = [...new Set(act.items)].map((item, index) => ({
      item_fk: this.#premises.items[item],
      unit_fk: act.boxes ? this.#premises.box : this.#premises.unit,
      real_quantity: String(index === 0 ? act.count % 7 : act.count),
      unit_cost: act.foreign ? String(act.price) : null,
    }));
    return { ...this.#place(act), lines };
  }

  #disposal(act: Act): object {
    const lines = this.#lines({ ...act, boxes: false, count: (act.count % 4) + 1 }, 0).map(withoutPrice);
    return { ...this.#place(act), disposal_type: 'damaged', lines, status: 'done' };
  }

  /** A stock transfer within the first outlet or to the other one, or a sale transfer to the other one. */
  #transfer(act: Act): object {
    const { outlets, inventories } = this.#premises;
    const to = act.what === 'send' && act.foreign ? 2 : 1 - act.outlet;
    const lines = this.#lines({ ...act, boxes: false }, act.foreign ? act.price / 100 : act.price);
    return {
      ...this.#place(act),
      to_outlet_fk: outlets[to % 2],
      to_inventory_fk: inventories[to],
      ...(act.what === 'send' ? {} : this.#inCurrency(act.foreign, act.count)),
      lines: act.what === 'send' ? lines.map(withoutPrice) : lines,
      status: act.of % 7 === 0 ? 'pending' : 'sent',
    };
  }

  #money(act: Act): object {
    const [receive, back] = act.what === 'settle' ? ['receive', 'pay_back'] : ['pay', 'get_back'];
    const party =
      act.what === 'settle'
        ? { customer_fk: this.#pick(this.#premises.customers, act.party) }
        : { supplier_fk: this.#pick(this.#premises.suppliers, act.party) };
    return {
      outlet_fk: this.#pick(this.#premises.outlets, act.outlet),
      date: dateOf(act),
      time: act.time,
      ...party,
      ...this.#inCurrency(act.foreign, act.count),
      transaction_type: act.of % 6 === 0 ? back : act.of % 11 === 0 ? 'discount' : receive,
      amount: String(act.foreign ? act.price / 100 : act.price * 10),
      account_fk: act.of % 6 !== 0 && act.of % 11 === 0 ? null : this.#premises.cashes[act.foreign ? 1 : 0],
      allocate: act.boxes ? 'oldest' : 'none',
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

  #payment(act: Act, party: object): object {
    const currency = this.#inCurrency(act.foreign, act.count);
    return act.onAccount
      ? { ...currency, ...party, payment_type: 'on_account' }
      : {
          ...currency,
          ...(act.of % 2 === 0 ? party : {}),
          payment_type: 'cash',
          ...paidFrom(act, this.#premises.cashes),
        };
  }

  #lines({ items, count, boxes }: Act, price: number) {
    return items.map((item, index) => ({
      item_fk: this.#premises.items[item],
      unit_fk: boxes ? this.#premises.box : this.#premises.unit,
      quantity: String(index === 0 ? count : 1),
      price: String(price),
    }));
  }

  /** Dinars; or dollars at a rate that depends on `step`: that of a record, or a typed one. */
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

/** Whether the goods of a purchase come in later steps. */
const isReceivedLater = ({ what, of }: Act): boolean => of % (what === 'buy_ordered' ? 3 : 5) === 0;

/** A quarter of the sales is in boxes. */
const soldInBoxes = ({ boxes, price }: Act): boolean => boxes && price % 2 === 0;

/** Whether every line of the sale has a free piece, which is returned with a part of the line. */
const hasFree = ({ price }: Act): boolean => price % 4 === 1;

/** A third of the sales is brought or collected later; some of the others hand over at once. */
function receivedLater({ price }: Act): object {
  if (price % 3 === 0) return { received_type: 'collected' };
  if (price % 7 === 0) return { received_type: 'brought', customer_address: 'Citadel 1' };
  return price % 11 === 0 ? { received_type: 'at_once' } : {};
}

const withoutPrice = ({ price: _, ...line }: { readonly price: string }) => line;

/** The kinds of documents that an act changes; acts without an entry change every kind that can be reversed. */
const CONCERNED: Readonly<Partial<Record<Act['what'], readonly string[]>>> = {
  receive: ['purchase'],
  apply_cost: ['purchase'],
  withdraw_cost: ['purchase'],
  bill: ['purchase'],
  advance: ['purchase_order'],
  undo_ordered: ['purchase'],
  arrive: ['stock_transfer', 'sale_transfer', 'purchase_return'],
};

/** The transitions that reverse a document and post it again. */
const REVERSED_BY: Readonly<Record<string, readonly [back: string, again?: string]>> = {
  purchase: ['return_to_draft', 'complete'],
  landed_cost: ['return_to_draft', 'complete'],
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
