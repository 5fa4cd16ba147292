/** The PostgreSQL half of an append to KurrentDB: migrations/functions/claim.reserve_group.sql, claim.settle_group.sql. */

import { Type } from 'typebox';
import type { ClaimRefusal } from '../../domain/deciding/claim.ts';
import { checked } from '../../domain/schemas/checked.schema.ts';
import { defined } from '../../domain/values/defined.ts';
import type { EncodedBatch } from '../batch.ts';
import { claimsText } from '../claims/claims-text.ts';
import { Gathered } from '../claims/gathered.ts';
import { isoTime } from '../claims/iso-time.ts';
import {
  parseBatch,
  parseMovedRead,
  refusedClaims,
  type StoredAnswer,
  storedAnswer,
  storedTexts,
} from '../claims/stored-texts.ts';
import type { LogTables } from '../claims/tables.ts';
import { type TriedAppend, triedAppend } from '../claims/tried-append.ts';
import type { DecisionRead } from '../decision-read.ts';
import type { Append, Appended } from '../port.ts';
import type { Given } from './events.ts';

/** A batch that is reserved and not settled, with the result of the reservation. */
export interface Intent extends Given {
  readonly batch: Append;
  /** Distinguishes this reservation of the command from a later one. */
  readonly attempt: string;
  /** True when it is partly stored and the rest was refused: only a person can resolve it. */
  readonly isStuck: boolean;
}

/** An intent that only a person can resolve: partly stored, and the rest refused. */
export interface StuckIntent {
  readonly batch: Append;
  readonly reason: string;
  /** ISO 8601 UTC. */
  readonly since: string;
}

export interface PendingCommand {
  readonly commandId: string;
  /** Age since its reservation. */
  readonly ageMs: number;
}

export type Reservation =
  | { readonly outcome: 'reserved' | 'pending' | 'stuck'; readonly intent: Intent }
  | { readonly outcome: 'repeated'; readonly answer: Appended }
  | { readonly outcome: 'refused'; readonly refusals: readonly (ClaimRefusal & { readonly i: number })[] }
  | { readonly outcome: 'moved'; readonly read: DecisionRead }
  | { readonly outcome: 'mismatch' }
  | { readonly outcome: 'busy' };

/** The log's data of an appended batch. */
type Stored = Pick<Appended, 'position' | 'revisions' | 'recordedAt'>;

type IntentRow = [batch: string, numbers: string, recordedAt: string, attempt: string, isStuck: string];

const INTENT_COLUMNS = 'batch, numbers, recorded_at, attempt, stuck is not null';

export class Intents {
  readonly #tables: LogTables;
  readonly #reserving = new Gathered((group: readonly EncodedBatch[]) => this.#reserveGroup(group));
  readonly #settling = new Gathered((group: readonly (readonly [Intent, Stored])[]) => this.#settleGroup(group));

  constructor(tables: LogTables) {
    this.#tables = tables;
  }

  reserve(encoded: EncodedBatch): Promise<Reservation> {
    return this.#reserving.ask(encoded, encoded.bytes);
  }

  tried(batch: Append): Promise<TriedAppend> {
    return triedAppend(this.#tables, batch, 'kurrentdb');
  }

  /** Commands that are reserved and not settled, and that affect a decision with these streams and reads. */
  async pendingFor(streams: readonly string[], reads: readonly DecisionRead[]): Promise<readonly PendingCommand[]> {
    const rows = await this.#tables.query<[commandId: string, ageMs: string]>(
      'pending_commands',
      'select command_id, age_ms from claim.pending_commands($1::text[], $2::jsonb)',
      [streams, JSON.stringify(reads)],
    );
    return rows.map(([commandId, ageMs]) => ({ commandId, ageMs: Number(ageMs) }));
  }

  /** `stored` has position, revisions and time from the log. */
  async settle(intent: Intent, stored: Stored): Promise<Appended> {
    const settled = await this.#settling.ask([intent, stored]);
    if (!settled) throw new Error(`command ${intent.batch.commandId} is in the log, but nobody reserved it`);
    return settled;
  }

