/** A business with two outlets and two currencies, through the real command pipeline, on any event store. */
import { randomUUID } from 'node:crypto';
import { registryOf } from '../../command-api/aggregates/aggregate-types.ts';
import type { CommandRequest } from '../../command-api/handling/command-request.ts';
import type { QueryRunner } from '../../command-api/handling/facts/on-demand-facts.ts';
import { CommandHandler } from '../../command-api/handling/handler.ts';
import type { CommandAnswer } from '../../command-api/handling/request.ts';
import type { Actor } from '../../domain/deciding/facts.ts';
import { documents } from '../../domain/registry/documents.ts';
import { records } from '../../domain/registry/records.ts';
import { Refusal } from '../../domain/values/refusal.ts';
import type { CommandStore } from '../../event-store/port.ts';

export const everyone: Actor = {
  user_id: 1,
  can: () => true,
  hasOutlet: () => true,
  hasInventory: () => true,
  hasAllOutlets: true,
  hasRecentProof: true,
};

const KINDS = registryOf(documents, records);

export class Shop {
  readonly handler: CommandHandler;
  readonly kinds = KINDS;
  /** All entered documents and records, in order. */
  readonly entered: { readonly kind: string; readonly id: number; readonly body: object }[] = [];
  /** Enters documents as drafts, whatever status their bodies have. */
  asDraft = false;
  /** Asks that documents of closed days are posted on the first open day. */
  isLate = false;
  /** Changes the body of every document before it is entered. */
  rewrite: <Body extends object>(body: Body) => Body = (body) => body;
  /** How often every command is sent, with the same command id. */
  sends: 1 | 2 = 1;
  /** Called after every stored command. */
  afterCommand: () => Promise<void> = async () => undefined;
  /** Handles every command; tests replace it. */
  handle = (request: CommandRequest): Promise<CommandAnswer> => this.handler.handle(request);
  readonly #clock: { now: Date };

  /** Without `measure`, decisions get no results of read model queries. */
  constructor(store: CommandStore, clock: { now: Date }, measure?: QueryRunner) {
    this.#clock = clock;
    this.handler = new CommandHandler({
      store,
      ...(measure ? { measure } : {}),
      kinds: this.kinds,
      averages: async () => new Map(),
      clock: () => this.#clock.now,
    });
  }

  /** Enters a document or a record as `POST r` does. Returns undefined when it was refused. */
  async enter(kind: string, given: object): Promise<CommandAnswer | undefined> {
    const body = this.rewrite(given);
    const declaration = [...documents, ...records].find((document) => document.kind === kind);
    if (!declaration) throw new Error(`no kind ${kind}`);
    const said = this.asDraft && 'create' in declaration ? { ...body, status: undefined } : body;
    const commands = 'create' in declaration ? declaration.create(said as never) : [{ type: 'register', data: body }];
    const answer = await this.#handle({ declaration, commands, body: said });
    if (answer && 'create' in declaration) this.entered.push({ kind, id: answer.id, body });
    return answer;
  }

  /** Enters a record that must not be refused. Returns its id. */
  async register(kind: string, body: object): Promise<number> {
    const answer = await this.enter(kind, body);
    if (!answer) throw new Error(`${kind} was refused`);
    return answer.id;
  }

  async amend(kind: string, id: number, given: object): Promise<CommandAnswer | undefined> {
    const changed = this.rewrite(given);
    const declaration = records.find((record) => record.kind === kind);
    if (!declaration) throw new Error(`no kind ${kind}`);
    return this.#handle({ declaration, id, commands: [{ type: 'amend', changed }], body: changed });
  }

  /** Changes a draft as `PATCH r/{id}` does. */
  async change(kind: string, id: number, given: object): Promise<CommandAnswer | undefined> {
    const body = this.rewrite(given);
    const declaration = documents.find((document) => document.kind === kind);
    const command = declaration?.change?.(body as never);
    if (!declaration || !command) throw new Error(`${kind} is not changed`);
    return this.#handle({ declaration, id, commands: [command], body });
  }

  /** A transition of a document, as `POST r/{id}/{transition}` does. */
  async transit(kind: string, id: number, transition: string, given: object = {}): Promise<CommandAnswer | undefined> {
    const body = this.rewrite(given);
    const declaration = documents.find((document) => document.kind === kind);
    const command = declaration?.transitions[transition]?.command(body as never);
    if (!declaration || !command) throw new Error(`no transition ${transition} of ${kind}`);
    return this.#handle({ declaration, id, commands: [command], body });
  }

