/**
 * The lifecycle of documents that are approved before they are paid (payroll, dividend): drafted, approved, paid, and
 * reversed as a whole with a reason. Approval assigns the number. A document provides its facts, its rules and its payment.
 */
import { type Decider, unreachable } from '../deciding/decider.ts';
import type { Facts } from '../deciding/facts.ts';
import { membersOf } from '../values/members.ts';
import { ofDraft, postedNow } from '../values/posting-time.ts';
import { wrongState } from '../values/refusal.ts';
import type { DraftCommand, DraftState, DraftStored } from './draft.ts';
import { decideDraft, evolveDraft, isDraftCommand, possibleOf } from './draft.ts';
import { type EventsOf, type Happened, lifecycleEvents, type Numbered, withoutNumber } from './lifecycle-events.ts';

// Events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions.

interface ApprovedStored<Data, Payment> extends DraftStored<Data> {
  readonly approved: Numbered<Data>;
  /** Contains the approved data too: the payment is posted from this event alone. */
  readonly paid: Payment;
  readonly reversed: { readonly reason: string | null };
}
export type ApprovedEvent<Kind extends string, Data, Payment> = EventsOf<Kind, ApprovedStored<Data, Payment>>;

export type ApprovedState<Data, Payment> =
  | DraftState<Data>
  | {
      readonly status: 'approved' | 'paid' | 'reversed';
      readonly data: Data;
      readonly number: string | null;
      readonly payment: Payment | null;
    };

export type ApprovedCommand<Input, PaymentInput> =
  | DraftCommand<Input>
  | { readonly type: 'approve' }
  | { readonly type: 'pay_out'; readonly input: PaymentInput }
  | { readonly type: 'reverse'; readonly reason: string | null };

export interface ApprovedRules<Input, Data, PaymentInput, Payment> {
  /** Returns the data that the events store; throws Refusal with all issues. */
  facts(input: Input, facts: Facts): Data;
  /** Additional rules of the approval, and the data that it stores; throws Refusal. */
  approved?(data: Data, facts: Facts): Data;
  payment(data: Data, input: PaymentInput, facts: Facts): Payment;
  /** True when a change has no effect on the draft; compares all fields when omitted. */
  isSame?(after: Data, before: Data): boolean;
}

export type ApprovedDecider<Kind extends string, Input, Data, PaymentInput, Payment> = Decider<
  ApprovedState<Data, Payment>,
  ApprovedCommand<Input, PaymentInput>,
  ApprovedEvent<Kind, Data, Payment>,
  Facts
>;

export function approvedDecider<Kind extends string, Input, Data extends object, PaymentInput, Payment extends object>(
  kind: Kind,
  rules: ApprovedRules<Input, Data, PaymentInput, Payment>,
): ApprovedDecider<Kind, Input, Data, PaymentInput, Payment> {
  type State = ApprovedState<Data, Payment>;
  const { event, happened } = lifecycleEvents<Kind, ApprovedStored<Data, Payment>>(kind);

  function decide(command: ApprovedCommand<Input, PaymentInput>, state: State, facts: Facts) {
    const possible = possibleOfApproved(state);
    const refused = () => wrongState(state.status, possible);
    if (isDraftCommand(command)) {
      const { isSame } = rules;
      const before = state.status === 'draft' ? state.data : undefined;
      return decideDraft(kind, command, state, {
        possible,
        facts: (input: Input) => ofDraft(rules.facts(input, facts), facts),
        ...(isSame && before ? { isSame: (after: Data) => isSame(after, before) } : {}),
      });
    }
    switch (command.type) {
      case 'approve':
        if (state.status === 'approved') return [];
        if (state.status !== 'draft') throw refused();
        return [
          event('approved', { ...postedNow(rules.approved?.(state.data, facts) ?? state.data, facts), number: null }),
        ];
      case 'pay_out':
        if (state.status === 'paid') return [];
        if (state.status !== 'approved' || !isPayable(state.data)) throw refused();
        return [event('paid', rules.payment(state.data, command.input, facts))];
      case 'reverse':
        if (state.status === 'reversed') return [];
        if (!isApproved(state)) throw refused();
        return [event('reversed', { reason: command.reason })];
      default:
        return unreachable(command);
    }
  }

  return { initial: { status: 'none' }, evolve: (state, stored) => evolve(state, happened(stored)), decide };
}

function evolve<Data extends object, Payment extends object>(
  state: ApprovedState<Data, Payment>,
  event: Happened<ApprovedStored<Data, Payment>>,
): ApprovedState<Data, Payment> {
  switch (event.happened) {
    case 'approved':
      return { status: 'approved', ...withoutNumber(event.data), payment: null };
    case 'paid':
      return state.status === 'approved' ? { ...state, status: 'paid', payment: event.data } : state;
    case 'reversed':
      return isApproved(state) ? { ...state, status: 'reversed' } : state;
    default:
      return evolveDraft(state, event);
  }
}

/** True when the books contain its postings. */
export function isApproved<Data, Payment>(
  state: ApprovedState<Data, Payment>,
): state is Extract<ApprovedState<Data, Payment>, { payment: unknown }> {
  return state.status === 'approved' || state.status === 'paid';
}

/** False when approval settled the whole amount: a payroll whose pay is kept back for debts. */
const isPayable = (data: unknown): boolean => membersOf(data)['amount'] !== '0';

export const possibleOfApproved = (state: ApprovedState<unknown, unknown>): readonly string[] =>
  possibleOf(state, 'approve', {
    approved: state.status === 'approved' && !isPayable(state.data) ? ['reverse'] : ['pay_out', 'reverse'],
    paid: ['reverse'],
  });
