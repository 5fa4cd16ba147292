/**
 * The rate of IQD for 1 USD from a moment on. `rate` is the out rate (purchases, supplier transactions, expenses),
 * `in_rate` applies to sales, incomes and customer transactions (docs/accounting.md, section 0).
 */
import { type Static, Type } from 'typebox';
import type { Claim } from '../deciding/claim.ts';
import type { Facts } from '../deciding/facts.ts';
import { rateQuestion } from '../documents/rate-change.ts';
import { declareRecord } from '../records/record.ts';
import { Body, DateField, Maybe, RateField, TimeField } from '../schemas/fields.schema.ts';
import { decimalIssues, typedFields } from '../schemas/typed-decimals.ts';
import { readDate } from '../values/effective-date.ts';
import { readRate } from '../values/rate.ts';
import type { Issues } from '../values/refusal.ts';

export const CurrencyRateBody = Body({
  date: DateField(),
  time: Maybe(TimeField()),
  rate: RateField(),
  in_rate: RateField(),
});
export type CurrencyRateData = Static<typeof CurrencyRateBody>;

/**
 * A rate for an earlier day, entered within a document: a day with optional time, and one rate for both directions
 * unless both are given.
 */
export const PastRateBody = Body({
  /** `YYYY-MM-DD` or `YYYY-MM-DD hh:mm:ss` */
  date: Type.String({
    pattern: '^\\d{4}-\\d{2}-\\d{2}( ([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?)?$',
    'x-date': true,
  }),
  time: Maybe(TimeField()),
  rate: RateField(),
  in_rate: Maybe(RateField()),
});

export function pastRate({ date, time, rate, in_rate }: Static<typeof PastRateBody>): CurrencyRateData {
  const [day = date, moment] = date.split(' ');
  return { date: day, time: time ?? moment ?? null, rate, in_rate: in_rate ?? rate };
}

export const currencyRate = declareRecord({
  names: { kind: 'currency_rate', folder: 'organisation', id: 'rate_id', name: 'date' },
  schema: CurrencyRateBody,
  unique: [],
  list: { columns: ['date', 'time', 'rate', 'in_rate'], search: ['date'] },
  check: checkRates,
  claims: keepUsedRate,
});

/** A used rate is never changed: a correction is a new rate with the same date, and a recalculation. */
function keepUsedRate(
  next: CurrencyRateData,
  previous: CurrencyRateData | undefined,
  record: string,
): readonly Claim[] {
  const field = (['rate', 'in_rate', 'date', 'time'] as const).find(
    (name) => previous && next[name] !== previous[name],
  );
  return field === undefined ? [] : [{ kind: 'record', record, action: 'unused', field }];
}

const TYPED = typedFields(CurrencyRateBody);

function checkRates(
  next: CurrencyRateData,
  previous: CurrencyRateData | undefined,
  facts: Facts,
  issues: Issues,
): void {
  const { date } = next;
  for (const issue of decimalIssues(next, TYPED, previous, facts)) issues.list.push(issue);
  if (!readDate(date)) issues.add('date', 'date');
  for (const field of ['rate', 'in_rate'] as const) {
    const value = String(next[field]);
    if ((readRate(value) ?? 0n) <= 0n) issues.add(field, 'greater_than', { value: '0' });
    const isSame = previous && value === previous[field] && date === previous['date'];
    const question = isSame ? undefined : rateQuestion(field, value, facts.rateOn?.(date), facts);
    if (question) issues.ask(question.field, question.message, question.params);
  }
}
