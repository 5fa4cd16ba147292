/** Finding by what two people type for the same word, with the server's own folding. */
import { foldForSearch } from '../../../domain/kernel/folding.ts';

export { foldForSearch };

/** True when every word of the query is somewhere in the text. */
export function matchesSearch(text: string, query: string): boolean {
  const folded = foldForSearch(text);
  return foldForSearch(query)
    .split(' ')
    .every((word) => folded.includes(word));
}
