/**
 * The lifecycle of documents that are approved before they are paid (payroll, dividend): drafted, approved, paid, and
 * reversed as a whole with a reason. Approval assigns the number. A document provides its facts, its rules and its payment.
 * One that is paid by line may have several payments, and its lines are corrected after its approval (docs/decisions/0193).
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

interface ApprovedStored<Data, Payment, Correction> extends DraftStored<Data> {
  readonly approved: Numbered<Data>;
  /** Contains the approved data too: the payment is posted from this event alone. */
  readonly paid: Payment;
  readonly corrected: Correction;
  readonly reversed: { readonly reason: string | null };
}
export type ApprovedEvent<Kind extends string, Data, Payment, Correction = never> = EventsOf<
  Kind,
  ApprovedStored<Data, Payment, Correction>
>;

export interface InForce<Data, Payment, Correction = never> {
  readonly status: 'approved' | 'paid' | 'reversed';
  /** With its corrections. */
  readonly data: Data;
  readonly number: string | null;
  /** The payment of all of it; null before, and where it was paid in parts. */
  readonly payment: Payment | null;
  /** Payments of parts. */
  readonly paid_parts?: readonly Payment[];
  readonly corrections?: readonly Correction[];
}

export type ApprovedState<Data, Payment, Correction = never> = DraftState<Data> | InForce<Data, Payment, Correction>;

export type ApprovedCommand<Input, PaymentInput, CorrectionInput = never> =
  | DraftCommand<Input>
  | { readonly type: 'approve' }
  | { readonly type: 'pay_out'; readonly input: PaymentInput }
  | { readonly type: 'correct'; readonly input: CorrectionInput }
  | { readonly type: 'reverse'; readonly reason: string | null };

/** The rules of a document that is paid and corrected by line. */
export interface ByLine<Data, Payment, CorrectionInput, Correction> {
  /** True when nothing is left to pay after these payments. */
  isPaid(data: Data, payments: readonly Payment[]): boolean;
  /** Undefined when it changes nothing. */
  correction(of: InForce<Data, Payment, Correction>, input: CorrectionInput, facts: Facts): Correction | undefined;
  corrected(data: Data, correction: Correction): Data;
  /** The data before the correction. */
  uncorrected(data: Data, correction: Correction): Data;
}

export interface ApprovedRules<Input, Data, PaymentInput, Payment, CorrectionInput = never, Correction = never> {
  /** Returns the data that the events store; throws Refusal with all issues. */
  facts(input: Input, facts: Facts): Data;
  /** Additional rules of the approval, and the data that it stores; throws Refusal. */
  approved?(data: Data, facts: Facts): Data;
  /** Undefined when nothing is left of what it would pay; `of` has the payments so far. */
  payment(data: Data, input: PaymentInput, facts: Facts, of: InForce<Data, Payment, Correction>): Payment | undefined;
  readonly byLine?: ByLine<Data, Payment, CorrectionInput, Correction>;
  /** True when a change has no effect on the draft; compares all fields when omitted. */
  isSame?(after: Data, before: Data): boolean;
}

export interface ApprovedDecider<
  Kind extends string,
  Input,
  Data,
  PaymentInput,
  Payment,
  CorrectionInput = never,
  Correction = never,
> extends Decider<
    ApprovedState<Data, Payment, Correction>,
    ApprovedCommand<Input, PaymentInput, CorrectionInput>,
    ApprovedEvent<Kind, Data, Payment, Correction>,
    Facts
  > {
  readonly byLine?: ByLine<Data, Payment, CorrectionInput, Correction>;
}

export function approvedDecider<
  Kind extends string,
  Input,
  Data extends object,
  PaymentInput,
  Payment extends object,
  CorrectionInput = never,
  Correction extends object = never,
