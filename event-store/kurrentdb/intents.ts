/** The PostgreSQL half of an append to KurrentDB: migrations/0006-claim-intents. */
import type { ClaimRefusal } from '../../domain/kernel/claim.ts';
import type { EncodedBatch } from '../batch.ts';
import type { DecisionRead } from '../decision-read.ts';
import type { Append, Appended } from '../port.ts';
import { claimsText } from '../postgres/claims.ts';
import type { LogTables, StoredAnswer } from '../postgres/tables.ts';

export type Reservation =
  | { readonly outcome: 'reserved' | 'pending'; readonly numbers: readonly string[] }
  | { readonly outcome: 'repeated'; readonly answer: Appended }
  | { readonly outcome: 'refused'; readonly refusals: readonly (ClaimRefusal & { readonly i: number })[] }
  | { readonly outcome: 'moved'; readonly read: DecisionRead }
  | { readonly outcome: 'mismatch' }
  | { readonly outcome: 'busy' };

export class Intents {
  readonly #tables: LogTables;

  constructor(tables: LogTables) {
    this.#tables = tables;
  }

  async reserve({ batch }: EncodedBatch): Promise<Reservation> {
    const [row] = await this.#tables.query<[outcome: Reservation['outcome'], detail: string | null]>(
      'reserve',
      'select outcome, detail from claim.reserve($1::uuid, $2::text, $3::text[], $4::json, $5::jsonb)',
      [
        batch.commandId,
        batch.digest ?? null,
        batch.writes.map(({ stream }) => stream),
        JSON.stringify(batch),
        claimsText(batch) ?? '{}',
      ],
    );
    if (!row) throw new Error('claim.reserve gave no row');
    const detail = JSON.parse(row[1] ?? 'null') as unknown;
    switch (row[0]) {
      case 'reserved':
      case 'pending':
        return { outcome: row[0], numbers: detail as string[] };
      case 'repeated':
        return { outcome: 'repeated', answer: toAppended(detail as StoredAnswer, true) };
      case 'refused':
        return { outcome: 'refused', refusals: detail as (ClaimRefusal & { i: number })[] };
      case 'moved':
        return { outcome: 'moved', read: detail as DecisionRead };
      default:
        return { outcome: row[0] };
    }
  }

  /** Position, revisions and time as the log has them. */
  async settle(
    batch: Append,
    { position, revisions, recordedAt }: Pick<Appended, 'position' | 'revisions' | 'recordedAt'>,
  ) {
    const streams = batch.writes.map(({ stream }) => stream);
    const [row] = await this.#tables.query<[repeated: string, answer: string | null]>(
      'settle',
      'select repeated, answer from claim.settle($1::uuid, $2::bigint, $3::json, $4::json, $5::timestamptz)',
      [batch.commandId, position, JSON.stringify(streams), JSON.stringify(revisions), recordedAt],
    );
    if (!row?.[1]) throw new Error(`command ${batch.commandId} is in the log, but nobody reserved it`);
    return toAppended(JSON.parse(row[1]) as StoredAnswer, row[0] === 't');
  }

  async release(commandId: string): Promise<void> {
    await this.#tables.query('release', 'select claim.release($1::uuid)', [commandId]);
  }

  /** The batches of intents that are older than that, oldest first. */
  async unresolved(olderThanMs: number): Promise<Append[]> {
    const rows = await this.#tables.query<[batch: string]>(
      'unresolved',
      `select batch from claim.intent
       where created_at <= clock_timestamp() - $1 * interval '1 millisecond' order by created_at`,
      [olderThanMs],
    );
    return rows.map(([batch]) => JSON.parse(batch) as Append);
  }
}

function toAppended(answer: StoredAnswer, repeated: boolean): Appended {
  const { position, revisions, numbers, recorded_at } = answer;
  return { position: BigInt(position), revisions, numbers, recordedAt: recorded_at, repeated };
}
