/**
 * The rows that the fold of the projector writes, in arrays. Amounts are in units of the fourth decimal, quantities in
 * units of the sixth.
 */
import {
  account,
  cashLevel,
  cashLine,
  journalLine,
  openItemChange,
  stockLevel,
  stockLine,
} from '../../projector/models/books/tables.ts';
import type { Cell, KeyedTable, LogTable, Rows } from '../../projector/rows/table.ts';
import { count, money } from './exact.ts';

export interface JournalRow {
  readonly position: bigint;
  readonly entry: number;
  readonly kind: string;
  /** The effective time, for example `2026-03-05T23:59:00`. */
  readonly at: string;
  readonly account: number;
  readonly outlet: number;
  readonly party: string | null;
  readonly document: string;
  readonly cause: bigint;
  readonly currency: number;
  readonly base: bigint;
  readonly foreign: bigint;
}

/** A row of stock or of foreign cash. */
export interface PoolRow {
  readonly position: bigint;
  /** The moment in the order of effect. */
  readonly at: string;
  /** The day on which it is booked: a later one than that of `at` where that is closed (docs/decisions/0123). */
  readonly day: string;
  /** `stock 3 1` is item 3 in inventory 1; `cash 111000002 2` is currency 2 in an account. */
  readonly pool: string;
  /** The key of the movement in the order of effect: effective time, position, line. */
  readonly place: string;
  readonly quantity: bigint;
  readonly value: bigint;
  /** Of stock: the change of what is sold and not delivered. */
  readonly undelivered: bigint;
  readonly document: string;
  /** movement, restatement, reversal, or share of another inventory's movement. */
  readonly kind: string;
  /** How the movement is valued; null on other lines. */
  readonly valued: string | null;
}

export interface OpenRow {
  readonly party: string;
  readonly currency: number;
  readonly document: string;
  readonly date: string;
  readonly outlet: number;
  readonly amount: bigint;
}

export interface AccountRow {
  readonly key: string;
  readonly of: number | null;
  readonly isCash: boolean;
  readonly isIncome: boolean;
}

export interface Level {
  readonly quantity: bigint;
  readonly value: bigint;
  readonly undelivered: bigint;
}

export class MemoryRows implements Rows {
  readonly journal: JournalRow[] = [];
  readonly pools: PoolRow[] = [];
  readonly open: OpenRow[] = [];
  readonly levels = new Map<string, Level>();
  readonly accounts = new Map<number, AccountRow>();

  insert(table: LogTable, row: readonly Cell[]): void {
    if (table === journalLine) this.journal.push(journalRow(row));
    else if (table === stockLine) this.pools.push(poolRow('stock', table, row));
    else if (table === cashLine) this.pools.push(poolRow('cash', table, row));
    else if (table === openItemChange) this.open.push(openRow(row));
  }

  put(table: KeyedTable, key: readonly Cell[], set: readonly Cell[]): void {
    const cell = (name: string) => set[table.set.indexOf(name)] ?? null;
    if (table === account) {
      const of = cell('record_id');
      const isCash = cell('record_kind') === 'cash';
      const isIncome = cell('statement') === 'income';
      this.accounts.set(Number(key[0]), {
        key: String(cell('key')),
        of: of === null ? null : Number(of),
        isCash,
        isIncome,
      });
    }
    if (table === stockLevel || table === cashLevel) {
      const name = [table === stockLevel ? 'stock' : 'cash', ...key].join(' ');
      this.levels.set(name, {
        quantity: count(text(cell('quantity'))),
        value: money(text(cell('value'))),
        undelivered: table === stockLevel ? count(text(cell('undelivered'))) : 0n,
      });
    }
  }

  /** Tables of sums are not stored: the tests add up the rows. */
  add(): void {}
  replace(): void {}
}

const text = (cell: Cell | undefined): string => String(cell ?? '0');
const columns = ({ columns: names }: LogTable) => new Map(names.map((name, index) => [name, index]));
const [journalColumns, openColumns] = [columns(journalLine), columns(openItemChange)];
const poolColumns = new Map([stockLine, cashLine].map((table) => [table, columns(table)]));

function reader(names: ReadonlyMap<string, number>, row: readonly Cell[]) {
  return (name: string): Cell => row[names.get(name) as number] ?? null;
}

function journalRow(row: readonly Cell[]): JournalRow {
  const cell = reader(journalColumns, row);
  return {
    position: BigInt(text(cell('position'))),
    entry: Number(cell('entry_no')),
    kind: String(cell('kind')),
    at: String(cell('effective_at')),
    account: Number(cell('account')),
    outlet: Number(cell('outlet_fk')),
    party: cell('party') === null ? null : String(cell('party')),
    document: String(cell('document')),
    cause: BigInt(text(cell('cause_position'))),
    currency: Number(cell('currency_fk')),
    base: money(text(cell('base'))),
    foreign: money(text(cell('foreign_amount'))),
  };
}

function poolRow(kind: 'stock' | 'cash', table: LogTable, row: readonly Cell[]): PoolRow {
  const cell = reader(poolColumns.get(table) as ReadonlyMap<string, number>, row);
  const at = String(cell('effective_at'));
  const place = [text(cell('move_position')).padStart(12, '0'), text(cell('move_line')).padStart(12, '0')];
  return {
    position: BigInt(text(cell('position'))),
    at,
    day: text(cell('effective_date')).slice(0, 10),
    pool: [kind, row[0], row[1]].join(' '),
    place: [at.padEnd(21, ' '), ...place].join(' '),
    quantity: count(text(cell('quantity'))),
    value: money(text(cell('value'))),
    undelivered: kind === 'stock' ? count(text(cell('undelivered'))) : 0n,
    document: text(cell('document')),
    kind: text(cell('kind')),
    valued: cell('valued') === null ? null : text(cell('valued')),
  };
}

function openRow(row: readonly Cell[]): OpenRow {
  const cell = reader(openColumns, row);
  return {
    party: String(cell('party')),
    currency: Number(cell('currency_fk')),
    document: String(cell('document')),
    date: String(cell('date')),
    outlet: Number(cell('outlet_fk')),
    amount: money(text(cell('amount'))),
  };
}
