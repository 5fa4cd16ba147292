/**
 * The draft, with which most lifecycles begin: drafted, changed and discarded. A lifecycle adds its own completing
 * event and later states.
 */

import { wrongState } from '../values/refusal.ts';
import { type EventsOf, type Happened, lifecycleEvents } from './lifecycle-events.ts';

// Events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions.

export interface DraftStored<Data> {
  readonly drafted: Data;
  readonly draft_changed: Data;
  /** With a reason where the draft had a number: it is reversed, and the number stays. */
  readonly discarded: { readonly reason?: string | null };
}

// State.

export type DraftState<Data> =
  | { readonly status: 'none' }
  | { readonly status: 'discarded'; readonly data: Data }
  /** It was complete once, and is not wanted any more: its number is used. */
  | { readonly status: 'reversed'; readonly data: Data; readonly number: string | null }
  /**
   * `number` is null until the document is completed for the first time; a document returned to draft keeps its
   * number.
   */
  | { readonly status: 'draft'; readonly data: Data; readonly number: string | null };

type Drafted<Data> = Extract<DraftState<Data>, { readonly status: 'draft' }>;

const isDraft = <Data>(state: DraftState<Data> | { readonly status: string }): state is Drafted<Data> =>
  state.status === 'draft';

/** `Later` are the states that the lifecycle adds; the three events of drafts leave them unchanged. */
export function evolveDraft<Data, Later extends { readonly status: string }>(
  state: DraftState<Data> | Later,
  event: Happened<DraftStored<Data>>,
): DraftState<Data> | Later {
  if (event.happened === 'drafted') return { status: 'draft', data: event.data, number: null };
  if (!isDraft<Data>(state)) return state;
  if (event.happened === 'draft_changed') return { ...state, data: event.data };
  return { ...withoutDraft(state), data: state.data };
}

/** What becomes of a draft that is discarded: one with a number is reversed, so that its series has no gap. */
export const withoutDraft = ({ number }: { readonly number: string | null }) =>
  number === null ? ({ status: 'discarded' } as const) : ({ status: 'reversed', number } as const);

// Commands.

export type DraftCommand<Input> =
  | { readonly type: 'draft'; readonly input: Input }
  | { readonly type: 'change'; readonly input: Input }
  | { readonly type: 'discard' }
  /** Discards a draft that has a number. */
  | { readonly type: 'void'; readonly reason: string | null };

type DraftCommandType = DraftCommand<unknown>['type'];

export const isDraftCommand = <Command extends { readonly type: string }>(
  command: Command,
): command is Extract<Command, { readonly type: DraftCommandType }> =>
  command.type === 'draft' || command.type === 'change' || command.type === 'discard' || command.type === 'void';

/** What a decision about a draft reads: its data, and its number if it was completed before. */
interface DraftSubject {
  readonly status: string;
  readonly data?: unknown;
  readonly number?: string | null;
}

interface DraftRules<Input, Data> {
  /** The transitions that are possible now. */
  readonly possible: readonly string[];
  /** Returns the data that the events store; throws Refusal with all issues. */
  readonly facts: (input: Input) => Data;
  /** True when a change has no effect; compares all fields when omitted. */
  readonly isSame?: (data: Data) => boolean;
}

/** Repeated commands return no events. Throws Refusal (wrong_state) when the document is not a draft. */
export function decideDraft<Kind extends string, Input, Data>(
  kind: Kind,
  command: DraftCommand<Input>,
  state: DraftSubject,
  { possible, facts, isSame = (data) => JSON.stringify(data) === JSON.stringify(state.data) }: DraftRules<Input, Data>,
): readonly EventsOf<Kind, DraftStored<Data>>[] {
  const { event } = lifecycleEvents<Kind, DraftStored<Data>>(kind);
  const { status, number = null } = state;
  if (command.type === 'draft') return status === 'none' ? [event('drafted', facts(command.input))] : [];
  if (command.type === 'discard' && status === 'discarded') return [];
  if (command.type === 'void' && status === 'reversed') return [];
  if (status !== 'draft') throw wrongState(status, possible);
  if (command.type === 'change') {
    const data = facts(command.input);
    return isSame(data) ? [] : [event('draft_changed', data)];
  }
  // The number is used: discarding the document without a reason would leave a gap in the series.
  if ((number === null) === (command.type === 'void')) throw wrongState(status, possible);
  return [event('discarded', command.type === 'void' ? { reason: command.reason } : {})];
}

/**
 * The transitions that a state allows; the screen offers these, and a refusal in the API lists them. `completing` is
 * the transition that ends the draft, `later` has the transitions of the added states.
 */
export function possibleOf<Later extends string>(
  state: { readonly status: 'none' | 'draft' | 'discarded' | 'reversed' | Later; readonly number?: string | null },
  completing: string,
  later: Readonly<Record<Later, readonly string[]>>,
): readonly string[] {
  const { status, number = null } = state;
  switch (status) {
    case 'none':
      return ['draft'];
    case 'draft':
      return ['change', completing, number === null ? 'discard' : 'reverse'];
    case 'discarded':
    case 'reversed':
      return [];
    default:
      return later[status];
  }
}