  async #reserveGroup(group: readonly EncodedBatch[]): Promise<Reservation[]> {
    const batches = group.map(({ batch }) => batch);
    const [row] = await this.#tables.recording<[rows: string]>(
      'reserve_durably',
      'call claim.reserve_durably($1::uuid[], $2::text[], $3::json[], $4::json[], $5::jsonb[], null)',
      [
        batches.map(({ commandId }) => commandId),
        batches.map(({ digest }) => digest ?? null),
        batches.map(({ writes }) => JSON.stringify(writes.map(({ stream }) => stream))),
        batches.map((batch) => JSON.stringify(batch)),
        batches.map((batch) => claimsText(batch) ?? '{}'),
      ],
    );
    const rows = reservations.parse(row?.[0] ?? '[]');
    return rows.map((row, index) => toReservation(row, defined(batches[index])));
  }

  async #settleGroup(group: readonly (readonly [Intent, Stored])[]): Promise<(Appended | undefined)[]> {
    const rows = await this.#tables.query<[answer: string | null]>(
      'settle_group',
      `select answer from claim.settle_group(
         $1::uuid[], $2::bigint[], $3::bigint[], $4::json[], $5::json[], $6::timestamptz[]) answer`,
      [
        group.map(([{ batch }]) => batch.commandId),
        group.map(([{ attempt }]) => attempt),
        group.map(([, { position }]) => position),
        group.map(([{ batch }]) => JSON.stringify(batch.writes.map(({ stream }) => stream))),
        group.map(([, { revisions }]) => JSON.stringify(revisions)),
        group.map(([, { recordedAt }]) => recordedAt),
      ],
    );
    return rows.map(([answer]) => (answer ? toAppended(storedAnswer.parse(answer)) : undefined));
  }

  async release({ batch, attempt }: Intent): Promise<void> {
    await this.#tables.query('give_up', 'select claim.release_attempt($1::uuid, $2::bigint)', [
      batch.commandId,
      attempt,
    ]);
  }

  /** Position of the last event of any settled command; START before the first. */
  async settledPosition(): Promise<bigint> {
    const [row] = await this.#tables.query<[position: string]>('settled', 'select position from claim.clock', []);
    return BigInt(row?.[0] ?? 0);
  }

  /** Excludes the intent from automatic sending, for the `reason`; a person resolves it. */
  async markStuck({ batch, attempt }: Intent, reason: string): Promise<void> {
    await this.#tables.query(
      'mark_stuck',
      'update claim.intent set stuck = $3 where command_id = $1::uuid and attempt = $2::bigint',
      [batch.commandId, attempt, reason],
    );
  }

  /** The stored intent of any process. Undefined when the command is settled, released, or was never reserved. */
  async find(commandId: string): Promise<Intent | undefined> {
    const rows = await this.#tables.query<IntentRow>(
      'find_intent',
      `with flushed as materialized (select claim.flush())
       select ${INTENT_COLUMNS} from claim.intent, flushed where command_id = $1::uuid`,
      [commandId],
    );
    return rows.map(toIntent)[0];
  }

  /**
   * Intents older than `olderThanMs` that can be completed, oldest first. Those of the future are older too: the clock
   * was set back since.
   */
  async unresolved(olderThanMs: number): Promise<Intent[]> {
    const rows = await this.#tables.query<IntentRow>(
      'unresolved',
      `select ${INTENT_COLUMNS} from claim.intent
       where (created_at <= clock_timestamp() - $1 * interval '1 millisecond' or created_at > clock_timestamp())
         and stuck is null order by created_at`,
      [olderThanMs],
    );
    return rows.map(toIntent);
  }

  async stuck(): Promise<StuckIntent[]> {
    const rows = await this.#tables.query<[batch: string, reason: string, since: string]>(
      'stuck',
      'select batch, stuck, created_at from claim.intent where stuck is not null order by created_at',
      [],
    );
    return rows.map(([batch, reason, since]) => ({
      batch: parseBatch(batch),
      reason,
      since: isoTime(since),
    }));
  }

  /** Assigns a new time to a stuck intent and records who decided it; undefined when the command is not stuck. */
  async takeUp(commandId: string, by: string, reason: string): Promise<Intent | undefined> {
    const [row] = await this.#tables.query<[resolved: string]>(
      'resolve',
      'select claim.resolve_stuck($1::uuid, $2, $3)',
      [commandId, by, reason],
    );
    return row?.[0] === 't' ? this.find(commandId) : undefined;
  }
}

const NullableText = Type.Union([Type.String(), Type.Null()]);
const OUTCOMES = ['reserved', 'pending', 'stuck', 'repeated', 'refused', 'moved', 'mismatch', 'busy'] as const;
/**
 * Outcome, detail, batch (null when reserved by this call, else the stored batch of the earlier sender), time and
 * attempt.
 */
const reservations = checked(
  'the answer of claim.reserve_durably',
  Type.Array(Type.Tuple([Type.Enum(OUTCOMES), NullableText, NullableText, NullableText, NullableText])),
);
type ReservationRow = ReturnType<typeof reservations.read>[number];

function toReservation([outcome, detail, batch, time, attempt]: ReservationRow, own: Append): Reservation {
  switch (outcome) {
    case 'reserved':
    case 'pending':
    case 'stuck':
      return {
        outcome,
        intent: {
          batch: batch === null ? own : parseBatch(batch),
          numbers: storedTexts.parse(detail ?? '[]'),
          recordedAt: isoTime(time ?? ''),
          attempt: attempt ?? '',
          isStuck: outcome === 'stuck',
        },
      };
    case 'repeated':
      return { outcome, answer: toAppended(storedAnswer.parse(detail ?? '')) };
    case 'refused':
      return { outcome, refusals: refusedClaims.parse(detail ?? '') };
    case 'moved':
      return { outcome, read: parseMovedRead(detail ?? '') };
    default:
      return { outcome };
  }
}

function toIntent([batch, numbers, recordedAt, attempt, isStuck]: IntentRow): Intent {
  return {
    batch: parseBatch(batch),
    numbers: storedTexts.parse(numbers),
    recordedAt: isoTime(recordedAt),
    attempt,
    isStuck: isStuck === 't',
  };
}

function toAppended(answer: StoredAnswer): Appended {
  const { position, revisions, numbers, recorded_at } = answer;
  return { position: BigInt(position), revisions, numbers, recordedAt: recorded_at, repeated: true };
}
