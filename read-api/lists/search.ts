/** Search: every typed word must occur in the folded text. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { FOLDED_ONE_BY_ONE, foldForSearch, toLatinDigits } from '../../domain/kernel/folding.ts';

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

/**
 * A code of a row, for comparison with `codesTyped`: its letters and digits are folded. ASCII needs only `lower`, which
 * takes a tenth of the time.
 */
export const foldedCode = (code: RawBuilder<unknown>): RawBuilder<string> =>
  sql`case when octet_length(${code}) = length(${code}) then lower(${code})
    else translate(lower(${code}), ${FOLDED_ONE_BY_ONE.from}, ${FOLDED_ONE_BY_ONE.to}) end`;
/** The forms in which a typed code may be stored: as typed, and folded. */
export const codesTyped = (typed: string): readonly string[] => [
  ...new Set([typed.trim().toLowerCase(), foldForSearch(typed)]),
];

export const hasBarcode = (barcode: string): RawBuilder<SqlBool> =>
  sql`r.data @> ${JSON.stringify({ item_units: [{ barcodes: [barcode] }] })}::jsonb`;

const CODES = ['item_code', 'code', 'mobile'];

/**
 * True when the code, the mobile or a barcode of record `r` is the typed text. The search text contains each of them as
 * whole words, and is compared first, because the data of all found rows would take long to read.
 */
export function hasCode(typed: string): RawBuilder<SqlBool> {
  const codes = CODES.map((field) => sql`r.data ->> ${sql.lit(field)}`);
  const equal = codes.map((code) => sql`coalesce(${foldedCode(code)} = any(${[...codesTyped(typed)]}::text[]), false)`);
  const barcodes = new Set([typed, toLatinDigits(typed)].map((text) => text.trim()));
  return sql`(case when ' ' || r.search || ' ' like ${likePattern(` ${foldForSearch(typed)} `)}
    then ${sql.join([...equal, ...[...barcodes].map(hasBarcode)], sql` or `)} else false end)`;
}

/** For a column with unfolded text. */
export function containsCondition(text: RawBuilder<unknown>, typed: string): RawBuilder<SqlBool> {
  return sql`${text} ilike ${likePattern(typed.trim())}`;
}
