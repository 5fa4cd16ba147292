/**
 * A line of a document whose rate was corrected. The correction keeps the document's own event as the cause of its
 * lines, but posts its movements again at its own position, with the right rate record.
 */
import { sql } from 'kysely';
import { corrected, correctionType, type RateCorrection } from '../../../domain/documents/rate-correction.ts';
import { RATE_SIDES } from '../../../domain/registry/rate-sides.ts';
import type { Snapshot } from '../../database/reader.ts';
import type { StoredLine } from './line-read.ts';
import { type MovementNamed, POOL_KEYS } from './stored-movement.ts';

type PlaceInPool = Omit<MovementNamed, 'position'>;

/**
 * The position of the posting of the line's movement. A reversal takes back the movements that were current, of the
 * document's own event or of its last correction.
 */
export async function movementPosition(snapshot: Snapshot, of: StoredLine, place: PlaceInPool): Promise<string> {
  if (of.source !== 'journal' || of.kind === 'restatement') return of.cause_position;
  if (of.kind !== 'reversal') return of.position;
  const [first, second] = POOL_KEYS[place.pool];
  const isThere = sql`j.${sql.ref(second)} = ${place.second}`;
  // Cost that inventories share is taken back by the movement in one of them.
  const { rows } = await sql<{ move_position: string }>`
    select j.move_position from ${sql.table(`read.${place.pool}_line`)} j
    where j.position = ${of.position}::bigint and j.kind = 'reversal' and j.move_line = ${place.line}
      and j.${sql.ref(first)} = ${place.first} and (${place.pool} = 'stock' or ${isThere})
    order by ${isThere} desc, j.effective_date = ${of.effective_date}::date desc,
      j.move_position = ${of.cause_position}::bigint desc limit 1`.execute(snapshot);
  return rows[0]?.move_position ?? of.cause_position;
}

interface Cause {
  readonly position: string;
  readonly kind: string;
  readonly entity_id: number | null;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The rate record with which the line was posted. The reversing lines of a correction have the record before it. */
export async function rateRecordOf(snapshot: Snapshot, line: StoredLine, cause: Cause): Promise<number | null> {
  if (line.rate === null) return null;
  const until = line.kind === 'reversal' ? sql`e.position <` : sql`e.position <=`;
  const { rows } = await sql<{ data: RateCorrection }>`
    select e.data from read.event e
    where e.kind = ${cause.kind} and e.entity_id = ${cause.entity_id} and e.type = ${correctionType(cause.kind)}
      and e.position > ${cause.position}::bigint and ${until} ${line.position}::bigint
    order by e.position`.execute(snapshot);
  const side = RATE_SIDES.get(cause.kind) ?? 'out';
  const { rate_fk } = rows.reduce((data, { data: correction }) => corrected(data, side, correction), cause.data);
  return typeof rate_fk === 'number' ? rate_fk : null;
}
