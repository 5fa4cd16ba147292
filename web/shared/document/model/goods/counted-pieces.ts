/** The pieces of a document that counts goods: what the books are asked, and what the document has already. */
import type { ItemRow } from '../declaration.ts';
import { isEmpty } from '../draft.ts';
import { knownName, rememberRow } from '../known-names.ts';
import { hasPieces } from './batches.ts';
import { hasNumber, itemThatTakes, type LinesOfPieces } from './pieces.ts';
import type { PieceCount, PieceGoods } from './standing-pieces.ts';

/** Everything but what is done with a piece that is counted. */
export type PieceBooks = Omit<PieceCount, 'count'>;

const goodsOf = (item_fk: number): PieceGoods => ({ item_fk, item_name: knownName('items', item_fk) ?? null });

export function pieceGoodsOf(item: ItemRow): PieceGoods {
  rememberRow('items', item);
  return goodsOf(Number(item['item_id']));
}

/**
 * Undefined where the document counts no goods, or does not say yet in which inventory. `besides`: the line whose numbers
 * are being changed.
 */
export function pieceBooksOf(target: LinesOfPieces, besides?: number): PieceBooks | undefined {
  const { store, declaration } = target;
  const { piecesAt } = declaration.columns.find(({ field }) => field === 'batches') ?? {};
  if (!piecesAt || isEmpty(store.state.draft.header['inventory_fk'])) return undefined;
  return {
    find: (number) => piecesAt(store.state.draft.header, number),
    isCounted: (item, number) => hasNumber(target, item, number, besides),
    goods: () => {
      const lines = store.state.draft.lines.filter(({ fields }) => hasPieces(fields));
      return [...new Set(lines.map(({ fields }) => Number(fields['item_fk'])))].map(goodsOf);
    },
    likely: () => {
      const item = itemThatTakes(target, '');
      return item === undefined ? undefined : goodsOf(item);
    },
  };
}
