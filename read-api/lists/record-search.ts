/**
 * Search of records by what the person is shown of them. The search text of a record holds its e-mail address, the number of
 * its bank account and its code too: a hit would tell these to whoever may only look the record up (decisions/0170).
 */
import { type RawBuilder, sql } from 'kysely';
import type { RecordDeclaration } from '../../domain/records/record.ts';
import { lookedUpFields } from '../../domain/registry/lookup-permission.ts';
import { records } from '../../domain/registry/records.ts';
import { defined } from '../../domain/values/defined.ts';
import { FOLDED_ONE_BY_ONE, UNSEEN_LETTERS } from '../../domain/values/folding.ts';
import type { Person } from '../../identity/person.ts';
import type { Condition } from './list-source.ts';
import { searchCondition } from './search.ts';

/** A row of `read.record` in a statement: its alias, and its kind. */
export interface SearchedRecord {
  readonly alias: string;
  readonly kind: string;
}

/** `beside` are fields that the list shows to everyone who may open it. */
export function recordSearch(
  { alias, kind }: SearchedRecord,
  typed: string,
  person: Person,
  beside: readonly string[] = [],
): Condition {
  const declaration = defined(records.find((record) => record.kind === kind));
  const shown = lookedUpFields(declaration, person);
  return shownSearch(alias, declaration, typed, shown && [...shown, ...beside]);
}

/** Finds a row by these fields only; by all when `shown` is undefined. */
export function shownSearch(
  alias: string,
  { list: { search, codes = {} } }: RecordDeclaration,
  typed: string,
  shown: readonly string[] | undefined,
): Condition {
  const whole = sql.ref(`${alias}.search`);
  const isShown = (path: string): boolean => shown?.includes(path.split('.')[0] ?? '') ?? true;
  const keyed = Object.keys(codes);
  if ([...search, ...keyed].every(isShown)) return searchCondition(whole, typed);
  // The keys of codes stand on lines of their own after the words.
  const keys = keyed.every(isShown) ? sql`substr(${whole}, strpos(${whole} || chr(10), chr(10)))` : sql`''`;
  const text = sql`(${foldedFields(alias, search.filter(isShown))} || ${keys})`;
  return sql`(${searchCondition(whole, typed)} and ${searchCondition(text, typed)})`;
}

/** As `foldForSearch` of the domain, but for white space, which no typed word contains. */
function foldedFields(alias: string, fields: readonly string[]): RawBuilder<string> {
  const data = sql.ref(`${alias}.data`);
  const texts = fields.map((field) => sql`${data} ->> ${sql.lit(field)}`);
  const lower = sql`lower(normalize(concat_ws(' ', ${sql.join(texts)}), NFKD) collate "und-x-icu")`;
  return sql`translate(regexp_replace(${lower}, ${UNSEEN_LETTERS}, '', 'g'), ${FOLDED_ONE_BY_ONE.from}, ${FOLDED_ONE_BY_ONE.to})`;
}
