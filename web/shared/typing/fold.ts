/** Searches with the server's folding, so that different spellings of a word match. */
import { foldForSearch } from '../../../domain/values/folding.ts';

export { foldForSearch };

/** True when every word of the query occurs in the text. */
export function matchesSearch(text: string, query: string): boolean {
  const folded = foldForSearch(text);
  return foldForSearch(query)
    .split(' ')
    .every((word) => folded.includes(word));
}
