/**
 * Types of query parameters. All values remain strings: nothing is coerced, so "1.5", "1e1" and "" are refused instead
 * of read as numbers.
 */

import { type TSchema, Type } from 'typebox';
import { ROWS_AT_ONCE } from '../../domain/records/rows-per-page.ts';
import { defined } from '../../domain/values/defined.ts';
import { readDate } from '../../domain/values/effective-date.ts';
import { readMoney } from '../../domain/values/money.ts';

export const PER_PAGE = ['10', '50', '100', '200'] as const;
// The database takes no offset of 16 hours or more.
const MOMENT = /^(\d{4}-\d{2}-\d{2})(T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,6})?)?(Z|[+-](0\d|1[0-4]):[0-5]\d)?)?$/;
const POSITION = /^\d{1,18}$/;

const ID_MAX = 2_147_483_647;
/** A whole number above 0 that fits an identifier. */
export const IdText = () =>
  Type.Refine(
    Type.String({ pattern: '^[1-9]\\d{0,9}$' }),
    (text) => Number(text) <= ID_MAX,
    () => 'id_must_be_integer',
  );
/** One or more of these, separated by commas. */
export const IdsText = (countMax: number) =>
  Type.Refine(
    Type.String({ pattern: '^[1-9]\\d{0,9}(,[1-9]\\d{0,9})*$', maxLength: 11 * countMax, examples: ['3,7'] }),
    (text) => text.split(',').length <= countMax && text.split(',').every((id) => Number(id) <= ID_MAX),
    () => 'id_must_be_integer',
  );
export const PageText = () => Type.String({ pattern: '^[1-9]\\d{0,6}$' });
export const PerPageText = () => Type.Enum([...PER_PAGE]);
export const Flag = () => Type.Enum(['0', '1']);
export const SearchText = () => Type.String({ maxLength: 200 });
/** A day that exists. */
export const DayText = () =>
  Type.Refine(
    Type.String({ maxLength: 10, 'x-date': true }),
    (text) => readDate(text) !== undefined,
    () => 'date',
  );
/** A moment (ISO 8601) or a position in the log. */
export const KnownAtText = () =>
  Type.Refine(Type.String({ maxLength: 40, examples: ['4096'] }), isKnownAt, () => 'moment');
export const PositionText = () => Type.String({ pattern: '^\\d{1,18}$' });

/** `from,to`; either end may be empty, and the end must not be before the start. */
export const DayRange = () => range(readDate, 'date', 'end_date_after_start_date', '2026-03-01,2026-03-31');
export const AmountRange = () => range(readMoney, 'decimal', 'amount_range_backwards', '0,250000');
/** One or more of these values. */
export const WordsOf = (values: readonly string[]) =>
  Type.Refine(
    Type.String({ maxLength: 400, examples: values.slice(0, 1) }),
    (text) => text.split(',').every((word) => word === '' || values.includes(word)),
    () => 'unknown_word',
  );

/** An object that refuses unknown names. */
export const Query = <Properties extends Record<string, TSchema>>(properties: Properties) =>
  Type.Object(properties, { additionalProperties: false });
export const IdParams = Query({ id: IdText() });

/** `as_at` is an effective date, `known_at` a recorded moment or a position: every report has both parameters. */
export const TwoTimes = {
  as_at: Type.Optional(DayText()),
  known_at: Type.Optional(KnownAtText()),
};

/**
 * The pages of a report. Many reports compute all of their rows for each page, so that whoever wants every row asks for few
 * pages.
 */
export const Paging = {
  page: Type.Optional(PageText()),
  per_page: Type.Optional(Type.Enum([...PER_PAGE, `${ROWS_AT_ONCE}`])),
};

function isKnownAt(text: string): boolean {
  if (POSITION.test(text)) return true;
  const match = MOMENT.exec(text);
  return match !== null && readDate(defined(match[1])) !== undefined;
}

function range<End extends string | bigint>(
  read: (text: string) => End | undefined,
  notAnEnd: string,
  isBackwards: string,
  example: string,
) {
  /** Message key of the error; undefined for a valid value. */
  const problem = (text: string): string | undefined => {
    const ends = text.split(',');
    if (ends.length > 2 || ends.some((end) => end !== '' && read(end) === undefined)) return notAnEnd;
    const [from, to] = ends.map(read);
    return from !== undefined && to !== undefined && to < from ? isBackwards : undefined;
  };
  return Type.Refine(
    Type.String({ maxLength: 60, examples: [example] }),
    (text) => problem(text) === undefined,
    (text) => problem(text) ?? notAnEnd,
  );
}
