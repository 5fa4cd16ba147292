/** Search: every typed word must occur in the folded text. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { foldForSearch } from '../../domain/kernel/folding.ts';

/** Further words are ignored, for example of a pasted page. */
const WORDS_MAX = 12;

/** Escapes `%` and `_`. */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** `text` must be folded, like the search columns of the read models. */
export function searchCondition(text: RawBuilder<unknown>, typed: string): RawBuilder<SqlBool> {
  const words = foldForSearch(typed)
    .split(' ')
    .filter((word) => word !== '')
    .slice(0, WORDS_MAX);
  if (words.length === 0) return sql`true`;
  return sql`(${sql.join(
    words.map((word) => sql`${text} like ${likePattern(word)}`),
    sql` and `,
  )})`;
}

/** For a column with unfolded text. */
export function containsCondition(text: RawBuilder<unknown>, typed: string): RawBuilder<SqlBool> {
  return sql`${text} ilike ${likePattern(typed.trim())}`;
}
