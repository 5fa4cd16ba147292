/** The close of a financial year as a document: it closes and opens the year's days, and keeps the order of closes. */
import type { Claim } from '../deciding/claim.ts';
import { declareDocument } from '../documents/document.ts';
import { NOTHING, REVERSE } from '../entries/posting-rule.ts';
import { RULES } from '../entries/rules.ts';
import { postYearClose } from '../posting/year-close.ts';
import { reasoned } from '../schemas/transitions.ts';
import { validDate } from '../values/effective-date.ts';
import { YEAR_CLOSE_HELD, YearCloseBody, type YearCloseInput } from './year-close.schema.ts';
import {
  possible,
  YEAR_CLOSE,
  type YearCloseCommand,
  type YearCloseEvent,
  type YearCloseState,
  yearClose,
} from './year-close.ts';

export const yearCloseDocument = declareDocument<YearCloseState, YearCloseCommand, YearCloseEvent>()({
  kind: YEAR_CLOSE,
  resource: 'year_closes',
  folder: 'ledger',
  holds: 'close',
  decider: yearClose,
  body: YearCloseBody,
  held: YEAR_CLOSE_HELD,
  isJob: true,
  create: (input: YearCloseInput) => [{ type: 'start', input }],
  transitions: { break_off: reasoned('store', 'break_off'), reopen: reasoned('unclose', 'reopen') },
  possible,
  postings: {
    'year_close.started': NOTHING,
    'year_close.broken_off': NOTHING,
    'year_close.closed': {
      does: 'post',
      post: ({ books, ...close }) => postYearClose({ close, books }),
      rule: RULES.yearClose,
    },
    'year_close.reopened': REVERSE,
  },
  postingsOf: (state) => (state.status === 'closed' ? [postYearClose(state)] : []),
  // Its posting date is in the year that it has closed itself.
  period: 'closing',
  claims: (before, after) => (before.status === after.status ? [] : yearClaims(before.status, after)),
  numbered: {
    event: 'year_close.closed',
    prefix: 'Y-',
    of: (state) => ({ outlet: 0, date: state.status === 'none' ? '' : state.close.date }),
  },
  // It belongs to the company, not to an outlet.
  place: () => undefined,
  reversalRefusals: { stock: 'protected', cash: 'no_enough_balance' },
});

/** A constant day: these levels do not depend on days. */
const NO_DAY = validDate('1900-01-01');

/**
 * Claims that allow one close per year at a time and keep the order. A closed year holds one token: closing the next
 * year takes it, and so does reopening this year. A year is therefore closed only after the previous year, and only
 * the last closed year can be reopened.
 */
function yearClaims(before: YearCloseState['status'], after: YearCloseState): readonly Claim[] {
  if (after.status === 'none') return [];
  const { close, status } = after;
  const field = 'financial_year_fk';
  const [from, to] = [validDate(close.start_date), validDate(close.date)];
  const held = (year: number) => ({ kind: 'level', key: `closed_year:${year}`, day: NO_DAY }) as const;
  const one = { kind: 'level', key: `year_close:${close.financial_year_fk}`, day: NO_DAY, field } as const;
  const previous = close.previous_year_fk;
  const isShut = status === 'closing';
  if (status === 'closed') {
    return [{ ...held(close.financial_year_fk), delta: '1', field, message: 'year_is_closed_already' }];
  }
  return [
    { kind: 'period_change', from, to, status: isShut ? 'closed' : 'open', field },
    isShut
      ? { ...one, delta: '1', ceiling: '1', message: 'year_is_closed_already' }
      : { ...one, delta: '-1', message: 'year_is_closed_already' },
    ...(previous === null
      ? []
      : [
          isShut
            ? {
                ...held(previous),
                delta: '-1',
                floor: '0',
                field: 'previous_year_fk',
                message: 'previous_year_is_open',
              }
            : { ...held(previous), delta: '1', field: 'previous_year_fk', message: 'previous_year_is_open' },
        ]),
    ...(before === 'closed'
      ? [{ ...held(close.financial_year_fk), delta: '-1', floor: '0', field, message: 'later_year_is_closed' } as const]
      : []),
  ];
}
