/**
 * Before its drawer is closed, a person who may not approve it sees nothing from which the cash can be told
 * (docs/decisions/0114): others count it blind.
 */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { DRAWER } from '../../domain/till/drawer.ts';
import { isObject, listOf, type Members, membersOf } from '../../domain/values/members.ts';
import type { Person } from '../../identity/person.ts';
import type { Snapshot } from '../database/reader.ts';

export const isClosing = (value: unknown): boolean => Array.isArray(membersOf(value)['accounts']);

export const countsBlind = (person: Person, closing: unknown): boolean =>
  !isClosing(closing) && !person.can('closing_drawers/approve');

const CASH: ReadonlySet<string> = new Set(['float_amount', 'carried_amount', 'moved_amount']);
const MOVED: ReadonlySet<string> = new Set([...CASH, 'amount']);

/** The state of a drawer without its float and what was paid in and out; other documents remain unchanged. */
export function withoutCash(kind: string, data: Members, person: Person): Members {
  if (kind !== DRAWER || !countsBlind(person, data['closing'])) return data;
  const hidden = ({ accounts, payins, payouts }: Members) => ({
    accounts: listOf(accounts).map((account) => without(account, CASH)),
    payins: without(payins, MOVED),
    payouts: without(payouts, MOVED),
  });
  return Array.isArray(data['accounts']) ? { ...data, ...hidden(data) } : data;
}

const IS_COUNTED_BLIND = (id: RawBuilder<unknown>) => sql<boolean>`exists (select from read.document d
  where d.kind = ${DRAWER} and d.id = ${id} and jsonb_typeof(d.data #> '{closing,accounts}') is distinct from 'array')`;

/** Leaves out the lines of drawers that the person counts blind. */
export const linesCounted = (person: Person): readonly RawBuilder<SqlBool>[] =>
  person.can('closing_drawers/approve')
    ? []
    : [sql<SqlBool>`not (j.document_kind = ${DRAWER} and ${IS_COUNTED_BLIND(sql`j.document_id`)})`];

/** An event of a drawer without the cash that it tells of, for whoever counts the drawer blind. */
export async function eventWithoutCash(
  snapshot: Snapshot,
  { kind, entity_id, data }: { readonly kind: string; readonly entity_id: number | null; readonly data: unknown },
  person: Person,
): Promise<unknown> {
  if (kind !== DRAWER || person.can('closing_drawers/approve')) return data;
  const { rows } = await sql<{ is_blind: boolean }>`
    select ${IS_COUNTED_BLIND(sql`${entity_id}::int`)} as is_blind`.execute(snapshot);
  return rows[0]?.is_blind ? without(data, MOVED) : data;
}

/** With null in place of the fields, at any depth. */
function without(value: unknown, fields: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((inner) => without(inner, fields));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, fields.has(name) ? null : without(inner, fields)]),
  );
}
