/** A trial of an append: the checks of migrations/functions/claim.tried.sql, which write nothing. */

import { defined } from '../../domain/values/defined.ts';
import type { DecisionRead } from '../decision-read.ts';
import type { Append } from '../port.ts';
import { ClaimsRefused, ReadsMoved, WrongRevision } from '../port.ts';
import { claimsText, readRefusals } from './claims-text.ts';
import { parseMovedRead, refusedClaims, wrongRevision } from './stored-texts.ts';
import type { LogTables } from './tables.ts';

/** `busy`: a pending batch for KurrentDB must be completed first. */
export type TriedAppend = [outcome: 'accepted' | 'revision' | 'moved' | 'refused' | 'busy', detail: string | null];

/** A batch that checks only its reads and writes nothing. */
export const onlyReads = (reads: readonly DecisionRead[]): Append => ({
  commandId: '',
  writes: [],
  claims: [],
  reads,
  meta: { actor: '', commandId: '' },
});

/** `eventsIn` names the store of the events. Throws StoreUnavailable. */
export async function triedAppend(
  tables: LogTables,
  batch: Append,
  eventsIn: 'log' | 'kurrentdb',
): Promise<TriedAppend> {
  const [row] = await tables.query<TriedAppend>(
    'tried_append',
    'select outcome, detail from claim.tried($1::text[], $2::int[], $3::jsonb, $4::boolean)',
    [
      batch.writes.map(({ stream }) => stream),
      batch.writes.map(({ expectedRevision }) => expectedRevision),
      claimsText(batch) ?? '{}',
      eventsIn === 'log',
    ],
  );
  return defined(row, 'the answer of claim.tried');
}

/**
 * WrongRevision for a batch that was decided before another one of its streams was stored, instead of what its claims were
 * refused for: that follows from a state that is no longer.
 */
export const lateOr = ([outcome, detail]: TriedAppend, refused: ClaimsRefused): WrongRevision | ClaimsRefused =>
  outcome === 'revision' ? revisionIn(detail) : refused;

function revisionIn(detail: string | null): WrongRevision {
  const { stream, expected, actual } = wrongRevision.parse(detail ?? 'null');
  return new WrongRevision(stream, expected, actual);
}

/** Throws the error that the append would throw. */
export function throwTried([outcome, detail]: TriedAppend): void {
  if (outcome === 'accepted') return;
  const text = detail ?? 'null';
  switch (outcome) {
    case 'revision':
      throw revisionIn(text);
    case 'moved':
      throw new ReadsMoved(parseMovedRead(text));
    case 'refused':
      throw new ClaimsRefused(readRefusals(refusedClaims.parse(text)));
    default:
      throw new Error(`claim.tried gave the outcome ${outcome}`);
  }
}
