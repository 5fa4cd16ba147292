/**
 * Lists what blocks a reversal or a deletion (docs/accounting.md, section 3): documents that used the goods, paid or
 * returned the document, the closed drawer, the closed year, and uses of a record. Documents that the user may not see
 * are counted, not named. The list comes from the read models and may lag; the refusal itself does not depend on it.
 */
import type { Pool, PoolClient } from 'pg';
import type { Actor } from '../../domain/deciding/facts.ts';
import { DRAWER } from '../../domain/till/drawer.ts';
import { membersOf } from '../../domain/values/members.ts';
import {
  type AggregateRegistry,
  type AggregateState,
  type AggregateType,
  readStream,
} from '../aggregates/aggregate-types.ts';
import {
  ALLOCATED,
  type BlockerRow,
  CLOSE_OF_DAY,
  DOCUMENT_ITSELF,
  EVER_NAMING,
  NAMING_BOOKED,
  RECORDS_NAMING,
  REPAID,
  TOOK_GOODS,
} from '../read-models/blockers.ts';
import { ask } from '../read-models/named-query.ts';
import { fieldsNaming } from './fields-naming.ts';

export interface Blocker {
  readonly kind: string;
  readonly id: number;
  /** The number of a document, or the name of a record. */
  readonly number: string | null;
  /** `YYYY-MM-DD`; null for a record. */
  readonly date: string | null;
  /** Path below the API: `sales/12`. */
  readonly route: string;
}

/** `details` of a refusal. */
export interface Blockers {
  /** The newest ones that the user may see. */
  readonly blockers: readonly Blocker[];
  /** The total number, including those that the user may not see. */
  readonly blocker_count: number;
  readonly blocker_kinds: readonly { readonly kind: string; readonly count: number }[];
}

/** A refusal: a message key with the parameters of its claim or issue. */
export interface Refused {
  readonly message: string;
  readonly params?: Readonly<Record<string, string>>;
}

export interface BlockedCommand {
  readonly kind: AggregateType;
  readonly stream: string;
  readonly state: AggregateState;
  readonly body: unknown;
  readonly actor: Actor;
}

/** Undefined when nothing is found, or not within the time limit. */
export type BlockersOf = (refused: readonly Refused[], command: BlockedCommand) => Promise<Blockers | undefined>;

const SHOWN_MAX = 10;
/** The time limit after which a refusal is answered without blockers. */
const TIMEOUT_MS = 2_000;

export function blockersFrom(pool: Pool, kinds: AggregateRegistry): BlockersOf {
  return async (refused, command) => {
    const requested = refused.flatMap((value) => questionsOf(kinds, value, command));
    if (requested.length === 0) return undefined;
    const rows = await rowsOf(pool, requested, command.stream);
    return rows.length === 0 ? undefined : shown(kinds, rows, command.actor);
  };
}

/** `own` is the stream of the command itself. */
type Question = (client: PoolClient, own: string) => Promise<readonly BlockerRow[]>;

function questionsOf(
  kinds: AggregateRegistry,
  { message, params = {} }: Refused,
  { kind, state, body }: BlockedCommand,
): Question[] {
  const [level = '', ...rest] = (params['key'] ?? '').split(':');
  switch (message) {
    case 'protected':
      if (level === 'stock') {
        const since = [kind.dataOf(state)['date'], params['day']].find((value) => typeof value === 'string');
        return [(client, own) => ask(client, TOOK_GOODS, own, Number(rest[0]), Number(rest[1]), since)];
      }
      if (level === 'open') return [(client, own) => ask(client, ALLOCATED, own, rest[0], rest.at(-1))];
      if (level === 'staff') return [(client, own) => ask(client, REPAID, own, rest[0], params['day'])];
      if (level === 'link' || level === 'returned') return naming(kinds, rest[0] ?? '', 'booked');
      return [];
    case 'in_use':
      return naming(kinds, params['record'] ?? '', 'any');
    case 'closed_period':
    case 'closed_period_may_be_adjusted':
    case 'closed_period_stays':
      return [(client, own) => ask(client, CLOSE_OF_DAY, own, params['day'])];
    case 'drawer_is_not_open': {
      const drawer = membersOf(body)['drawer_fk'] ?? kind.dataOf(state)['drawer_fk'];
      return [(client, own) => ask(client, DOCUMENT_ITSELF, own, DRAWER, drawer)];
    }
    default:
      return [];
  }
}

/** Queries for documents and records that refer to the stream: only posted documents, or everything. */
function naming(kinds: AggregateRegistry, stream: string, which: 'booked' | 'any'): Question[] {
  const named = readStream(stream);
  if (!named) return [];
  const { documents, records } = fieldsNaming(kinds, named.kind);
  const asking =
    (query: typeof EVER_NAMING, fields: readonly (readonly [kind: string, field: string])[]): Question =>
    (client, own) => {
      const paths = fields.map(([, field]) => `$.**."${field}" ? (@ == $id)`);
      return ask(
        client,
        query,
        own,
        fields.map(([kind]) => kind),
        paths,
        named.id,
      );
    };
  return which === 'booked'
    ? [asking(NAMING_BOOKED, documents)]
    : [asking(EVER_NAMING, documents), asking(RECORDS_NAMING, records)];
}

async function rowsOf(pool: Pool, requested: readonly Question[], own: string): Promise<readonly BlockerRow[]> {
  const client = await pool.connect();
  try {
    await client.query(`begin read only`);
    await client.query(`set local statement_timeout = ${TIMEOUT_MS}`);
    const found = new Map<string, BlockerRow>();
    for (const question of requested) {
      for (const row of await question(client, own)) found.set(`${row.kind}-${row.id}`, row);
    }
    await client.query('commit');
    return [...found.values()];
  } catch {
    // The refusal is answered without blockers.
    await client.query('rollback').catch(() => undefined);
    return [];
  } finally {
    client.release();
  }
}

function shown(kinds: AggregateRegistry, rows: readonly BlockerRow[], actor: Actor): Blockers {
  const newest = rows.toSorted((a, b) => (b.date ?? '').localeCompare(a.date ?? '') || b.id - a.id);
  const visible = newest.filter((row) => maySee(kinds, row, actor));
  return {
    blockers: visible.slice(0, SHOWN_MAX).map(({ kind, id, number, date }) => {
      return { kind, id, number, date, route: `${kinds.get(kind)?.resource}/${id}` };
    }),
    blocker_count: rows.length,
    blocker_kinds: [...Map.groupBy(newest, ({ kind }) => kind)].map(([kind, all]) => ({ kind, count: all.length })),
  };
}

/** The same rule as on the read side: the permission to show one or to list, and the row scope. */
export function maySee(
  kinds: AggregateRegistry,
  { kind, outlet_fk, inventory_fk }: Pick<BlockerRow, 'kind' | 'outlet_fk' | 'inventory_fk'>,
  actor: Actor,
): boolean {
  const resource = kinds.get(kind)?.resource;
  if (resource === undefined || !(actor.can(`${resource}/show`) || actor.can(`${resource}/index`))) return false;
  if (outlet_fk !== null && !actor.hasOutlet(outlet_fk)) return false;
  return inventory_fk === null || actor.hasInventory(inventory_fk);
}
