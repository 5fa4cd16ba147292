/** Rows in the text format of COPY, and the way into a table: far the fastest one that PostgreSQL has. */

import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { defined } from '../../domain/kernel/defined.ts';
import type { Cell } from './table.ts';

const SPECIAL = /[\\\t\n\r]/;
const EVERY_SPECIAL = /[\\\t\n\r]/g;
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** Cells as they stand in a line. Joined at once: adding cell to cell leaves a trail of garbage. */
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
/** A character of a string takes at most so many bytes in UTF-8. */
const BYTES_PER_CHARACTER = 3;

/** Lines on their way into a table, kept as bytes outside of the heap: there may be very many. */
export class Chunks {
  #full: Buffer[] = [];
  #last: Buffer | undefined;
  #used = 0;
  #lines = 0;

  get lines(): number {
    return this.#lines;
  }

  /** `cells` is a line without its end. */
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

  /** Everything that was added since the last call. */
  take(): Buffer[] {
    this.#seal();
    return this.takeFull();
  }

  /** Of that, what fills whole chunks. */
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

/** Lines that go into a table while others are made; part of the client's transaction, in which nothing else runs. */
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

  /** Throws what the database refused before. */
  write(chunks: readonly Buffer[]): void {
    if (this.#failure) throw this.#failure;
    for (const chunk of chunks) this.#stream.write(chunk);
  }

  /** Throws what the database refused. */
  async finish(): Promise<void> {
    if (!this.#failure) this.#stream.end();
    await this.#finished;
    if (this.#failure) throw this.#failure;
  }

  /** Breaks it off, and with it the transaction. */
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
