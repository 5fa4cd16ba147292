/** Pieces with serial numbers in a counting round: where a scanned number stands, and whether it is counted already. */
import { checkDigit } from '../../../domain/catalogue/barcode.ts';
import { plainText } from '../../../domain/catalogue/code.ts';
import { hasSerials, isSameNumber } from '../../../domain/values/batch.ts';
import { type Reads, read } from '../../shared/api/read.ts';
import type { CountedItem, CountedUnit, Round } from './round.ts';
import type { WaitingEntry } from './waiting.ts';

export type StandingPiece = Reads['count_rounds/:id/piece'][number];

/** A number that is counted only when a person says that its piece was found. */
export interface FoundNumber {
  readonly number: string;
  /** What the item may be: one where it is known. */
  readonly items: readonly CountedItem[];
  /** The item that was counted before it. */
  readonly likely: CountedItem | undefined;
  /** The piece has left, as the books have it. */
  readonly gone: StandingPiece | undefined;
}

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

/** The barcode of goods that nobody entered yet is no number of a piece: its last digit checks the others. */
export function isBarcode(typed: string): boolean {
  const code = plainText(typed);
  return /^(\d{8}|\d{12,14})$/.test(code) && checkDigit(code.slice(0, -1)) === Number(code.at(-1));
}
