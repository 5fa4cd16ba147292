/** Cashiers who sell without a pause, repeating each sale with its key until it is answered, as the web does. */
import { setTimeout as sleep } from 'node:timers/promises';
import { mustHold } from '../measure.ts';
import { type Business, type Goods, saleOf } from './business.ts';

export interface Sold {
  readonly key: string;
  readonly id: number;
  readonly number: string;
}

export class Load {
  readonly #business: Business;
  readonly #goods: Goods;
  readonly #name: string;
  readonly sold: Sold[] = [];
  readonly #clients: readonly Promise<void>[];
  #isDone = false;
  #failure: unknown;
  /** Longest time without any answer. */
  longestGapMs = 0;
  #answeredMs = performance.now();

  constructor(business: Business, goods: Goods, name: string, clients: number) {
    this.#business = business;
    this.#goods = goods;
    this.#name = name;
    this.#clients = Array.from({ length: clients }, (_, client) =>
      this.#sell(client).catch((error: unknown) => {
        this.#failure ??= error;
        this.#isDone = true;
      }),
    );
  }

  /** Resolves when `count` more are sold. */
  async more(count: number): Promise<void> {
    const until = this.sold.length + count;
    while (this.sold.length < until) {
      if (this.#failure) throw this.#failure;
      await sleep(5);
    }
  }

  async end(): Promise<void> {
    this.#isDone = true;
    await Promise.all(this.#clients);
    if (this.#failure) throw this.#failure;
  }

  /** Every answered sale is stored once, and no other; the number series has no gap. */
  async check(): Promise<void> {
    const { there, twice, levels } = await this.#business.row<{ there: number; twice: number; levels: string }>(
      `select count(*)::int as there, (count(*) - count(distinct stream))::int as twice,
        (select total::text from claim.level where key = $2) as levels
       from log.event where type = 'sale.completed' and data #>> '{lines,0,item_fk}' = $1`,
      [String(this.#goods.item), `stock:${this.#goods.item}:1`],
    );
    mustHold(there === this.sold.length, `${this.#name}: ${this.sold.length} sales were answered, ${there} are there`);
    mustHold(new Set(this.sold.map(({ id }) => id)).size === there, `${this.#name}: two answers name one sale`);
    mustHold(twice === 0, `${this.#name}: ${twice} sales were completed twice`);
    mustHold(Number(levels) === STOCK - there, `${this.#name}: the stock is ${levels}`);
    const { gaps } = await this.#business.row<{ gaps: number }>(
      `select (max(n) - count(*))::int as gaps
       from (select substr(data ->> 'number', 3)::int as n from log.event where type = 'sale.completed') s`,
    );
    mustHold(gaps === 0, `${this.#name}: ${gaps} numbers of sales are missing`);
  }

  async #sell(client: number): Promise<void> {
    for (let count = 1; !this.#isDone; count += 1) {
      const key = `${this.#name} ${client} ${count}`;
      const { status, body } = await this.#business.entered('sales', saleOf(this.#goods), key);
      mustHold(status === 201, `${key}: ${status} ${JSON.stringify(body)}`);
      this.sold.push({ key, id: Number(body.data?.['id']), number: String(body.data?.['number']) });
      const nowMs = performance.now();
      this.longestGapMs = Math.max(this.longestGapMs, nowMs - this.#answeredMs);
      this.#answeredMs = nowMs;
    }
  }
}

/** Sufficient for any load. */
export const STOCK = 10_000_000;
