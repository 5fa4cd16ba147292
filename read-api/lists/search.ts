/** Search: every typed word must occur in the folded text. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { labelDigits, USUAL_SCALES } from '../../domain/catalogue/scales.ts';
import { keysIn } from '../../domain/catalogue/scanned-code.ts';
import { NUMBER_SEPARATORS } from '../../domain/values/batch.ts';
import { FOLDED_ONE_BY_ONE, foldForSearch } from '../../domain/values/folding.ts';
import { telephoneTyped } from '../../domain/values/telephone.ts';

/** Further words are ignored, for example of a pasted page. */
const WORDS_MAX = 12;

/** Escapes `%` and `_`. */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/**
 * `text` must be folded, like the search columns of the read models. A typed or scanned code finds the goods that have it in
 * another spelling too, or in a code of GS1, or on the label of a scale; a telephone is found in every spelling.
 */
export function searchCondition(text: RawBuilder<unknown>, typed: string): RawBuilder<SqlBool> {
  const folded = foldForSearch(typed);
  const words = wordsCondition(text, folded);
  // The words of a text find its own key.
  const keys = keysIn(typed).filter((key) => key !== folded && /\d/.test(key));
  const found = [
    words,
    ...(keys.length === 0 && labelDigits(typed) === undefined ? [] : [hasKey(text, typed, keys)]),
    ...telephoneBegins(text, typed),
  ];
  return found.length === 1 ? words : sql`(${sql.join(found, sql` or `)})`;
}

/** A telephone is found by its number in any spelling, and by the beginning of it. */
function telephoneBegins(text: RawBuilder<unknown>, typed: string): readonly RawBuilder<SqlBool>[] {
  const key = telephoneTyped(typed);
  return key === undefined ? [] : [sql`${text} like ${`%\n${key}%`}`];
}

function wordsCondition(text: RawBuilder<unknown>, folded: string): RawBuilder<SqlBool> {
  const words = folded
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

/** As `foldedNumber` of the domain. */
export const foldedNumberOf = (number: RawBuilder<unknown>): RawBuilder<string> =>
  sql`regexp_replace(${foldedCode(number)}, ${sql.lit(NUMBER_SEPARATORS)}, '', 'g')`;

/** The forms in which a typed code may be stored: as typed, and folded. */
export const codesTyped = (typed: string): readonly string[] => [
  ...new Set([typed.trim().toLowerCase(), foldForSearch(typed)]),
];

/** A search column holds each key of a code on a line of its own (projector/models/records). */
export function hasKey(
  text: RawBuilder<unknown>,
  typed: string,
  keys: readonly string[] = keysIn(typed),
): RawBuilder<SqlBool> {
  const patterns = sql`${keys.map(onItsLine)}::text[]`;
  const code = labelDigits(typed);
  if (code === undefined) return sql`${text} like any (${patterns})`;
  // The formats are in the settings of the tills.
  return sql`${text} like any (${patterns} || array(
    select chr(37) || chr(10) || k || chr(10) || chr(37)
    from read.record t
    cross join jsonb_array_elements(coalesce(t.data -> 'scales', ${JSON.stringify(USUAL_SCALES)}::jsonb)) s
    cross join substr(${code}, 3, (s ->> 'item_digits')::int) digits
    cross join unnest(array[digits, regexp_replace(digits, '^0+(?=.)', '')]) k
    where t.kind = 'till_setting' and s -> 'prefixes' ? ${code.slice(0, 2)}))`;
}

const onItsLine = (key: string): string => likePattern(`\n${key}\n`);

const CODES = ['item_code', 'code', 'mobile'];

/**
 * True when the code, the mobile or a barcode of record `r` is the typed text. The search text contains each of them as
 * whole words, and is compared first, because the data of all found rows would take long to read.
 */
export function hasCode(typed: string): RawBuilder<SqlBool> {
  const codes = CODES.map((field) => sql`r.data ->> ${sql.lit(field)}`);
  const equal = codes.map((code) => sql`coalesce(${foldedCode(code)} = any(${[...codesTyped(typed)]}::text[]), false)`);
  const telephone = telephoneTyped(typed);
  const keys = [...keysIn(typed), ...(telephone === undefined ? [] : [telephone])];
  return sql`(${hasKey(sql`r.search`, typed, keys)} or case when ' ' || r.search || ' ' like ${likePattern(` ${foldForSearch(typed)} `)}
    then ${sql.join(equal, sql` or `)} else false end)`;
}

/** For a column with unfolded text. */
export function containsCondition(text: RawBuilder<unknown>, typed: string): RawBuilder<SqlBool> {
  return sql`${text} ilike ${likePattern(typed.trim())}`;
}
