/** Pieces with serial numbers in a counting round: where a scanned number stands, and whether it is counted already. */
import { hasSerials, isSameNumber } from '../../../domain/values/batch.ts';
import { read } from '../../shared/api/read.ts';
import type { StandingPiece } from '../../shared/document/model/goods/standing-pieces.ts';
import type { CountedItem, CountedUnit, Round } from './round.ts';
import type { WaitingEntry } from './waiting.ts';

export const piecesIn = (goods: readonly CountedItem[]): readonly CountedItem[] => goods.filter(hasSerials);

/** The unit of one piece. */
export const pieceUnit = ({ units }: CountedItem): CountedUnit | undefined =>
  units.find(({ is_base }) => is_base) ?? units[0];

export const findPieces = (id: number, code: string): Promise<readonly StandingPiece[]> =>
  read('count_rounds/:id/piece', { params: { id }, query: { code } });

type Entry = Pick<WaitingEntry, 'item_fk' | 'batch_number'>;

/** Whether the round has the piece, as far as the page has read it, or this device. */
export const isCounted = (
  { entries }: Pick<Round, 'entries'>,
  waiting: readonly WaitingEntry[],
  item: number,
  number: string,
): boolean => {
  const own = waiting.filter(({ problem, is_removed }) => problem === undefined && !is_removed);
  const left = new Set(waiting.flatMap(({ entry_uuid, is_removed }) => (is_removed ? [entry_uuid] : [])));
  const all: readonly Entry[] = [...entries.filter(({ entry_uuid }) => !left.has(entry_uuid)), ...own];
  return all.some(({ item_fk, batch_number }) => item_fk === item && isSameNumber(batch_number, number));
};
