/** The close of a financial year as a document: it shuts and opens the year's days, and closes years in their order. */
import type { Claim } from '../kernel/claim.ts';
import { declareDocument } from '../kernel/document.ts';
import { validDate } from '../kernel/effective-date.ts';
import { reasoned } from '../kernel/transitions.ts';
import { NOTHING, REVERSE } from '../posting/posting-rule.ts';
import { RULES } from '../posting/rules.ts';
import { postYearClose } from '../posting/year-close.ts';
import { YEAR_CLOSE_HELD, YearCloseBody, type YearCloseInput } from './year-close.schema.ts';
import {
  possible,
  YEAR_CLOSE,
  type YearCloseCommand,
  type YearCloseEvent,
  type YearCloseState,
  yearClose,
} from './year-close.ts';

export const yearCloseDocument = declareDocument<YearCloseState, YearCloseCommand, YearCloseEvent>({
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
  // It counts on a day that it has shut itself.
  period: 'closing',
  claims: (before, after) => (before.status === after.status ? [] : yearClaims(before.status, after)),
  numbered: {
    event: 'year_close.closed',
    prefix: 'Y-',
    of: (state) => ({ outlet: 0, date: state.status === 'none' ? '' : state.close.date }),
  },
  // The company's, not an outlet's.
  place: () => undefined,
  reversalRefusals: { stock: 'protected', cash: 'no_enough_balance' },
});

/** Levels of years count no days. */
const NO_DAY = validDate('1900-01-01');

/**
 * One close a year at a time. A closed year has one token: closing the next year takes it, and reopening the year
 * takes it; so a year is closed after the year before it, and reopened before no other.
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
