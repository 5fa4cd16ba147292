/** The books of one worked example of docs/accounting.md: every posted line as a row of its table. */

import { isCashAccount } from '../../domain/chart/chart.ts';
import { CostBook } from '../../domain/costing/cost-book.ts';
import type { CostDelta } from '../../domain/costing/movement.ts';
import type { CostRules } from '../../domain/costing/rules.ts';
import type { DomainEvent } from '../../domain/deciding/event.ts';
import { type Posting, reversed } from '../../domain/entries/entry.ts';
import type { EntryLine } from '../../domain/entries/entry-line.ts';
import { postingRuleOf } from '../../domain/registry/posting-table.ts';
import { grouped } from '../../domain/schemas/bounds.ts';
import { divideRounded } from '../../domain/values/fixed-point.ts';
import { printMoney, toMoney } from '../../domain/values/money.ts';
import { redated } from '../../domain/values/prior-period.ts';
import { printQuantity, toQuantity } from '../../domain/values/quantity.ts';
import { IQD, USD } from '../../domain/values/rate.ts';
import { costLines } from '../../projector/models/books/journal.ts';

/** The columns of every example. The last one has the amount of a line in dollars. */
export const HEADER = ['document', 'day', 'account', 'party', 'debit', 'credit', 'dollars'] as const;

type Reversing = Extract<NonNullable<ReturnType<typeof postingRuleOf>>, { does: 'reverse' }>;
type Row = readonly string[];
type Dated = readonly [day: string, line: EntryLine];

/** The year that `closeYear` closes ends on 31 March. */
const LAST_CLOSED_DAY = '2026-03-31';
const FIRST_OPEN_DAY = '2026-04-01';
const openDay = (day: string) => (day <= LAST_CLOSED_DAY ? FIRST_OPEN_DAY : undefined);

/** An event that is in the books, with its posting. */
interface Booked {
  readonly document: string;
  readonly type: string;
  readonly data: unknown;
  readonly position: bigint;
  readonly posting: Posting;
}

/** The events of a document. */
interface History {
  readonly events: readonly DomainEvent[];
}

export class ExampleBooks {
  readonly #costs: CostBook;
  readonly #rows: Row[] = [];
  /**
   * The inputs of the example as texts. The prose of an example may mention their numbers and those of the holdings.
   */
  readonly #inputs: string[] = [];
  /** Number of the events of each document that are posted. */
  readonly #posted = new Map<string, number>();
  readonly #booked: Booked[] = [];
  #position = 0n;
  #isClosed = false;

  constructor(rules?: CostRules) {
    this.#costs = new CostBook(rules);
  }

  /** Posts the events that were added to the document since it was last posted, as rows of the table. */
  post(document: string, history: History): void {
    this.#add(document, history, true);
  }

  /** Posts a document that precedes the example, without rows of the table. */
  before(document: string, history: History): void {
    this.#add(document, history, false);
  }

  /** Posts an entry that is computed from balances, not from the fields of a document. */
  figures(document: string, figures: object, posting: Posting): void {
    this.#inputs.push(JSON.stringify(figures));
    this.#enter(document, posting, true);
  }

  /**
   * Closes the year that ends on 31 March 2026. The rows are those of the documents that are posted from now on; what they
   * post into the year is dated as a prior-period adjustment.
   */
  closeYear(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#rows.length = 0;
  }

  get rows(): readonly Row[] {
    return this.#rows;
  }

  /** Every number of the inputs, the holdings and the rows, without separators of thousands. */
  get numbers(): ReadonlySet<string> {
    const texts = [...this.#inputs, ...this.#rows.flat()].map((text) => text.replaceAll(',', ' , '));
    const ofRows = this.#rows.flat().map((text) => text.replaceAll(',', ''));
    return new Set([...texts, ...ofRows].flatMap((text) => text.match(/\d+(\.\d+)?/g) ?? []));
  }

  #add(document: string, { events }: History, shown: boolean): void {
    this.#inputs.push(JSON.stringify(events));
    const from = this.#posted.get(document) ?? 0;
    this.#posted.set(document, events.length);
    const before = this.#position;
    for (const event of events.slice(from))
      this.#book(document, this.#isClosed ? redated(event, openDay) : event, shown);
    if (this.#position === before) throw new Error(`${document} posts nothing`);
  }

  #book(document: string, { type, data }: DomainEvent, shown: boolean): void {
    const declared = postingRuleOf(type);
    if (declared?.does === 'reverse') this.#takeBack(document, declared, data, shown);
    const posting = declared?.does === 'post' ? declared.post(data, document) : undefined;
    if (!posting) return;
    this.#enter(document, posting, shown);
    this.#booked.push({ document, type, data, position: this.#position, posting });
  }

