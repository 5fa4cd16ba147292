/** Searching: every word of what was typed is somewhere in the folded text. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { foldForSearch } from '../../domain/kernel/folding.ts';

/** Words beyond these are not looked at; a pasted page is not a search. */
const WORDS_MAX = 12;

/** `%` and `_` are looked for as they are. */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** `text` is folded already, as the search columns of the read models are. */
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

/** For a column that is kept as it was entered. */
export function containsCondition(text: RawBuilder<unknown>, typed: string): RawBuilder<SqlBool> {
  return sql`${text} ilike ${likePattern(typed.trim())}`;
}
