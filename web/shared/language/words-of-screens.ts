/**
 * The areas of words that only some screens of the office have, and that come with these (`withWords` of their routes). A
 * list is lighter without them, and a till keeps none of them.
 */
import { loadWordsOfScreens, type Words } from './language.ts';

const files = import.meta.glob<Words>('../../../languages/screens/*/{closing,audit,counting,dashboard,proposal}.json', {
  import: 'default',
});

export const loadWordsOf = (area: string): Promise<void> => loadWordsOfScreens(files, area);
