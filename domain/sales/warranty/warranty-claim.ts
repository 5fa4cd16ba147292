/**
 * A warranty claim (docs/decisions/0206): the customer's piece is received, is given back, exchanged from stock, or sent to the
 * supplier, who repairs it, gives another one, credits an amount or refuses. Its steps are taken back in order.
 */
import { type Decider, NOT_THERE, unreachable } from '../../deciding/decider.ts';
import type { Facts } from '../../deciding/facts.ts';
import {
  type DraftCommand,
  type DraftStored,
  decideDraft,
  evolveDraft,
  isDraftCommand,
  possibleOf,
} from '../../documents/draft.ts';
import { type Happened, lifecycleEvents, withoutNumber } from '../../documents/lifecycle-events.ts';
import { ofDraft, postedNow } from '../../values/posting-time.ts';
import { wrongState } from '../../values/refusal.ts';
import type {
  CloseInput,
  ExchangeInput,
  SendInput,
  TakeBackInput,
  WarrantyClaimInput,
} from './warranty-claim.schema.ts';
import {
  type ClaimStepName,
  isOpenClaim,
  type OpenClaim,
  WARRANTY_CLAIM,
  type WarrantyClaim,
  type WarrantyClaimEvent,
  type WarrantyClaimState,
  type WarrantyClaimStored,
} from './warranty-claim-events.ts';
import {
  answerFacts,
  claimFacts,
  endingFacts,
  exchangeFacts,
  receivedFacts,
  sendingFacts,
} from './warranty-claim-rules.ts';

const { event, happened } = lifecycleEvents<typeof WARRANTY_CLAIM, WarrantyClaimStored>(WARRANTY_CLAIM);

// State.

function evolve(state: WarrantyClaimState, stored: WarrantyClaimEvent): WarrantyClaimState {
  const change = happened(stored);
  switch (change.happened) {
    case 'received': {
      const claim = { ...withoutNumber(change.data), status: 'received', steps: [] } as const;
      return { ...claim, sent_to_fk: null, answered_as: null, ended_as: null, given_number: null };
    }
    case 'drafted':
    case 'draft_changed':
    case 'discarded':
      return isOpenClaim(state) ? state : evolveDraft(state, change);
    default:
      return isOpenClaim(state) ? evolveOpen(state, change) : state;
  }
}

type StepHappened = Exclude<
  Happened<WarrantyClaimStored>,
  { readonly happened: keyof DraftStored<WarrantyClaim> | 'received' }
>;

function evolveOpen(claim: OpenClaim, change: StepHappened): WarrantyClaimState {
  const steps = (name: ClaimStepName) => [...claim.steps, name];
  switch (change.happened) {
    case 'exchanged':
      return standing({ ...claim, steps: steps('exchanged'), exchange: change.data });
    case 'sent':
      return standing({ ...claim, steps: steps('sent'), sending: change.data });
    case 'came_back':
      return standing({ ...claim, steps: steps('came_back'), answer: change.data });
    case 'closed':
      return standing({ ...claim, steps: steps('closed'), ending: change.data });
    case 'returned_to_draft': {
      const { sold_document: _document, sold_number: _number, warranty_until: _until, ...data } = claim.data;
      return { status: 'draft', data, number: claim.number };
    }
    case 'exchange_undone':
    case 'answer_undone':
    case 'step_undone':
      return standing(withoutLast(claim));
    default:
      return unreachable(change);
  }
}

function withoutLast(claim: OpenClaim): OpenClaim {
  const { exchange, sending, answer, ending, ...rest } = { ...claim, steps: claim.steps.slice(0, -1) };
  const stands = (name: ClaimStepName) => rest.steps.includes(name);
  return {
    ...rest,
    ...(exchange && stands('exchanged') ? { exchange } : undefined),
    ...(sending && stands('sent') ? { sending } : undefined),
    ...(answer && stands('came_back') ? { answer } : undefined),
    ...(ending && stands('closed') ? { ending } : undefined),
  };
}

/** The claim with what follows from its steps. */
function standing(claim: OpenClaim): OpenClaim {
  const { exchange, sending, answer, ending } = claim;
  const given = exchange ? (exchange.batches?.[0]?.batch_number ?? null) : (answer?.serial_number ?? null);
  return {
    ...claim,
    status: statusOf(claim),
    sent_to_fk: sending?.sent_to_fk ?? null,
    answered_as: answer?.answered_as ?? null,
    ended_as: ending?.ended_as ?? null,
    given_number: given,
  };
}