>(
  kind: Kind,
  rules: ApprovedRules<Input, Data, PaymentInput, Payment, CorrectionInput, Correction>,
): ApprovedDecider<Kind, Input, Data, PaymentInput, Payment, CorrectionInput, Correction> {
  type State = ApprovedState<Data, Payment, Correction>;
  const { event, happened } = lifecycleEvents<Kind, ApprovedStored<Data, Payment, Correction>>(kind);
  const { byLine, isSame } = rules;
  const refused = (state: State) => wrongState(state.status, possibleOfApproved(state, byLine));

  function decide(command: ApprovedCommand<Input, PaymentInput, CorrectionInput>, state: State, facts: Facts) {
    if (isDraftCommand(command)) {
      const before = state.status === 'draft' ? state.data : undefined;
      return decideDraft(kind, command, state, {
        possible: possibleOfApproved(state, byLine),
        facts: (input: Input) => ofDraft(rules.facts(input, facts), facts),
        ...(isSame && before ? { isSame: (after: Data) => isSame(after, before) } : {}),
      });
    }
    switch (command.type) {
      case 'approve':
        if (state.status === 'approved') return [];
        if (state.status !== 'draft') throw refused(state);
        return [
          event('approved', { ...postedNow(rules.approved?.(state.data, facts) ?? state.data, facts), number: null }),
        ];
      case 'pay_out': {
        if (state.status === 'paid') return [];
        if (state.status !== 'approved' || !isPayable(state, byLine)) throw refused(state);
        const payment = rules.payment(state.data, command.input, facts, state);
        return payment ? [event('paid', payment)] : [];
      }
      case 'correct': {
        if (!isApproved(state) || !byLine) throw refused(state);
        const correction = byLine.correction(state, command.input, facts);
        return correction ? [event('corrected', correction)] : [];
      }
      case 'reverse':
        if (state.status === 'reversed') return [];
        if (!isApproved(state)) throw refused(state);
        return [event('reversed', { reason: command.reason })];
      default:
        return unreachable(command);
    }
  }

  return {
    initial: { status: 'none' },
    evolve: (state, stored) => evolve(state, happened(stored), byLine),
    decide,
    ...(byLine ? { byLine } : {}),
  };
}

function evolve<Data extends object, Payment extends object, CorrectionInput, Correction>(
  state: ApprovedState<Data, Payment, Correction>,
  event: Happened<ApprovedStored<Data, Payment, Correction>>,
  byLine: ByLine<Data, Payment, CorrectionInput, Correction> | undefined,
): ApprovedState<Data, Payment, Correction> {
  switch (event.happened) {
    case 'approved':
      return { status: 'approved', ...withoutNumber(event.data), payment: null };
    case 'paid': {
      if (state.status !== 'approved') return state;
      const before = paymentsOf(state);
      const isWhole = before.length === 0 && (byLine?.isPaid(state.data, [event.data]) ?? true);
      if (isWhole) return { ...state, status: 'paid', payment: event.data };
      return withStatus({ ...state, paid_parts: [...(state.paid_parts ?? []), event.data] }, byLine);
    }
    case 'corrected': {
      if (!isApproved(state) || !byLine) return state;
      const corrections = [...(state.corrections ?? []), event.data];
      return withStatus({ ...state, data: byLine.corrected(state.data, event.data), corrections }, byLine);
    }
    case 'reversed':
      return isApproved(state) ? { ...state, status: 'reversed' } : state;
    default:
      return evolveDraft(state, event);
  }
}

/** Paid when nothing is left of what was paid in parts or corrected. */
function withStatus<Data, Payment, CorrectionInput, Correction>(
  state: InForce<Data, Payment, Correction>,
  byLine: ByLine<Data, Payment, CorrectionInput, Correction> | undefined,
): InForce<Data, Payment, Correction> {
  const payments = paymentsOf(state);
  const isPaid = payments.length > 0 && (byLine?.isPaid(state.data, payments) ?? true);
  return { ...state, status: isPaid ? 'paid' : 'approved' };
}

/** All payments, in their order. */
export const paymentsOf = <Payment>({
  payment,
  paid_parts = [],
}: Pick<InForce<unknown, Payment>, 'payment' | 'paid_parts'>): readonly Payment[] =>
  payment === null ? paid_parts : [payment, ...paid_parts];

/** The data without its corrections. */
export const asApproved = <Data, Payment, Correction>(
  { data, corrections = [] }: InForce<Data, Payment, Correction>,
  byLine: Pick<ByLine<Data, Payment, never, Correction>, 'uncorrected'> | undefined,
): Data => corrections.toReversed().reduce((after, each) => byLine?.uncorrected(after, each) ?? after, data);

/** True when the books contain its postings. */
export function isApproved<Data, Payment, Correction>(
  state: ApprovedState<Data, Payment, Correction>,
): state is InForce<Data, Payment, Correction> {
  return state.status === 'approved' || state.status === 'paid';
}

type PaidByLine<Data, Payment> = Pick<ByLine<Data, Payment, never, never>, 'isPaid'> | undefined;

/** False when nothing is left to pay: of a payroll whose pay is kept back for debts, approval settled all of it. */
function isPayable<Data, Payment>(state: InForce<Data, Payment, unknown>, byLine: PaidByLine<Data, Payment>): boolean {
  return byLine ? !byLine.isPaid(state.data, paymentsOf(state)) : membersOf(state.data)['amount'] !== '0';
}

export function possibleOfApproved<Data, Payment>(
  state: ApprovedState<Data, Payment, unknown>,
  byLine: PaidByLine<Data, Payment>,
): readonly string[] {
  const corrects = byLine ? ['correct'] : [];
  const pays = state.status === 'approved' && isPayable(state, byLine) ? ['pay_out'] : [];
  return possibleOf(state, 'approve', {
    approved: [...pays, ...corrects, 'reverse'],
    paid: [...corrects, 'reverse'],
  });
}
