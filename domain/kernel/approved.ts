/**
 * The lifecycle of what is owed by decision: prepared as a draft, approved, paid (or delivered), and reversed as a
 * whole with a reason. The number is given when it is approved. A document says its facts, its rules and its payment.
 */
import { type Decider, unreachable } from './decider.ts';
import type { Facts } from './facts.ts';
import { type EventsOf, type Happened, lifecycleEvents, type Numbered, withoutNumber } from './lifecycle-events.ts';
import { wrongState } from './refusal.ts';

// Events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions.

interface ApprovedStored<Data, Payment> {
  readonly drafted: Data;
  readonly draft_changed: Data;
  readonly discarded: Record<string, never>;
  readonly approved: Numbered<Data>;
  /** Everything that its posting needs: the payment is posted from this event alone. */
  readonly paid: Payment;
  readonly reversed: { readonly reason: string | null };
}
export type ApprovedEvent<Kind extends string, Data, Payment> = EventsOf<Kind, ApprovedStored<Data, Payment>>;

export type ApprovedState<Data, Payment> =
  | { readonly status: 'none' }
  | { readonly status: 'draft' | 'discarded'; readonly data: Data }
  | {
      readonly status: 'approved' | 'paid' | 'reversed';
      readonly data: Data;
      readonly number: string | null;
      readonly payment: Payment | null;
    };

export type ApprovedCommand<Input, PaymentInput> =
  | { readonly type: 'draft'; readonly input: Input }
  | { readonly type: 'change'; readonly input: Input }
  | { readonly type: 'discard' }
  | { readonly type: 'approve' }
  | { readonly type: 'pay_out'; readonly input: PaymentInput }
  | { readonly type: 'reverse'; readonly reason: string | null };

export interface ApprovedRules<Input, Data, PaymentInput, Payment> {
  /** The document as its events keep it; throws Refusal with everything that is wrong. */
  facts(input: Input, facts: Facts): Data;
  /** What must hold beyond that when it is approved; throws Refusal. */
  approved?(data: Data, facts: Facts): void;
  payment(data: Data, input: PaymentInput, facts: Facts): Payment;
  /** Whether a draft that is prepared again says what it said; equal in every field when left out. */
  isSame?(a: Data, b: Data): boolean;
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
  const isSame = rules.isSame ?? ((a: Data, b: Data) => JSON.stringify(a) === JSON.stringify(b));

  function decide(command: ApprovedCommand<Input, PaymentInput>, state: State, facts: Facts) {
    const refused = () => wrongState(state.status, possibleOfApproved(state));
    switch (command.type) {
      case 'draft':
        return state.status === 'none' ? [event('drafted', rules.facts(command.input, facts))] : [];
      case 'change': {
        if (state.status !== 'draft') throw refused();
        const data = rules.facts(command.input, facts);
        return isSame(data, state.data) ? [] : [event('draft_changed', data)];
      }
      case 'discard':
        if (state.status === 'discarded') return [];
        if (state.status !== 'draft') throw refused();
        return [event('discarded', {})];
      case 'approve':
        if (state.status === 'approved') return [];
        if (state.status !== 'draft') throw refused();
        rules.approved?.(state.data, facts);
        return [event('approved', { ...state.data, number: null })];
      case 'pay_out':
        if (state.status === 'paid') return [];
        if (state.status !== 'approved') throw refused();
        return [event('paid', rules.payment(state.data, command.input, facts))];
      case 'reverse':
        if (state.status === 'reversed') return [];
        if (!isApproved(state)) throw refused();
        return [event('reversed', { reason: command.reason })];
      default:
        return unreachable(command);
    }
  }

  return {
    initial: { status: 'none' },
    evolve: (state, stored) => evolve(state, happened(stored)),
    decide,
  };
}

function evolve<Data extends object, Payment extends object>(
  state: ApprovedState<Data, Payment>,
  event: Happened<ApprovedStored<Data, Payment>>,
): ApprovedState<Data, Payment> {
  switch (event.happened) {
    case 'drafted':
    case 'draft_changed':
      return { status: 'draft', data: event.data };
    case 'discarded':
      return state.status === 'draft' ? { ...state, status: 'discarded' } : state;
    case 'approved':
      return { status: 'approved', ...withoutNumber(event.data), payment: null };
    case 'paid':
      return state.status === 'approved' ? { ...state, status: 'paid', payment: event.data } : state;
    case 'reversed':
      return isApproved(state) ? { ...state, status: 'reversed' } : state;
    default:
      return unreachable(event);
  }
}

/** True while it stands in the books. */
export function isApproved<Data, Payment>(
  state: ApprovedState<Data, Payment>,
): state is Extract<ApprovedState<Data, Payment>, { payment: unknown }> {
  return state.status === 'approved' || state.status === 'paid';
}

/** The transitions that are possible now. */
export function possibleOfApproved({ status }: ApprovedState<unknown, unknown>): readonly string[] {
  switch (status) {
    case 'none':
      return ['draft'];
    case 'draft':
      return ['change', 'approve', 'discard'];
    case 'approved':
      return ['pay_out', 'reverse'];
    case 'paid':
      return ['reverse'];
    case 'discarded':
    case 'reversed':
      return [];
    default:
      return unreachable(status);
  }
}