  #enter(document: string, posting: Posting, shown: boolean): void {
    this.#position += 1n;
    this.#write(document, posting, this.#costs.apply(this.#position, document, posting, IQD), shown);
  }

  #takeBack(document: string, rule: Reversing, data: unknown, shown: boolean): void {
    this.#position += 1n;
    const removed = this.#booked.filter(
      (one) =>
        one.document === document &&
        (rule.of === undefined || rule.of.includes(one.type)) &&
        (rule.part === undefined || rule.part(one.data) === rule.part(data)),
    );
    for (const one of removed) {
      this.#booked.splice(this.#booked.indexOf(one), 1);
      this.#write(document, reversed(one.posting), this.#costs.reverse(this.#position, [one]), shown);
    }
  }

  #write(document: string, posting: Posting, deltas: readonly CostDelta[], shown: boolean): void {
    const day = dayOf(posting.effective);
    const { bookedFrom = '' } = posting;
    const booked = (moment: string) => dayOf(moment < bookedFrom ? bookedFrom : moment);
    const lines: Dated[] = [
      ...posting.lines.map((line): Dated => [day, line]),
      ...(posting.later?.lines ?? []).map((line): Dated => [dayOf(posting.later?.effective ?? ''), line]),
      ...deltas.flatMap((delta) =>
        costLines(delta, 'cost').map((line): Dated => [booked(delta.movement.effective), line]),
      ),
    ];
    this.#hold();
    const rows = rowsOf(document.replace(/[_-]/g, ' '), lines);
    const late = this.#isClosed ? rows.filter(([, on = '']) => on <= LAST_CLOSED_DAY) : [];
    if (late.length > 0) throw new Error(`${document} posts into a closed year: ${late.join(' | ')}`);
    if (shown) this.#rows.push(...rows);
  }

  /** Adds quantity, value and average of every holding to the inputs. */
  #hold(): void {
    for (const { quantity, value } of this.#costs.books.flatMap(({ parts }) => parts)) {
      this.#inputs.push(printQuantity(toQuantity(quantity)), printMoney(toMoney(value)));
      if (quantity !== 0n) this.#inputs.push(printMoney(toMoney(divideRounded(value * 1_000_000n, quantity))));
    }
  }
}

const dayOf = (moment: string): string => moment.slice(0, 10);

/** The lines of one account, party, currency and day are one row; debits come first. */
function rowsOf(document: string, lines: readonly Dated[]): Row[] {
  const sums = new Map<string, { day: string; line: EntryLine; base: bigint; dollars: bigint }>();
  for (const [day, line] of lines) {
    const { key, of } = line.account;
    const own = [day, key, of, line.party, isCashAccount(line.account) ? '' : line.currency].join();
    const sum = sums.get(own) ?? { day, line, base: 0n, dollars: 0n };
    sums.set(own, sum);
    sum.base += line.base;
    if (line.currency === USD) sum.dollars += line.foreign;
  }
  return [...sums.values()]
    .filter(({ base, dollars }) => base !== 0n || dollars !== 0n)
    .sort((a, b) => a.day.localeCompare(b.day) || Number(a.base < 0n) - Number(b.base < 0n))
    .map(({ day, line: { account, party }, base, dollars }) => [
      document,
      day,
      account.of === undefined ? account.key : `${account.key}:${account.of}`,
      party ?? '',
      base > 0n ? shown(base) : '',
      base < 0n ? shown(-base) : '',
      dollars === 0n ? '' : shown(dollars < 0n ? -dollars : dollars),
    ]);
}

const shown = (amount: bigint): string => grouped(printMoney(toMoney(amount)));
