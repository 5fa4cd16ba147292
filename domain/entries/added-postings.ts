/** Postings of one state of a document that another state does not have. */
import type { Posting } from './entry.ts';

/**
 * The postings of `after` that `before` does not contain, compared by content. A payment that equals an earlier one of the
 * same document is added.
 */
export function addedPostings(before: readonly Posting[], after: readonly Posting[]): readonly Posting[] {
  if (before.length === 0 || after.length === 0) return after;
  const present = new Map<string, number>();
  for (const content of before.map(contentOf)) present.set(content, (present.get(content) ?? 0) + 1);
  return after.filter((posting) => {
    const content = contentOf(posting);
    const times = present.get(content) ?? 0;
    present.set(content, times - 1);
    return times <= 0;
  });
}

const contentOf = (posting: Posting): string =>
  JSON.stringify(posting, (_, value) => (typeof value === 'bigint' ? `${value}` : value));
