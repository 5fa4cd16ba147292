/**
 * Entries of the journal: a document's own posting together with the cost of its goods, and each cost difference of
 * earlier movements as a separate entry, effective at the movement's moment. Every entry balances to zero; otherwise
 * the projector stops.
 */

import { accountNumber } from '../../../domain/chart/chart.ts';
import type { CostDelta, PostedMovement } from '../../../domain/costing/movement.ts';
import type { RecordedEvent } from '../../../domain/deciding/event.ts';
import { betweenOutlets } from '../../../domain/entries/between-outlets.ts';
import { type Posting, UnbalancedEntry } from '../../../domain/entries/entry.ts';
import type { EntryLine } from '../../../domain/entries/entry-line.ts';
import type { OpenItemChange } from '../../../domain/entries/open-item.ts';
import type { EffectiveTime } from '../../../domain/values/effective-date.ts';
import { negate, printMoney, subtract, toMoney, ZERO } from '../../../domain/values/money.ts';
import { printRate } from '../../../domain/values/rate.ts';
import type { Rows } from '../../rows/table.ts';
import { entityOf, recordedDate } from '../model.ts';
import { journalLine, movementDay, movementMonth, openItem, openItemChange, partyDay } from './tables.ts';

/** `closing` is the close of a financial year, or its reversal. */
export type LineKind = 'normal' | 'cost' | 'restatement' | 'reversal' | 'closing';

export interface Entry {
  readonly effective: EffectiveTime;
  /** Stream of the document of the entry. */
  readonly document: string;
  /** Position of the posting that the entry belongs to or corrects. */
  readonly cause: bigint;
  readonly trueDate?: string;
  readonly lines: readonly (EntryLine & { readonly kind: LineKind })[];
}

/**
 * The lines of a cost difference: the pool's account, the variance account if any, and the contra account. Two more
 * lines balance each outlet when the contra account is in the books of another outlet.
 */
export function costLines(delta: CostDelta, kind: LineKind): Entry['lines'] {
  const { movement: booked, cost, variance } = delta;
  const { pool, contra, varianceTo, outlet } = booked;
  const rest = subtract(cost, variance);
  const base = { outlet, currency: booked.baseCurrency, rate: undefined, line: booked.line, kind };
  const goods = pool.kind === 'stock' ? { item: pool.item, inventory: pool.inventory } : {};
  const held: Entry['lines'][number] =
    pool.kind === 'stock'
      ? { ...base, ...goods, account: { key: 'inventory', of: pool.inventory }, base: cost, foreign: cost }
      : { ...base, account: pool.account, currency: pool.currency, base: cost, foreign: ZERO };
  const { outlet: other = outlet, through, ...account } = contra;
  const against = { ...base, ...goods, outlet: other, account, base: negate(rest), foreign: negate(rest) };
  const lines: Entry['lines'][number][] = [held];
  if (varianceTo) {
    lines.push({ ...base, ...goods, account: varianceTo, base: negate(variance), foreign: negate(variance) });
  }
  if (through !== undefined && other !== outlet) {
    const between = { ...base, account: { key: through } };
    lines.push(
      { ...between, party: `outlet-${other}`, base: negate(rest), foreign: negate(rest) },
      { ...between, outlet: other, party: `outlet-${outlet}`, base: rest, foreign: rest },
    );
  }
  return [...[...lines, against].filter((line) => line.base !== ZERO), ...shareLines(delta, kind)];
}

/** The changed split between accounts of inventories that share one average, balanced within each outlet. */
function shareLines({ movement: { pool, baseCurrency, line }, shares }: CostDelta, kind: LineKind): Entry['lines'] {
  if (pool.kind !== 'stock' || shares.length === 0) return [];
  const { item } = pool;
  const shared = shares.map(({ inventory, outlet, value }): EntryLine => {
    const amount = toMoney(value);
    const account = { key: 'inventory', of: inventory } as const;
    return { account, outlet, base: amount, currency: baseCurrency, foreign: amount, rate: undefined, item, inventory };
  });
  return [...shared, ...betweenOutlets(shared, baseCurrency)].map((betweenOutlet) => ({
    ...betweenOutlet,
    line,
    kind,
  }));
}

