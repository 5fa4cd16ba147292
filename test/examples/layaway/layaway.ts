/**
 * A layaway: goods that are kept for a customer who pays a deposit, until they are collected on its last day at the
 * latest. A draft reserves nothing; an open layaway has the deposit and keeps the goods; a complete one is sold.
 */
import { type Decider, NOT_THERE, unreachable } from '../../../domain/deciding/decider.ts';
import type { Facts } from '../../../domain/deciding/facts.ts';
import { known } from '../../../domain/documents/document-rules.ts';
import {
  type DraftCommand,
  type DraftState,
  type DraftStored,
  decideDraft,
  evolveDraft,
  isDraftCommand,
  possibleOf,
} from '../../../domain/documents/draft.ts';
import { lifecycleEvents } from '../../../domain/documents/lifecycle-events.ts';
import { otherCurrencyOf } from '../../../domain/documents/other-money.ts';
import { withoutFreeGoods } from '../../../domain/pricing/free-goods.ts';
import type { Delivery } from '../../../domain/sales/orders/online-order-events.ts';
import { cancelled, confirmed, deliveredFacts, orderFacts } from '../../../domain/sales/orders/online-order-rules.ts';
import { readDate } from '../../../domain/values/effective-date.ts';
import { ofDraft, postedNow } from '../../../domain/values/posting-time.ts';
import { Issues, wrongState } from '../../../domain/values/refusal.ts';
import type { CollectInput, LayawayInput } from './layaway.schema.ts';
import { type Cancelled, LAYAWAY, type Layaway, type LayawayEvent, type Opened } from './layaway-events.ts';

// State.

interface Kept {
  /** The layaway as opened; after it was collected, with the payment made then. */
  readonly data: Layaway;
  readonly number: string | null;
  readonly reserves: boolean;
}

export type LayawayState =
  | DraftState<Layaway>
  | ({ readonly status: 'open' } & Kept)
  | ({ readonly status: 'complete'; readonly delivery: Delivery } & Kept)
  | ({ readonly status: 'cancelled'; readonly cancelled: Cancelled } & Omit<Kept, 'reserves'>);

const { happened } = lifecycleEvents<typeof LAYAWAY, DraftStored<Layaway>>(LAYAWAY);

function evolve(state: LayawayState, event: LayawayEvent): LayawayState {
  switch (event.type) {
    case 'layaway.drafted':
    case 'layaway.draft_changed':
    case 'layaway.discarded':
      return evolveDraft(state, happened(event));
    case 'layaway.opened': {
      const { number, reserves, ...data } = event.data;
      return { status: 'open', data, number, reserves };
    }
    case 'layaway.completed': {
      if (state.status !== 'open') return state;
      const { date, time } = state.data;
      const paid = { ...withoutFreeGoods(state.data), ...event.data.sale, date, time };
      return { ...state, status: 'complete', data: paid, delivery: event.data };
    }
    case 'layaway.reopened': {
      if (state.status !== 'complete') return state;
      const { delivery: _delivery, ...rest } = state;
      return { ...rest, status: 'open' };
    }
    case 'layaway.cancelled': {
      if (state.status !== 'open') return state;
      const { reserves: _reserves, ...rest } = state;
      return { ...rest, status: 'cancelled', cancelled: event.data };
    }
    default:
      return unreachable(event);
  }
}

// Commands.

export type LayawayCommand =
  | DraftCommand<LayawayInput>
  /** Opens it: the deposit is received, and the goods are kept. */
  | { readonly type: 'confirm' }
  | { readonly type: 'complete'; readonly input: CollectInput }
  | { readonly type: 'reopen'; readonly reason: string | null }
  | { readonly type: 'cancel'; readonly reason: string | null };

const LEADS_TO = { confirm: 'open', complete: 'complete', reopen: 'open', cancel: 'cancelled' } as const;

