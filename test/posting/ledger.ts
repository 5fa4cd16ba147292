/** A ledger for worked examples: posts documents one after the other, including the differences of cost. */

import type { AccountRef, SystemKey } from '../../domain/chart/chart.ts';
import { CostBook } from '../../domain/costing/cost-book.ts';
import type { Movement, Posting } from '../../domain/entries/entry.ts';
import type { EntryLine } from '../../domain/entries/entry-line.ts';
import { movementsOf } from '../../domain/entries/foreign-cash.ts';
import { type Money, printMoney } from '../../domain/values/money.ts';
import { IQD } from '../../domain/values/rate.ts';
import { costLines } from '../../projector/models/books/journal.ts';

const nameOf = ({ key, of }: AccountRef): string => (of === undefined ? key : `${key}:${of}`);
const accountOf = ({ pool }: Movement): AccountRef =>
  pool.kind === 'cash' ? pool.account : { key: 'inventory' satisfies SystemKey, of: pool.inventory };

export class Ledger {
  readonly #book = new CostBook();
  /** Movements by the position of their posting and their line. */
  readonly #movements = new Map<string, Movement>();
  readonly #standing = new Map<string, { position: bigint; posting: Posting }[]>();
  readonly #outlets = new Map<number, Map<string, bigint>>();
  #position = 0n;

  /** Returns the change of each account by the posting and the differences of cost that it causes; debit above zero. */
  post(document: string, posting: Posting | undefined): Record<string, string> {
    if (!posting) throw new Error(`${document} posts nothing`);
    this.#position += 1n;
    const position = this.#position;
    for (const movement of movementsOf(posting)) this.#movements.set(`${position} ${movement.line}`, movement);
    this.#standing.set(document, [...(this.#standing.get(document) ?? []), { position, posting }]);
    const costs = this.#book.apply(position, document, posting, IQD);
    return this.#sums([posting], costs);
  }

  /** Reverses all postings of the document. */
  reverse(document: string): Record<string, string> {
    this.#position += 1n;
    const standing = this.#standing.get(document) ?? [];
    this.#standing.delete(document);
    const costs = this.#book.reverse(this.#position, standing);
    return this.#sums(
      standing.map(({ posting }) => posting),
      costs,
      -1n,
    );
  }

  /** The present balances of an outlet. */
  ofOutlet(outlet: number): Record<string, string> {
    return printed(this.#outlets.get(outlet) ?? new Map());
  }

  #count(line: EntryLine, sign: bigint): void {
    const sums = this.#outlets.get(line.outlet) ?? new Map<string, bigint>();
    this.#outlets.set(line.outlet, sums);
    sums.set(nameOf(line.account), (sums.get(nameOf(line.account)) ?? 0n) + sign * line.base);
  }

  #sums(postings: readonly Posting[], costs: ReturnType<CostBook['apply']>, sign = 1n): Record<string, string> {
    const sums = new Map<string, bigint>();
    const add = (account: AccountRef, amount: bigint) =>
      sums.set(nameOf(account), (sums.get(nameOf(account)) ?? 0n) + amount);
    for (const line of postings.flatMap(({ lines }) => lines)) {
      add(line.account, sign * line.base);
      this.#count(line, sign);
    }
    for (const line of costs.flatMap((delta) => costLines(delta, 'cost'))) this.#count(line, 1n);
    for (const { movement, cost, variance } of costs) {
      const said = this.#movements.get(`${movement.position} ${movement.line}`);
      if (!said) throw new Error(`no movement ${movement.line} of ${movement.position}`);
      add(accountOf(said), cost);
      add(said.contra, variance - cost);
      if (said.varianceTo) add(said.varianceTo, -variance);
    }
    return printed(sums);
  }
}

function printed(sums: ReadonlyMap<string, bigint>): Record<string, string> {
  const kept = [...sums].filter(([, amount]) => amount !== 0n);
  return Object.fromEntries(kept.map(([name, amount]) => [name, printMoney(amount as Money)]));
}
