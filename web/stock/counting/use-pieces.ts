/** Counts the pieces of a round by their serial numbers, also those that are scanned without a connection. */
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../shared/api/error.ts';
import { countFound, countPiece, type PieceCount } from '../../shared/document/model/goods/standing-pieces.ts';
import { notifyProblem } from '../../shared/notify/notify.ts';
import { isolateLtr } from '../../shared/typing/digits.ts';
import { findPieces, isCounted, piecesIn, pieceUnit } from './pieces.ts';
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

export function usePieces(props: Props) {
  const { t } = useTranslation();
  /** A question may wait long for its answer, and others count meanwhile. */
  const now = useRef(props);
  useEffect(() => {
    now.current = props;
  });
  /** The item of the last counted piece. */
  const last = useRef<CountedItem>(undefined);
  const counting: PieceCount<CountedItem> = {
    find: (number) => findPieces(props.id, number),
    isCounted: (item, number) => isCounted(now.current.round, now.current.waiting.current(), item, number),
    whyNot: (item, number) =>
      isTaken(now.current.round, item) ? undefined : t('counting:not_listed', { code: isolateLtr(number) }),
    goods: () => piecesIn(now.current.goods),
    likely: () => last.current,
    count: (item, number) => {
      const unit = pieceUnit(item);
      last.current = item;
      if (unit) now.current.count(item, unit, number);
    },
  };
  /** False for a code that is of no piece. `item`: that of the number, unless the books have the number of another one. */
  const take = (code: string, item?: CountedItem): Promise<boolean> => countPiece(counting, code, item);
  /** The number of a piece of this item, which is counted without a connection too: the server looks at it later. */
  const takeOf = (item: CountedItem, number: string) =>
    unlessAway(take(number, item), () => countFound(counting, item, number.trim()));
  return { take, takeOf };
}

async function unlessAway(taken: Promise<unknown>, otherwise: () => Promise<void>): Promise<void> {
  try {
    await taken;
  } catch (problem) {
    if (isAway(problem)) await otherwise();
    else notifyProblem(problem);
  }
}
