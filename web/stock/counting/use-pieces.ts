/** Counts pieces by their serial numbers: one scan each, and a question about those that the books do not have here. */
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../shared/api/error.ts';
import { notifyError, notifyProblem } from '../../shared/notify/notify.ts';
import { sound } from '../../shared/notify/sounds.ts';
import { isolateLtr } from '../../shared/typing/digits.ts';
import {
  type FoundNumber,
  findPieces,
  isBarcode,
  isCounted,
  piecesIn,
  pieceUnit,
  type StandingPiece,
} from './pieces.ts';
import type { CountedItem, CountedUnit, Round } from './round.ts';
import type { WaitingEntries } from './waiting.ts';

interface Props {
  readonly id: number;
  readonly round: Round;
  readonly goods: readonly CountedItem[];
  readonly waiting: WaitingEntries;
  readonly count: (item: CountedItem, unit: CountedUnit, number: string) => void;
}

const isAway = (problem: unknown): boolean => problem instanceof ApiError && problem.status === 0;

const isTaken = (round: Round, { item_fk }: CountedItem): boolean =>
  round.takes_unlisted !== false || round.items.some((listed) => listed.item_fk === item_fk);

export type Pieces = ReturnType<typeof usePieces>;

export function usePieces({ id, round, goods, waiting, count }: Props) {
  const refuse = useRefusal();
  /** The numbers that wait for an answer. */
  const [asked, setAsked] = useState<readonly FoundNumber[]>([]);
  /** The item of the last counted piece. */
  const last = useRef<CountedItem>(undefined);
  const add = (item: CountedItem, number: string) => {
    const unit = pieceUnit(item);
    if (isCounted(round, waiting.current(), item.item_fk, number)) return refuse('piece_counted', number);
    last.current = item;
    sound('scanned');
    if (unit) count(item, unit, number);
  };
  const ask = (found: FoundNumber) => {
    sound('unknown');
    setAsked((before) => [...before, found]);
  };
  const takeStanding = (piece: StandingPiece) => {
    const { serial_number: number, stands, inventory_name } = piece;
    if (!isTaken(round, piece)) return refuse('not_listed', number, { code: isolateLtr(number) });
    if (stands === 'here' || isCounted(round, waiting.current(), piece.item_fk, number)) return add(piece, number);
    if (stands === 'gone') return ask({ number, items: [piece], likely: piece, gone: piece });
    const place = inventory_name === null ? 'piece_elsewhere' : 'piece_in';
    return refuse(place, number, { item: piece.item_name ?? '', inventory: inventory_name ?? '' });
  };
  /** False for a code that is of no piece. `item`: that of the number, unless the books have the number of another one. */
  const take = async (code: string, item?: CountedItem): Promise<boolean> => {
    const number = code.trim();
    const likely = item ?? last.current;
    const known = item ? [item] : piecesIn(goods);
    const counted = known.find(({ item_fk }) => isCounted(round, waiting.current(), item_fk, number));
    if (counted) {
      add(counted, number);
      return true;
    }
    const found = await findPieces(id, number);
    const own = found.filter(({ item_fk }) => item_fk === item?.item_fk);
    const [piece, next] = own.length > 0 ? own : found;
    if (piece && next && piece.stands !== 'here') ask({ number, items: found, likely: undefined, gone: undefined });
    else if (piece) takeStanding(piece);
    else if (item || (known.length > 0 && !isBarcode(number))) {
      ask({ number, items: known, likely, gone: undefined });
    } else return false;
    return true;
  };
  /** The number of a piece of this item, which is counted without a connection too: the server looks at it later. */
  const takeOf = (item: CountedItem, number: string) => unlessAway(take(number, item), () => add(item, number.trim()));
  return {
    asked: asked[0],
    take,
    takeOf,
    answer: (item: CountedItem | undefined) => {
      const [first, ...others] = asked;
      setAsked(others);
      if (item && first) add(item, first.number);
      else if (first) refuse('piece_not_counted', first.number);
    },
  };
}

async function unlessAway(taken: Promise<unknown>, otherwise: () => void): Promise<void> {
  try {
    await taken;
  } catch (problem) {
    if (isAway(problem)) otherwise();
    else notifyProblem(problem);
  }
}

/** Says with a sound why a number is not counted. */
function useRefusal() {
  const { t } = useTranslation();
  return (words: string, number: string, more: object = {}) => {
    sound('unknown');
    notifyError(t(`stock:counting.${words}`, { number: isolateLtr(number), ...more }));
  };
}
