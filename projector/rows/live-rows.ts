/** The rows of one batch, written in the transaction of its checkpoint. */

import { setImmediate } from 'node:timers/promises';
import type pg from 'pg';
import { Chunks, Copying, copyCells, copyInto } from './copy.ts';
import { Sums } from './sums.ts';
import { type Cell, columnsOf, type KeyedTable, type LogTable, type OwnedTable, type Rows } from './table.ts';

/** SQL types of a schema's columns: `types.get('journal_line.base')` is `numeric(20,4)`. */
export type ColumnTypes = ReadonlyMap<string, string>;

export async function readColumnTypes(client: pg.ClientBase | pg.Pool, schema: string): Promise<ColumnTypes> {
  const { rows } = await client.query<{ column: string; type: string }>(
    `select c.relname || '.' || a.attname as column, format_type(a.atttypid, a.atttypmod) as type
     from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = $1 and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped`,
    [schema],
  );
  return new Map(rows.map(({ column, type }) => [column, type]));
}

interface KeyedRows {
  readonly set: Map<string, readonly Cell[]>;
  readonly sums: Sums;
}

interface Owned {
  readonly owner: readonly Cell[];
  readonly rows: readonly (readonly Cell[])[];
}

export class LiveRows implements Rows {
  readonly #schema: string;
  readonly #types: ColumnTypes;
  readonly #logs = new Map<LogTable, Chunks>();
  readonly #keyed = new Map<KeyedTable, KeyedRows>();
  readonly #owned = new Map<OwnedTable, Map<string, Owned>>();
  readonly #client: pg.ClientBase;
  #going: { readonly chunks: Chunks; readonly copying: Copying } | undefined;

  /** `client` is in the transaction that the rows are a part of. */
  constructor(schema: string, types: ColumnTypes, client: pg.ClientBase) {
    this.#schema = schema;
    this.#types = types;
    this.#client = client;
  }

  insert(table: LogTable, row: readonly Cell[]): void {
    const chunks = this.#logs.get(table) ?? new Chunks();
    this.#logs.set(table, chunks);
    chunks.add(copyCells(row));
  }

  put(table: KeyedTable, key: readonly Cell[], set: readonly Cell[]): void {
    this.#of(table).set.set(key.join('\t'), [...key, ...set]);
  }

  add(table: KeyedTable, key: readonly Cell[], amounts: readonly bigint[]): void {
    this.#of(table).sums.add(key, amounts);
  }

  replace(table: OwnedTable, owner: readonly Cell[], rows: readonly (readonly Cell[])[]): void {
    const owners = this.#owned.get(table) ?? new Map<string, Owned>();
    this.#owned.set(table, owners);
    owners.set(owner.join('\t'), { owner, rows });
  }

