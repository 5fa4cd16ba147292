/**
 * The balances of an outlet before its first open day: money, receivables and payables, goods, other accounts. The
 * document can be finished when it balances; finishing posts it, and it can be reopened.
 */

import { withDifference } from '../chart/opening-equity.ts';
import { type Decider, NOT_THERE, unreachable } from '../deciding/decider.ts';
import type { Facts } from '../deciding/facts.ts';
import { type DraftCommand, decideDraft, isDraftCommand, possibleOf, withoutDraft } from '../documents/draft.ts';
import { withoutTermsDay } from '../values/due-day.ts';
import { wrongState } from '../values/refusal.ts';
import type { OpeningBalanceInput } from './opening-balance.schema.ts';
import type { OpeningBalance, OpeningBalanceEvent } from './opening-balance-events.ts';
import { checkOpening, openingFacts, openingToday, withoutTermsDays } from './opening-balance-rules.ts';

/** Stream: `opening_balance-<id>` */
export const OPENING_BALANCE = 'opening_balance';

// State.

export type OpeningBalanceState =
  | { readonly status: 'none' }
  | { readonly status: 'reversed'; readonly opening: OpeningBalance; readonly number: string | null }
  | { readonly status: 'discarded'; readonly opening: OpeningBalance }
  | { readonly status: 'draft' | 'finished'; readonly opening: OpeningBalance; readonly number: string | null };

function evolve(state: OpeningBalanceState, event: OpeningBalanceEvent): OpeningBalanceState {
  switch (event.type) {
    case 'opening_balance.drafted':
      return { status: 'draft', opening: event.data, number: null };
    case 'opening_balance.draft_changed':
      return state.status === 'draft' ? { ...state, opening: event.data } : state;
    case 'opening_balance.discarded':
      return state.status === 'draft' ? { ...withoutDraft(state), opening: state.opening } : state;
    case 'opening_balance.finished': {
      const { number, ...opening } = event.data;
      return { status: 'finished', opening, number };
    }
    case 'opening_balance.reopened':
      return state.status === 'finished'
        ? { ...state, status: 'draft', opening: withoutTermsDays(state.opening) }
        : state;
    default:
      return unreachable(event);
  }
}

// Commands.

export type OpeningBalanceCommand =
  | DraftCommand<OpeningBalanceInput>
  | (Finish & { readonly type: 'finish' })
  /** Reopened, and finished as it should have been, in one step: also when some of its goods were sold. */
  | (Finish & { readonly type: 'correct'; readonly input: OpeningBalanceInput; readonly reason: string })
  /** Posted before the first day that the business has now. */
  | { readonly type: 'move' }
  | { readonly type: 'reopen'; readonly reason: string | null };

interface Finish {
  readonly differenceTo?: 'capital' | 'opening-equity' | null;
}

function decide(
  command: OpeningBalanceCommand,
  state: OpeningBalanceState,
  facts: Facts,
): readonly OpeningBalanceEvent[] {
  const transitions = possible(state);
  if (isDraftCommand(command)) {
    const draft = state.status === 'draft' ? { ...state, data: state.opening } : state;
    const before = state.status === 'draft' ? state.opening : undefined;
    const entered = (input: OpeningBalanceInput) => openingFacts(input, facts, before);
    return decideDraft(OPENING_BALANCE, command, draft, { possible: transitions, facts: entered });
  }
  switch (command.type) {
    case 'finish':
      if (state.status === 'finished') return [];
      if (state.status !== 'draft') throw wrongState(state.status, transitions);
      return [finished(openingToday(state.opening, facts), state.number, command)];
    case 'correct': {
      if (state.status !== 'finished') throw wrongState(state.status, transitions);
      const after = finished(
        openingToday(openingFacts(command.input, facts, state.opening), facts),
        state.number,
        command,
      );
      const isSame = printed(after.data) === printed({ ...state.opening, number: state.number });
      return isSame ? [] : [reopened(command.reason), after];
    }
    case 'move': {
      if (state.status !== 'finished') throw wrongState(state.status, transitions);
      const after = openingToday(withoutTermsDays(state.opening), facts);
      if (after.first_day === state.opening.first_day) return [];
      // It balances as it did, or its difference is where it was.
      return [reopened('first_day_moved'), finished(after, state.number, { differenceTo: 'opening-equity' })];
    }
    case 'reopen':
      if (state.status === 'draft') return [];
      if (state.status !== 'finished') throw wrongState(state.status, transitions);
      return [reopened(command.reason)];
    default:
      return unreachable(command);
  }
}

/** Throws Refusal when it does not balance, unless the command names the account for the difference. */
function finished(opening: OpeningBalance, number: string | null, { differenceTo }: Finish) {
  const balanced = differenceTo === 'capital' ? withDifference(opening, differenceTo) : opening;
  checkOpening(balanced, { mayDiffer: differenceTo === 'opening-equity' });
  return { type: 'opening_balance.finished', v: 1, data: { ...balanced, number } } as const;
}

const reopened = (reason: string | null) => ({ type: 'opening_balance.reopened', v: 1, data: { reason } }) as const;

const printed = ({ parties, ...of }: OpeningBalance & { readonly number: string | null }): string =>
  JSON.stringify({ ...of, parties: parties.map(withoutTermsDay) }, (_, value) => value ?? undefined);

export const possible = (state: OpeningBalanceState): readonly string[] =>
  possibleOf(state, 'finish', { finished: ['reopen', 'correct', 'move'] });

export const openingBalance: Decider<OpeningBalanceState, OpeningBalanceCommand, OpeningBalanceEvent, Facts> = {
  initial: NOT_THERE,
  evolve,
  decide,
};
