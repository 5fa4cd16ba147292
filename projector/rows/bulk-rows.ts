/**
 * Rows of a rebuild, streamed by COPY into tables without indexes. Rows that may still change are buffered, and written
 * after they were unchanged for a while. A row that changes after that is written again at the end, and its first
 * version is removed. Memory holds no written rows, only their keys and sums. The caller watches the size of the buffer
 * and calls `finish` before it is too large.
 */
import type pg from 'pg';
import { Chunks, copyCells, copyInto } from './copy.ts';
import { byColumn, type ColumnTypes, raiseColumns, raiseSql, unnestSql } from './live-rows.ts';
import { Sums } from './sums.ts';
import {
  type Cell,
  columnsOf,
  type KeyedTable,
  type LogTable,
  type OwnedTable,
  type Rows,
  type Table,
} from './table.ts';

const LINES_PER_COPY = 5_000;
/** Buffered rows of each table; beyond this number the older half is written. */
const HELD_BACK = 5_000;

/** Measured bytes of a written key and of a sum; buffered rows are few. */
const KEY_BYTES = 60;
const SUM_BYTES = 450;

interface Held {
  readonly key: readonly Cell[];
  /** Key of the row's sums: its key and match columns. */
  readonly sumKey: readonly Cell[];
  /** Stored as text, the smallest form. */
  readonly lines: readonly string[];
}

interface HeldTable {
  readonly held: Map<string, Held>;
  readonly written: Set<string>;
  readonly again: Map<string, Held>;
}

export class BulkRows implements Rows {
  readonly #client: pg.ClientBase;
  readonly #schema: string;
  readonly #types: ColumnTypes;
  readonly #heldBack: number;
  readonly #chunks = new Map<Table, Chunks>();
  readonly #held = new Map<KeyedTable | OwnedTable, HeldTable>();
  readonly #sums = new Map<KeyedTable, Sums>();
  /** The COPY of earlier rows runs while the next events are folded. */
  #writing: Promise<void> = Promise.resolve();

  constructor(client: pg.ClientBase, schema: string, types: ColumnTypes, heldBack: number = HELD_BACK) {
    this.#heldBack = heldBack;
    this.#client = client;
    this.#schema = schema;
    this.#types = types;
  }

  insert(table: LogTable, row: readonly Cell[]): void {
    this.#line(table, copyCells(row));
  }

  put(table: KeyedTable, key: readonly Cell[], set: readonly Cell[]): void {
    const agreed = table.match.map((column) => set[table.set.indexOf(column)] ?? null);
    this.#hold(table, { key, sumKey: [...key, ...agreed], lines: [copyCells([...key, ...set])] });
  }

  replace(table: OwnedTable, owner: readonly Cell[], rows: readonly (readonly Cell[])[]): void {
    this.#hold(table, { key: owner, sumKey: [], lines: rows.map((row) => copyCells([...owner, ...row])) });
  }

  add(table: KeyedTable, key: readonly Cell[], amounts: readonly bigint[]): void {
    const sums = this.#sums.get(table) ?? new Sums();
    this.#sums.set(table, sums);
    sums.add(key, amounts);
  }

  /** Approximate bytes kept. */
  get keptBytes(): number {
    let bytes = 0;
    for (const { written } of this.#held.values()) bytes += written.size * KEY_BYTES;
    for (const sums of this.#sums.values()) bytes += sums.size * SUM_BYTES;
    return bytes;
  }

  /**
   * Writes the collected rows. Resolves when the rows of the previous call are written, so that at most two writes are
   * pending.
   */
  async drain(): Promise<void> {
    for (const [table, { held, written }] of this.#held) {
      if (held.size <= this.#heldBack) continue;
      for (const [name, each] of [...held].slice(0, held.size - (this.#heldBack >> 1))) {
        held.delete(name);
        written.add(name);
        this.#writeHeld(table, each);
      }
    }
    const full = this.#take(LINES_PER_COPY);
    const before = this.#writing;
    this.#writing = before.then(() => this.#copy(full));
    // The next call awaits it; the handler here prevents an unhandled rejection until then.
    this.#writing.catch(() => undefined);
    await before;
  }

  /** Writes all remaining rows. The tables are complete after it. */
  async finish(): Promise<void> {
    for (const [table, { held, again }] of this.#held) {
      await this.#remove(table, [...again.values()]);
      for (const value of [...held.values(), ...again.values()]) this.#writeHeld(table, value);
      held.clear();
    }
    for (const [table, sums] of this.#sums) {
      if (table.set.length === 0) for (const row of sums.rows()) this.#line(table, copyCells(row));
    }
    await this.#writing;
    await this.#copy(this.#take(1));
    for (const [table, sums] of this.#sums) if (table.set.length > 0) await this.#raise(table, [...sums.late()]);
  }

  #line(table: Table, cells: string): void {
    const chunks = this.#chunks.get(table) ?? new Chunks();
    this.#chunks.set(table, chunks);
    chunks.add(cells);
  }

  /** The collected rows of tables with at least `least` lines. */
  #take(least: number): (readonly [Table, readonly Buffer[]])[] {
    return [...this.#chunks]
      .filter(([, { lines }]) => lines >= least)
      .map(([table, chunks]) => [table, chunks.take()] as const);
  }

  #hold(table: KeyedTable | OwnedTable, row: Held): void {
    const known = this.#held.get(table) ?? { held: new Map(), written: new Set(), again: new Map() };
    this.#held.set(table, known);
    const name = row.key.join('\t');
    if (known.written.has(name)) {
      known.again.set(name, row);
      return;
    }
    known.held.delete(name);
    known.held.set(name, row);
  }

  #writeHeld(table: KeyedTable | OwnedTable, { sumKey, lines }: Held): void {
    for (const line of lines) {
      if (table.writes === 'owned' || table.sum.length === 0) this.#line(table, line);
      else this.#line(table, `${line}\t${copyCells(this.#sums.get(table)?.write(sumKey) ?? table.sum.map(() => '0'))}`);
    }
  }

  async #remove(table: KeyedTable | OwnedTable, again: readonly Held[]): Promise<void> {
    if (again.length === 0) return;
    await this.#writing;
    await this.#copy(this.#take(1));
    const key = table.writes === 'keyed' ? table.key : table.owner;
    await this.#client.query(
      `delete from ${this.#schema}.${table.name} t using ${unnestSql(table, key, this.#types)}
       where ${key.map((column) => `t.${column} = u.${column}`).join(' and ')}`,
      byColumn(
        key,
        again.map((held) => held.key),
      ),
    );
  }

  async #raise(table: KeyedTable, late: readonly (readonly Cell[])[]): Promise<void> {
    if (late.length === 0) return;
    const columns = raiseColumns(table);
    const source = unnestSql(table, columns, this.#types);
    await this.#client.query(raiseSql(this.#schema, table, source), byColumn(columns, late));
  }

  async #copy(batches: readonly (readonly [Table, readonly Buffer[]])[]): Promise<void> {
    for (const [table, chunks] of batches) {
      await copyInto(this.#client, `${this.#schema}.${table.name}`, columnsOf(table), chunks);
    }
  }
}
