/**
 * Balances of the monetary accounts of an outlet in foreign currency at the end of a day, read at one position of the read models.
 */
import type { ForeignBalances } from '../../../domain/ledger/revaluation-rules.ts';
import { FOREIGN_BALANCES } from '../../read-models/foreign-balances.ts';
import { askCurrent } from '../../read-models/models-at.ts';
import { type BooksOf, inCurrentBooks } from './current-books.ts';

/** Undefined before the first build. Throws StoreUnavailable while the read models are behind. */
export function foreignBalances(books: BooksOf, outlet: number): Promise<ForeignBalances | undefined> {
  return inCurrentBooks(books, async (client, at, position) => ({
    position,
    balances: await askCurrent(client, FOREIGN_BALANCES, at, outlet, books.to),
  }));
}