export function difference(
  { document, position, effective: own }: PostedMovement,
  effective: EffectiveTime,
  lines: Entry['lines'],
): Entry {
  // A difference of a closed day is booked on an open one and names its own.
  const trueDate = own === effective ? {} : { trueDate: own.slice(0, 10) };
  return { effective, document, cause: position, ...trueDate, lines };
}

/** Writes the entries of one event and their sums. Throws UnbalancedEntry. */
export class JournalWriter {
  readonly #event: RecordedEvent;
  readonly #rows: Rows;
  #lineNo = 0;
  #entryNo = 0;
  #openNo = 0;

  constructor(event: RecordedEvent, rows: Rows) {
    this.#event = event;
    this.#rows = rows;
  }

  write(entry: Entry): void {
    let sum = 0n;
    for (const line of entry.lines) sum += line.base;
    if (sum !== 0n) throw new UnbalancedEntry(toMoney(sum));
    for (const line of entry.lines) this.#writeLine(entry, line);
    if (entry.lines.length > 0) this.#entryNo++;
  }

  writeOpenItems(posting: Posting, changes: readonly OpenItemChange[]): void {
    for (const { party, currency, document, date, outlet, amount, due } of changes) {
      const isOwn = document === this.#event.stream && date === posting.effective.slice(0, 10);
      this.#rows.add(openItem, [party, currency, document, date, outlet], [amount]);
      this.#rows.insert(openItemChange, [
        this.#event.position,
        ++this.#openNo,
        posting.effective.slice(0, 10),
        this.#event.recordedAt,
        party,
        currency,
        document,
        date,
        outlet,
        printMoney(amount),
        this.#event.stream,
        due ?? null,
        isOwn ? (posting.trueDate ?? null) : null,
      ]);
    }
  }

  #writeLine(entry: Entry, line: Entry['lines'][number]): void {
    const event = this.#event;
    const date = entry.effective.slice(0, 10);
    const account = accountNumber(line.account);
    const { kind, id } = entityOf(entry.document);
    this.#rows.insert(journalLine, [
      event.position,
      ++this.#lineNo,
      this.#entryNo,
      line.kind,
      date,
      entry.effective,
      recordedDate(event),
      event.recordedAt,
      account,
      line.outlet,
      line.party ?? null,
      line.item ?? null,
      line.inventory ?? null,
      entry.document,
      kind,
      id,
      line.line ?? null,
      entry.cause,
      printMoney(line.base),
      line.currency,
      printMoney(line.foreign),
      line.rate === undefined ? null : printRate(line.rate),
      entry.trueDate ?? null,
      line.tax?.percent ?? null,
      line.tax === undefined ? null : printMoney(line.tax.taxable),
    ]);
    this.#sum(account, line, date);
  }

  #sum(account: number, line: Entry['lines'][number], date: string): void {
    const known = recordedDate(this.#event);
    const { outlet, currency, base, foreign } = line;
    const amounts = [
      base > 0n ? base : 0n,
      base < 0n ? -base : 0n,
      foreign > 0n ? foreign : 0n,
      foreign < 0n ? -foreign : 0n,
    ];
    const closing = line.kind === 'closing';
    this.#rows.add(movementDay, [account, outlet, currency, date, known, closing], amounts);
    this.#rows.add(
      movementMonth,
      [account, outlet, currency, `${date.slice(0, 7)}-01`, `${known.slice(0, 7)}-01`, closing],
      amounts,
    );
    if (line.party) this.#rows.add(partyDay, [line.party, account, outlet, currency, date, known], amounts);
  }
}
