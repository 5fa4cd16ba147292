/**
 * A cache of list totals. Totals sum all matching rows, and a person who turns pages requests the same totals
 * repeatedly. The key is the statement, its values and the models' positions in the same snapshot, so a cached total
 * equals a new computation; the next event changes the key.
 */

import { sql } from 'kysely';
import { defined } from '../../domain/values/defined.ts';
import type { Person } from '../../identity/person.ts';
import type { Snapshot } from '../database/reader.ts';
import type { ModelName } from '../wait-for-position/position-watch.ts';
import { type Totals, totalsOf, totalsStatement } from './list.ts';
import type { ListRequest } from './list-request.ts';
import type { ListSource } from './list-source.ts';

/** Entries of one list; an entry takes a few hundred bytes. */
const KEPT_MAX = 200;

export class KeptTotals {
  readonly #reads: readonly ModelName[];
  readonly #kept = new Map<string, Totals>();

  constructor(reads: readonly ModelName[]) {
    this.#reads = reads;
  }

  async fetch(db: Snapshot, source: ListSource, person: Person, request: ListRequest): Promise<Totals> {
    const statement = totalsStatement(source, person, request).compile(db);
    if (source.changesWithoutEvents) return totalsOf((await db.executeQuery(statement)).rows[0]);
    const key = JSON.stringify([await this.#positions(db), statement.sql, statement.parameters]);
    const known = this.#kept.get(key);
    if (known) return known;
    const { rows } = await db.executeQuery(statement);
    const totals = totalsOf(rows[0]);
    if (this.#kept.size >= KEPT_MAX) this.#kept.delete(defined(this.#kept.keys().next().value));
    this.#kept.set(key, totals);
    return totals;
  }

  /** Includes the build: a rebuild after a changed rule has other rows at the same position. */
  async #positions(db: Snapshot): Promise<string> {
    const { rows } = await sql<{ at: string }>`
      select string_agg(c.schema || c.model || c.position, ' ' order by c.model) as at
      from read.checkpoint c where c.model = any(${[...this.#reads]}::text[])`.execute(db);
    return rows[0]?.at ?? '';
  }
}