  /**
   * Starts the COPY of the first table that fills a chunk, so that the database reads it while later rows are computed.
   */
  async flushPartial(): Promise<void> {
    for (const [table, chunks] of this.#logs) {
      if (this.#going && this.#going.chunks !== chunks) continue;
      const full = chunks.takeFull();
      if (full.length === 0) continue;
      this.#going ??= { chunks, copying: new Copying(this.#client, this.#nameOf(table), table.columns) };
      this.#going.copying.write(full);
    }
    // Lets the socket send.
    await setImmediate();
  }

  /** Aborts a running COPY; the caller must roll the transaction back. */
  async abandon(): Promise<void> {
    await this.#going?.copying.abandon();
  }

  /** Writes all remaining rows. */
  async write(): Promise<void> {
    const client = this.#client;
    if (this.#going) {
      const { chunks, copying } = this.#going;
      copying.write(chunks.take());
      await copying.finish();
      this.#going = undefined;
    }
    for (const [table, chunks] of this.#logs) await copyInto(client, this.#nameOf(table), table.columns, chunks.take());
    for (const [table, rows] of this.#keyed) {
      if (rows.set.size > 0) await this.#putRows(client, table, [...rows.set.values()]);
      const sums = [...rows.sums.rows()];
      if (sums.length > 0) await (table.set.length > 0 ? this.#raise : this.#addRows).call(this, client, table, sums);
    }
    for (const [table, owners] of this.#owned) await this.#replaceRows(client, table, [...owners.values()]);
  }

  #nameOf({ name }: LogTable | OwnedTable): string {
    return `${this.#schema}.${name}`;
  }

  #of(table: KeyedTable): KeyedRows {
    const rows = this.#keyed.get(table) ?? { set: new Map(), sums: new Sums() };
    this.#keyed.set(table, rows);
    return rows;
  }

  async #putRows(client: pg.ClientBase, table: KeyedTable, rows: readonly (readonly Cell[])[]): Promise<void> {
    const columns = [...table.key, ...table.set];
    const zeros = table.sum.map(() => ', 0').join('');
    await client.query(
      `insert into ${this.#schema}.${table.name} (${columnsOf(table).join(', ')})
       select ${columns.map((column) => `u.${column}`).join(', ')}${zeros} from ${this.#unnest(table, columns)}
       on conflict (${table.key.join(', ')}) do update set
       ${table.set.map((column) => `${column} = excluded.${column}`).join(', ')}`,
      byColumn(columns, rows),
    );
  }

  /** Adds to a table that has only sums. A new key starts with the added amounts. */
  async #addRows(client: pg.ClientBase, table: KeyedTable, rows: readonly (readonly Cell[])[]): Promise<void> {
    const columns = [...table.key, ...table.sum];
    await client.query(
      `insert into ${this.#schema}.${table.name} as t (${columns.join(', ')})
       select ${columns.map((column) => `u.${column}`).join(', ')} from ${this.#unnest(table, columns)}
       on conflict (${table.key.join(', ')}) do update set
       ${table.sum.map((column) => `${column} = t.${column} + excluded.${column}`).join(', ')}`,
      byColumn(columns, rows),
    );
  }

  async #raise(client: pg.ClientBase, table: KeyedTable, rows: readonly (readonly Cell[])[]): Promise<void> {
    await client.query(
      raiseSql(this.#schema, table, this.#unnest(table, raiseColumns(table))),
      byColumn(raiseColumns(table), rows),
    );
  }

  async #replaceRows(client: pg.ClientBase, table: OwnedTable, owners: readonly Owned[]): Promise<void> {
    await client.query(
      `delete from ${this.#schema}.${table.name} t using ${this.#unnest(table, table.owner)}
       where ${table.owner.map((column) => `t.${column} = u.${column}`).join(' and ')}`,
      byColumn(
        table.owner,
        owners.map(({ owner }) => owner),
      ),
    );
    const chunks = new Chunks();
    for (const { owner, rows } of owners) for (const row of rows) chunks.add(copyCells([...owner, ...row]));
    await copyInto(client, this.#nameOf(table), columnsOf(table), chunks.take());
  }

  #unnest(table: KeyedTable | OwnedTable, columns: readonly string[]): string {
    return unnestSql(table, columns, this.#types);
  }
}

export const raiseColumns = (table: KeyedTable): readonly string[] => [...table.key, ...table.match, ...table.sum];

/** Adds sums to rows that exist and agree in the match columns. */
export function raiseSql(schema: string, table: KeyedTable, source: string): string {
  return `update ${schema}.${table.name} t set
    ${table.sum.map((column) => `${column} = t.${column} + u.${column}`).join(', ')} from ${source}
    where ${[...table.key, ...table.match].map((column) => `t.${column} = u.${column}`).join(' and ')}`;
}

/** `unnest($1::text[], …)` as rows `u` with the types of the table's columns. */
export function unnestSql(table: { readonly name: string }, columns: readonly string[], types: ColumnTypes): string {
  const cast = (column: string) => `r.${column}::${types.get(`${table.name}.${column}`)} as ${column}`;
  return `(select ${columns.map(cast).join(', ')}
    from unnest(${columns.map((_, index) => `$${index + 1}::text[]`).join(', ')}) r (${columns.join(', ')})) u`;
}

/** One array of texts for each column. */
export function byColumn(columns: readonly string[], rows: readonly (readonly Cell[])[]): (string | null)[][] {
  return columns.map((_, index) => rows.map((row) => (row[index] === null ? null : String(row[index]))));
}
