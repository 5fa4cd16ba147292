/** Rows in the text format of COPY, PostgreSQL's fastest way to load a table. */

import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { defined } from '../../domain/values/defined.ts';
import type { Cell } from './table.ts';

const SPECIAL = /[\\\t\n\r]/;
const EVERY_SPECIAL = /[\\\t\n\r]/g;
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** One line from its cells. `join` creates less garbage than concatenation. */
export function copyCells(row: readonly Cell[]): string {
  const cells: unknown[] = new Array(row.length);
  for (let i = 0; i < row.length; i++) {
    const cell = row[i];
    if (typeof cell === 'string') cells[i] = SPECIAL.test(cell) ? cell.replace(EVERY_SPECIAL, escaped) : cell;
    else cells[i] = cell ?? '\\N';
  }
  return cells.join('\t');
}

const escaped = (character: string): string => defined(ESCAPES[character]);

const CHUNK_BYTES = 1 << 18;
/** Largest number of bytes of a UTF-16 code unit in UTF-8. */
const BYTES_PER_CHARACTER = 3;

/** Lines to be copied into a table, as bytes outside of the heap, because there may be very many. */
export class Chunks {
  #full: Buffer[] = [];
  #last: Buffer | undefined;
  #used = 0;
  #lines = 0;

  get lines(): number {
    return this.#lines;
  }

  /** `cells` is a line without its line break. */
  add(cells: string): void {
    const most = cells.length * BYTES_PER_CHARACTER + 1;
    let last = this.#last;
    if (!last || this.#used + most > last.length) {
      this.#seal();
      last = Buffer.allocUnsafeSlow(Math.max(CHUNK_BYTES, most));
      this.#last = last;
    }
    this.#used += last.write(cells, this.#used);
    last[this.#used++] = 0x0a;
    this.#lines++;
  }

  /** Returns and removes all lines since the last call. */
  take(): Buffer[] {
    this.#seal();
    return this.takeFull();
  }

  /** The same, full chunks only. */
  takeFull(): Buffer[] {
    const chunks = this.#full;
    this.#full = [];
    this.#lines = 0;
    return chunks;
  }

  #seal(): void {
    if (this.#last && this.#used > 0) this.#full.push(this.#last.subarray(0, this.#used));
    this.#last = undefined;
    this.#used = 0;
  }
}

/** A running COPY into a table; its transaction can run nothing else meanwhile. */
export class Copying {
  readonly #stream: ReturnType<typeof copyFrom>;
  readonly #finished: Promise<void>;
  #failure: Error | undefined;

  constructor(client: pg.ClientBase, table: string, columns: readonly string[]) {
    const stream = client.query(copyFrom(copySql(table, columns)));
    this.#stream = stream;
    this.#finished = new Promise<void>((resolve) => stream.once('finish', resolve).once('error', () => resolve()));
    stream.on('error', (error) => {
      this.#failure ??= error;
    });
  }

  /** Throws an error that the database reported for earlier lines. */
  write(chunks: readonly Buffer[]): void {
    if (this.#failure) throw this.#failure;
    for (const chunk of chunks) this.#stream.write(chunk);
  }

  /** Throws the error of the database. */
  async finish(): Promise<void> {
    if (!this.#failure) this.#stream.end();
    await this.#finished;
    if (this.#failure) throw this.#failure;
  }

  /** Aborts the COPY and so the transaction. */
  async abandon(): Promise<void> {
    if (!this.#failure) this.#stream.destroy(new Error('abandoned'));
    await this.#finished;
  }
}

const copySql = (table: string, columns: readonly string[]): string =>
  `copy ${table} (${columns.join(', ')}) from stdin`;

/** Adds the lines to a table; part of the client's transaction. */
export async function copyInto(
  client: pg.ClientBase,
  table: string,
  columns: readonly string[],
  chunks: readonly Buffer[],
): Promise<void> {
  if (chunks.length === 0) return;
  const stream = client.query(copyFrom(copySql(table, columns)));
  const done = new Promise<void>((resolve, reject) => stream.once('finish', resolve).once('error', reject));
  for (const chunk of chunks) {
    if (!stream.write(chunk)) await Promise.race([done, new Promise<void>((resolve) => stream.once('drain', resolve))]);
  }
  stream.end();
  await done;
}
