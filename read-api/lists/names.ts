/** Names of references, fetched once for a page of rows. */

import { sql } from 'kysely';
import { defined } from '../../domain/values/defined.ts';
import { membersOf } from '../../domain/values/members.ts';
import { shownName } from '../database/names-by-language.ts';
import type { Snapshot } from '../database/reader.ts';
import type { Reader } from '../database/reader-type.ts';
import { kindNamedBy, nameFieldOf } from './references.ts';

export type Row = Record<string, unknown>;
export type NameOf = (kind: string | undefined, id: unknown) => string | null;

/** Keys are streams (`customer-7`), also built from kind and id. */
export async function fetchNames(reader: Reader | Snapshot, wanted: Iterable<string>): Promise<NameOf> {
  const pairs = [...new Set(wanted)].map(readStream).filter((pair) => pair !== undefined);
  const names = new Map<string, string>();
  if (pairs.length > 0) {
    const { rows } = await sql<{ kind: string; id: number; name: string }>`
      select r.kind, r.id, ${shownName('r')} as name from read.record r
      join unnest(${pairs.map(({ kind }) => kind)}::text[], ${pairs.map(({ id }) => id)}::int[]) w (kind, id)
        on r.kind = w.kind and r.id = w.id`.execute(reader);
    for (const { kind, id, name } of rows) names.set(`${kind}-${id}`, name);
  }
  return (kind, id) => names.get(kind === undefined ? String(id) : `${kind}-${String(id)}`) ?? null;
}

export function readStream(stream: string): { readonly kind: string; readonly id: number } | undefined {
  const match = /^([a-z_]+)-(\d{1,10})$/.exec(stream);
  return match && Number(match[2]) <= 2_147_483_647 ? { kind: defined(match[1]), id: Number(match[2]) } : undefined;
}

type References = Readonly<Record<string, string>>;

/** A row with `x_name` beside every `x_fk`, in nested lists too. */
export type Named<R> = {
  readonly [Field in keyof R]: R[Field] extends readonly (infer Entry extends object)[]
    ? readonly Named<Entry>[]
    : R[Field];
} & {
  readonly [Field in keyof R as Field extends `${infer What}_fk` ? `${What}_name` : never]: string | null;
};

/**
 * Rows with `x_name` beside every `x_fk`, in nested lists too. `own` are the kinds that the declaration states for its
 * fields.
 */
export async function withNames<R extends Row>(
  reader: Reader | Snapshot,
  rows: readonly R[],
  own?: References,
): Promise<Named<R>[]>;
export async function withNames(reader: Reader | Snapshot, rows: readonly Row[], own: References = {}): Promise<Row[]> {
  const wanted = new Set<string>();
  visitReferences(rows, own, (kind, id) => wanted.add(`${kind}-${id}`));
  const nameOf = await fetchNames(reader, wanted);
  return rows.map((row) => named(row, own, nameOf));
}

function visitReferences(value: unknown, own: References, see: (kind: string, id: number) => void): void {
  if (Array.isArray(value)) {
    for (const entry of value) visitReferences(entry, own, see);
  } else if (typeof value === 'object' && value !== null) {
    for (const [field, inner] of Object.entries(value)) {
      const kind = kindNamedBy(field, own);
      if (kind && typeof inner === 'number') see(kind, inner);
      else visitReferences(inner, own, see);
    }
  }
}

function named(row: Row, own: References, nameOf: NameOf): Row {
  const result: Row = {};
  for (const [field, value] of Object.entries(row)) {
    result[field] = Array.isArray(value)
      ? value.map((value) =>
          typeof value === 'object' && value !== null ? named(membersOf(value), own, nameOf) : value,
        )
      : value;
    const kind = field.endsWith('_fk') ? kindNamedBy(field, own) : undefined;
    if (kind) result[nameFieldOf(field)] = value === null ? null : nameOf(kind, value);
  }
  return result;
}