  /** A command that the API does not offer: jobs send it. */
  async command(kind: string, id: number, command: object, body: object = {}): Promise<CommandAnswer | undefined> {
    const declaration = documents.find((document) => document.kind === kind);
    return this.#handle({ declaration, id, commands: [command], body });
  }

  async #handle(request: object): Promise<CommandAnswer | undefined> {
    const late = this.isLate ? { priorPeriod: true } : {};
    const command = { ...request, ...late, actor: everyone, confirmed: true, commandId: randomUUID() } as never;
    try {
      const answer = await this.handle(command);
      const again = this.sends === 1 ? answer : await this.handle(command);
      if (again.stream !== answer.stream || again.revision !== answer.revision || again.position !== answer.position) {
        throw new Error(`${answer.stream} was answered otherwise when it was sent again`);
      }
      await this.afterCommand();
      return answer;
    } catch (error) {
      if (error instanceof Refusal) return undefined;
      throw error;
    }
  }
}

export interface Premises {
  readonly outlets: readonly number[];
  /** The first inventory of each outlet, and a second one of the first outlet. */
  readonly inventories: readonly number[];
  /** A cash account in dinars and one in dollars. */
  readonly cashes: readonly number[];
  readonly items: readonly number[];
  readonly unit: number;
  readonly box: number;
  readonly customers: readonly number[];
  readonly suppliers: readonly number[];
  /** Ids of the records of `RATES`, in the same order. */
  readonly rates: readonly number[];
  /** A salesman with a commission of revenue, and one with a commission of gross profit. */
  readonly salesmen: readonly number[];
}

/** Rate records, `rate` is the out rate. Conversions at these rates are rounded. The last one has equal rates. */
export const RATES = [
  { date: '2026-03-01', rate: '1490', in_rate: '1480' },
  { date: '2026-03-01', rate: '1501.25', in_rate: '1491.3333' },
  { date: '2026-03-01', rate: '1475.5', in_rate: '1475.5' },
] as const;

const SALESMEN = [
  { sale_man_name: 'Rojan', commission_type: 'revenue', sale_man_commission_percentage: '2.5' },
  {
    sale_man_name: 'Shilan',
    commission_type: 'gross_profit',
    sale_man_commission_percentage: '3',
    sale_man_quota_1: '50000',
    sale_man_commission_percentage_1: '4.7',
  },
] as const;

const YEAR = [{ year_name: '2026', start_date: '2026-01-01', end_date: '2026-12-31' }];

export const IQD = 1;
export const USD = 2;

/**
 * Enters the records of the histories. `allowNegative` is the setting `allow_negative_stock`; with it, the setting
 * `free_goods_cost` is `cost_of_goods_sold`.
 */
export async function openPremises(
  shop: Shop,
  allowNegative: boolean,
  years: readonly object[] = YEAR,
  average_scope: 'inventory' | 'company' = 'inventory',
): Promise<Premises> {
  await shop.register('currency', { currency_name: 'Dinar', symbol: 'IQD', decimals: 0 });
  await shop.register('currency', { currency_name: 'Dollar', symbol: 'USD', decimals: 2 });
  await shop.register('system_setting', {
    business_name: 'Shop',
    currency_fk: IQD,
    allow_negative_stock: allowNegative,
    free_goods_cost: allowNegative ? 'cost_of_goods_sold' : 'promotion_cost',
    counter_may_approve: true,
    average_scope,
  });
  for (const year of years) await shop.register('financial_year', year);
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
  const rates: number[] = [];
  for (const rate of RATES) rates.push(await shop.register('currency_rate', rate));
  const salesmen: number[] = [];
  for (const salesman of SALESMEN) salesmen.push(await shop.register('salesman', salesman));
  return {
    outlets,
    inventories,
    cashes,
    rates,
    salesmen,
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

/** One of the items has no volume. */
const SIZES: Readonly<Record<string, object>> = {
  Rice: { weight: '1.5', volume: '0.002' },
  Oil: { weight: '0.9', volume: '0.0013' },
  Tea: { weight: '0.25' },
};
const item = (item_name: string, unit: number, box: number) => ({
  item_name,
  ...SIZES[item_name],
  item_units: [
    { unit_fk: unit, base_unit_qty: '1', is_base: true, is_default: true, sale_price: '1000', barcodes: [] },
    { unit_fk: box, base_unit_qty: '12', is_base: false, is_default: false, sale_price: '11000', barcodes: [] },
  ],
});