function decide(command: LayawayCommand, state: LayawayState, facts: Facts): readonly LayawayEvent[] {
  const transitions = possible(state);
  if (isDraftCommand(command)) {
    const entered = (input: LayawayInput) => ofDraft(layawayFacts(input, facts), facts);
    return decideDraft(LAYAWAY, command, state, { possible: transitions, facts: entered });
  }
  if (LEADS_TO[command.type] === state.status) return [];
  if (state.status === 'none' || !transitions.includes(command.type)) throw wrongState(state.status, transitions);
  const { data } = state;
  switch (command.type) {
    case 'confirm':
      return [{ type: 'layaway.opened', v: 1, data: { ...openedFacts(data, facts), number: null } }];
    case 'complete':
      return [{ type: 'layaway.completed', v: 1, data: collectedFacts(data, command.input, facts) }];
    case 'reopen':
      return [{ type: 'layaway.reopened', v: 1, data: { reason: command.reason } }];
    case 'cancel':
      return [{ type: 'layaway.cancelled', v: 1, data: cancelledFacts(data, command.reason, facts) }];
    default:
      return unreachable(command);
  }
}

// Rules. Prices, deposit and reservation are those of an order; the last day and what becomes of the deposit are its own.

/** The data of a draft. Throws Refusal. */
function layawayFacts({ expire_date, income_type_fk, ...ordered }: LayawayInput, facts: Facts): Layaway {
  const issues = new Issues();
  known(facts, issues, 'income_type_fk', 'income_type', income_type_fk);
  if (!readDate(expire_date)) issues.add('expire_date', 'date');
  else if (expire_date < ordered.date) issues.add('expire_date', 'date_too_early', { value: ordered.date });
  const { account_fk } = ordered.prepayment;
  checkMoney('prepayment.account_fk', { ...ordered, account_fk }, facts, issues);
  issues.throwIfAny();
  const { prepayment, ...order } = orderFacts({ ...ordered, payment_type: 'cash', account_fk }, facts);
  if (prepayment === undefined) throw new Error('the order lost its prepayment');
  return { ...order, prepayment, expire_date, ...(income_type_fk ? { income_type_fk } : {}) };
}

/** Deposit and rest are paid in the currency of the layaway. */
function checkMoney(
  field: string,
  { account_fk, currency_fk }: Pick<Layaway, 'account_fk' | 'currency_fk'>,
  facts: Facts,
  issues: Issues,
): void {
  const isOther = otherCurrencyOf(account_fk, currency_fk, facts) !== undefined;
  if (isOther) issues.add(field, 'account_of_another_currency');
}

/** The deposit is received at the moment at which the layaway is opened, if that is on its day. */
function openedFacts(draft: Layaway, facts: Facts): Opened {
  const now = postedNow(draft, facts);
  const { order, reserves } = confirmed(now, { accepted_minutes: null }, facts);
  const { date, time } = now;
  return { ...now, ...order, prepayment: { ...now.prepayment, date, time }, reserves };
}

/** The sale of the goods, less the deposit. */
function collectedFacts(layaway: Layaway, input: CollectInput, facts: Facts): Delivery {
  const { expire_date, income_type_fk: _kept, ...order } = layaway;
  const issues = new Issues();
  if ((input.date ?? facts.today) > expire_date) issues.add('date', 'date_too_far_ahead', { value: expire_date });
  checkMoney('account_fk', { ...order, account_fk: input.account_fk ?? order.account_fk }, facts, issues);
  issues.throwIfAny();
  return deliveredFacts(order, input, facts);
}

/** After the last day no reason is needed. */
function cancelledFacts(layaway: Layaway, reason: string | null, facts: Facts): Cancelled {
  const issues = new Issues();
  if (!reason && facts.today <= layaway.expire_date) issues.add('reason', 'required');
  issues.throwIfAny();
  const { refund } = cancelled(layaway, { reason }, facts);
  if (refund === null) throw new Error('the layaway has no deposit');
  return { reason, refund, income_type_fk: layaway.income_type_fk ?? null };
}

/** The transitions that the state allows. */
export const possible = (state: LayawayState): readonly string[] =>
  possibleOf(state, 'confirm', { open: ['complete', 'cancel'], complete: ['reopen'], cancelled: [] });

export const layaway: Decider<LayawayState, LayawayCommand, LayawayEvent, Facts> = {
  initial: NOT_THERE,
  evolve,
  decide,
};
