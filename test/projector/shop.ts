/** A business that runs through the real command pipeline, on any event store. Two outlets, two currencies. */
import { randomUUID } from 'node:crypto';
import { CommandHandler } from '../../command-api/handling/handler.ts';
import { kindsOf } from '../../command-api/handling/kinds.ts';
import type { CommandAnswer } from '../../command-api/handling/request.ts';
import { documents } from '../../domain/documents.ts';
import type { Actor } from '../../domain/kernel/facts.ts';
import { Refusal } from '../../domain/kernel/refusal.ts';
import { records } from '../../domain/records.ts';
import type { EventStore } from '../../event-store/port.ts';

const everyone: Actor = { user_id: 1, can: () => true, hasOutlet: () => true, hasInventory: () => true };

export class Shop {
  readonly #handler: CommandHandler;
  readonly #clock: { now: Date };

  constructor(store: EventStore, clock: { now: Date }) {
    this.#clock = clock;
    this.#handler = new CommandHandler({
      store,
      kinds: kindsOf(documents, records),
      averages: async () => new Map(),
      clock: () => this.#clock.now,
    });
  }

  /** Enters a document (or a record) as `POST r` does. Undefined when it was refused. */
  async enter(kind: string, body: object): Promise<CommandAnswer | undefined> {
    const declaration = [...documents, ...records].find((each) => each.kind === kind);
    if (!declaration) throw new Error(`no kind ${kind}`);
    const commands = 'create' in declaration ? declaration.create(body as never) : [{ type: 'register', data: body }];
    return this.#handle({ declaration, commands, body });
  }

  /** A record that must be there; gives its id. */
  async register(kind: string, body: object): Promise<number> {
    const answer = await this.enter(kind, body);
    if (!answer) throw new Error(`${kind} was refused`);
    return answer.id;
  }

  async amend(kind: string, id: number, changed: object): Promise<CommandAnswer | undefined> {
    const declaration = records.find((each) => each.kind === kind);
    if (!declaration) throw new Error(`no kind ${kind}`);
    return this.#handle({ declaration, id, commands: [{ type: 'amend', changed }], body: changed });
  }

  /** A draft with another body, as `PATCH r/{id}` does. */
  async change(kind: string, id: number, body: object): Promise<CommandAnswer | undefined> {
    const declaration = documents.find((each) => each.kind === kind);
    const command = declaration?.change?.(body as never);
    if (!declaration || !command) throw new Error(`${kind} is not changed`);
    return this.#handle({ declaration, id, commands: [command], body });
  }

  /** A transition of a document, as `POST r/{id}/{transition}` does. */
  async transit(kind: string, id: number, transition: string, body: object = {}): Promise<CommandAnswer | undefined> {
    const declaration = documents.find((each) => each.kind === kind);
    const command = declaration?.transitions[transition]?.command(body as never);
    if (!declaration || !command) throw new Error(`no transition ${transition} of ${kind}`);
    return this.#handle({ declaration, id, commands: [command], body });
  }

  async #handle(request: object): Promise<CommandAnswer | undefined> {
    try {
      return await this.#handler.handle({ ...request, actor: everyone, commandId: randomUUID() } as never);
    } catch (error) {
      if (error instanceof Refusal) return undefined;
      throw error;
    }
  }
}

export interface Premises {
  readonly outlets: readonly number[];
  /** One of each outlet, and a second one of the first. */
  readonly inventories: readonly number[];
  /** Dinar and dollar. */
  readonly cashes: readonly number[];
  readonly items: readonly number[];
  readonly unit: number;
  readonly box: number;
  readonly customers: readonly number[];
  readonly suppliers: readonly number[];
}

export const IQD = 1;
export const USD = 2;

/** Records that the histories need; negative stock is allowed or not. */
export async function openPremises(shop: Shop, allowNegative: boolean): Promise<Premises> {
  await shop.register('currency', { currency_name: 'Dinar', symbol: 'IQD', decimals: 0 });
  await shop.register('currency', { currency_name: 'Dollar', symbol: 'USD', decimals: 2 });
  await shop.register('system_setting', {
    business_name: 'Shop',
    currency_fk: IQD,
    allow_negative_stock: allowNegative,
    counter_may_approve: true,
  });
  await shop.register('financial_year', { year_name: '2026', start_date: '2026-01-01', end_date: '2026-12-31' });
  const outlets = [await shop.register('outlet', outlet('Bazaar')), await shop.register('outlet', outlet('Airport'))];
  const inventories: number[] = [];
  for (const outlet_fk of [...outlets, outlets[0]]) {
    const inventory_name = `Store ${inventories.length + 1}`;
    inventories.push(await shop.register('inventory', { inventory_name, outlet_fk }));
  }
  const cashes = [
    await shop.register('cash', { account_name: 'Till', cash_type: 1, currency_fk: IQD, allow_overdraft: true }),
    await shop.register('cash', { account_name: 'Dollar box', cash_type: 1, currency_fk: USD, allow_overdraft: true }),
  ];
  const unit = await shop.register('unit', { unit_name: 'Piece' });
  const box = await shop.register('unit', { unit_name: 'Box' });
  const items: number[] = [];
  for (const item_name of ['Rice', 'Oil', 'Tea']) items.push(await shop.register('item', item(item_name, unit, box)));
  return {
    outlets,
    inventories,
    cashes,
    items,
    unit,
    box,
    customers: [
      await shop.register('customer', { consumer_name: 'Azad' }),
      await shop.register('customer', { consumer_name: 'Hêvî' }),
    ],
    suppliers: [
      await shop.register('supplier', { consumer_name: 'Mill' }),
      await shop.register('supplier', { consumer_name: 'Carrier' }),
    ],
  };
}

const outlet = (outlet_name: string) => ({ outlet_name });

const item = (item_name: string, unit: number, box: number) => ({
  item_name,
  item_units: [
    { unit_fk: unit, base_unit_qty: '1', is_base: true, is_default: true, sale_price: '1000', barcodes: [] },
    { unit_fk: box, base_unit_qty: '12', is_base: false, is_default: false, sale_price: '11000', barcodes: [] },
  ],
});
