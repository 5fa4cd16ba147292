/** Postings of one state of a document that another state does not have. */
import type { Posting } from './entry.ts';

/** The postings of `after` that `before` does not contain, compared by content. */
export function addedPostings(before: readonly Posting[], after: readonly Posting[]): readonly Posting[] {
  if (before.length === 0 || after.length === 0) return after;
  const present = new Set(before.map(contentOf));
  return after.filter((posting) => !present.has(contentOf(posting)));
}

const contentOf = (posting: Posting): string =>
  JSON.stringify(posting, (_, value) => (typeof value === 'bigint' ? `${value}` : value));