/** A piece that is with the supplier is there, also when its customer has another one. */
function statusOf({ steps, sending, answer, ending }: OpenClaim): OpenClaim['status'] {
  if (ending) return 'closed';
  if (sending && !answer) return 'sent';
  const last = steps.at(-1);
  if (last === undefined) return 'received';
  return last === 'exchanged' ? 'exchanged' : 'back';
}

// Commands.

export type WarrantyClaimCommand =
  | DraftCommand<WarrantyClaimInput>
  /** Drafts it and receives the piece. */
  | { readonly type: 'enter'; readonly input: WarrantyClaimInput }
  | { readonly type: 'receive' }
  | { readonly type: 'send'; readonly input: SendInput }
  | { readonly type: 'take_back'; readonly input: TakeBackInput }
  | { readonly type: 'exchange'; readonly input: ExchangeInput }
  | { readonly type: 'close'; readonly input: CloseInput }
  | { readonly type: 'undo'; readonly reason: string | null };

/** The step that each command takes. */
const TAKES = { send: 'sent', take_back: 'came_back', exchange: 'exchanged', close: 'closed' } as const;

function decide(command: WarrantyClaimCommand, state: WarrantyClaimState, facts: Facts): readonly WarrantyClaimEvent[] {
  const transitions = possible(state);
  const entered = (input: WarrantyClaimInput) => ofDraft(claimFacts(input, facts), facts);
  if (isDraftCommand(command)) {
    return decideDraft(WARRANTY_CLAIM, command, state, { possible: transitions, facts: entered });
  }
  if (command.type === 'enter') {
    return state.status === 'none' ? [received(entered(command.input), null, facts)] : [];
  }
  if (command.type === 'receive') {
    if (isOpenClaim(state)) return [];
    if (state.status !== 'draft') throw wrongState(state.status, transitions);
    return [received(state.data, state.number, facts)];
  }
  if (command.type === 'undo') {
    if (state.status === 'draft') return [];
    if (!isOpenClaim(state)) throw wrongState(state.status, transitions);
    return [undone(state, command.reason)];
  }
  if (!isOpenClaim(state)) throw wrongState(state.status, transitions);
  if (state.steps.at(-1) === TAKES[command.type]) return [];
  if (!transitions.includes(command.type)) throw wrongState(state.status, transitions);
  switch (command.type) {
    case 'send':
      return [event('sent', sendingFacts(command.input, state, facts))];
    case 'take_back':
      return [event('came_back', answerFacts(command.input, state, facts))];
    case 'exchange':
      return [event('exchanged', exchangeFacts(command.input, state, facts))];
    case 'close':
      return [event('closed', endingFacts(command.input, state, facts))];
    default:
      return unreachable(command);
  }
}

function received(claim: WarrantyClaim, number: string | null, facts: Facts): WarrantyClaimEvent {
  return event('received', { ...receivedFacts(postedNow(claim, facts), facts), number });
}

function undone({ steps }: OpenClaim, reason: string | null): WarrantyClaimEvent {
  switch (steps.at(-1)) {
    case undefined:
      return event('returned_to_draft', { reason });
    case 'exchanged':
      return event('exchange_undone', { reason });
    case 'came_back':
      return event('answer_undone', { reason });
    default:
      return event('step_undone', { reason });
  }
}

/** The transitions that the state allows. */
export function possible(state: WarrantyClaimState): readonly string[] {
  if (!isOpenClaim(state)) return possibleOf<never>(state, 'receive', {});
  const { exchange, sending, answer, ending } = state;
  const isWithSupplier = sending !== undefined && answer === undefined;
  const may = {
    send: sending === undefined,
    take_back: isWithSupplier,
    exchange: exchange === undefined && answer?.answered_as !== 'replaced',
    close: !isWithSupplier,
  };
  const steps = Object.entries(may).flatMap(([name, isPossible]) => (isPossible && !ending ? [name] : []));
  return [...steps, 'undo'];
}

export const warrantyClaim: Decider<WarrantyClaimState, WarrantyClaimCommand, WarrantyClaimEvent, Facts> = {
  initial: NOT_THERE,
  evolve,
  decide,
};
