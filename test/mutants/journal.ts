/**
 * What the processes of a run have found, as lines of one file: each worker appends, and reads what the others found, so
 * that a mutant that one of them caught is not tried by another.
 */
import { appendFileSync, closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs';

export type Entry =
  /** The mutant failed in a test, which passes without it. */
  | { readonly found: 'caught'; readonly mutant: number; readonly by: string }
  /** These mutants were evaluated before a test ran: while modules were loaded, and tests collected. */
  | { readonly found: 'loaded'; readonly mutants: readonly number[] }
  /** PostgreSQL does not accept the text. */
  | { readonly found: 'invalid'; readonly mutant: number }
  /** These mutants were evaluated by a test. */
  | { readonly found: 'reached'; readonly mutants: readonly number[] }
  /** The test takes longer than those of the first round. */
  | { readonly found: 'slow'; readonly test: string; readonly file: string; readonly ms: number }
  /** The test fails without a mutant, or when it is repeated, so that it shows nothing. */
  | { readonly found: 'unusable'; readonly test: string; readonly why: string }
  /** All mutants of the test were tried. */
  | { readonly found: 'tried'; readonly test: string }
  | { readonly found: 'ended'; readonly file: string };

export class Journal {
  readonly #path: string;
  #read = 0;
  #rest = '';

  constructor(path: string) {
    this.#path = path;
  }

  write(entry: Entry): void {
    appendFileSync(this.#path, `${JSON.stringify(entry)}\n`);
  }

  /** The entries since the last call, of this process and of others. */
  next(): readonly Entry[] {
    const { size } = statSync(this.#path);
    if (size === this.#read) return [];
    const bytes = Buffer.alloc(size - this.#read);
    const file = openSync(this.#path, 'r');
    readSync(file, bytes, 0, bytes.length, this.#read);
    closeSync(file);
    this.#read = size;
    const lines = (this.#rest + bytes.toString()).split('\n');
    this.#rest = lines.pop() ?? '';
    return lines.map((line) => JSON.parse(line) as Entry);
  }

  static all(path: string): readonly Entry[] {
    const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean);
    return lines.map((line) => JSON.parse(line) as Entry);
  }
}
