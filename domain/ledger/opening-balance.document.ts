/** The opening balances as a document: their transitions, and their postings, which are dated before the first year. */
import { declareDocument, seriesOf } from '../documents/document.ts';
import { REVERSAL_REFUSALS } from '../documents/placed.ts';
import { NOTHING, REVERSE } from '../entries/posting-rule.ts';
import { RULES } from '../entries/rules.ts';
import { OPENING_BALANCE_PAPERS } from '../paper/money-papers.ts';
import { postOpeningBalance } from '../posting/opening-balance.ts';
import { GIVEN_UP, reasoned } from '../schemas/transitions.ts';
import {
  type CorrectOpening,
  CorrectOpeningBody,
  type FinishOpening,
  FinishOpeningBody,
  OPENING_BALANCE_HELD,
  OpeningBalanceBody,
  type OpeningBalanceInput,
} from './opening-balance.schema.ts';
import {
  OPENING_BALANCE,
  type OpeningBalanceCommand,
  type OpeningBalanceState,
  openingBalance,
  possible,
} from './opening-balance.ts';
import type { OpeningBalanceEvent } from './opening-balance-events.ts';
import { openingClaims } from './opening-days.ts';

export const openingBalanceDocument = declareDocument<
  OpeningBalanceState,
  OpeningBalanceCommand,
  OpeningBalanceEvent
>()({
  kind: OPENING_BALANCE,
  resource: 'opening_balances',
  folder: 'ledger',
  isBookkeeping: true,
  holds: 'opening',
  decider: openingBalance,
  body: OpeningBalanceBody,
  papers: OPENING_BALANCE_PAPERS,
  held: OPENING_BALANCE_HELD,
  create: (input: OpeningBalanceInput) => [{ type: 'draft', input }],
  change: (input: OpeningBalanceInput) => ({ type: 'change', input }),
  transitions: {
    finish: {
      permission: 'complete',
      body: FinishOpeningBody,
      command: ({ difference_to = null }: FinishOpening) => ({ type: 'finish', differenceTo: difference_to }),
    },
    correct: {
      permission: 'return_to_draft',
      body: CorrectOpeningBody,
      command: ({ reason, difference_to = null, ...input }: CorrectOpening) => ({
        type: 'correct',
        input,
        reason,
        differenceTo: difference_to,
      }),
    },
    move: { permission: 'return_to_draft', command: () => ({ type: 'move' }) },
    reopen: reasoned('return_to_draft', 'reopen'),
    ...GIVEN_UP,
  },
  possible,
  postings: {
    'opening_balance.drafted': NOTHING,
    'opening_balance.draft_changed': NOTHING,
    'opening_balance.discarded': NOTHING,
    'opening_balance.finished': { does: 'post', post: postOpeningBalance, rule: RULES.openingBalance },
    'opening_balance.reopened': REVERSE,
  },
  postingsOf: (state, stream) => (state.status === 'finished' ? [postOpeningBalance(state.opening, stream)] : []),
  period: 'before_first_year',
  claims: (before, after) => openingClaims(daysOf(before), daysOf(after)),
  numbered: {
    event: 'opening_balance.finished',
    prefix: 'O-',
    of: (state) => seriesOf(state.status === 'none' ? undefined : state.opening),
  },
  place: (state) => (state.status === 'none' ? undefined : { outlet: state.opening.outlet_fk }),
  reversalRefusals: REVERSAL_REFUSALS,
});

const daysOf = (state: OpeningBalanceState) =>
  state.status === 'finished' ? { first_day: state.opening.first_day, date: state.opening.date } : undefined;
