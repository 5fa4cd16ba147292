/**
 * The common parts of document declarations of one lifecycle: commands, transitions, number and place. A document adds
 * its resource, its body, its posting and its prefix.
 */
import type { TSchema } from 'typebox';
import type { Facts } from '../deciding/facts.ts';
import type { Posting } from '../entries/entry.ts';
import { approved, atOnce, drafted, posted } from '../entries/lifecycles.ts';
import type { Rule } from '../entries/rule-lines.ts';
import { GIVEN_UP, reasoned } from '../schemas/transitions.ts';
import {
  type ApprovedCommand,
  type ApprovedDecider,
  type ApprovedEvent,
  type ApprovedState,
  asApproved,
  isApproved,
  paymentsOf,
  possibleOfApproved,
} from './approved.ts';
import { type Declared, type DocumentDeclaration, declareDocument, type Following } from './document.ts';
import type { Placed } from './document-rules.ts';
import {
  type DraftedCommand,
  type DraftedDecider,
  type DraftedEvent,
  type DraftedState,
  possibleOfDrafted,
} from './drafted.ts';
import {
  type AtOnceCommand,
  type AtOnceDecider,
  type AtOnceEvent,
  type AtOnceState,
  possibleAtOnce,
} from './immediate.ts';
import { place, REVERSAL_REFUSALS, series } from './placed.ts';
import {
  type PostedCommand,
  type PostedDecider,
  type PostedEvent,
  type PostedState,
  possibleOfPosted,
} from './posted.ts';

/** The fields that every document has. */
export interface Common<Kind extends string, State extends { readonly status: string }, Command, Data, Resource, Body>
  extends Partial<
    Pick<
      DocumentDeclaration<State, Command, never>,
      | 'claims'
      | 'owed'
      | 'period'
      | 'openItems'
      | 'readsRates'
      | 'levels'
      | 'saysWhere'
      | 'carriesSums'
      | 'measures'
      | 'settings'
      | 'ratesAreGiven'
      | 'carriedAt'
      | 'correctionOf'
      | 'isBookkeeping'
      | 'held'
      | 'papers'
      | 'ownParts'
    >
  > {
  readonly kind: Kind;
  readonly resource: Resource;
  readonly folder: DocumentDeclaration['folder'];
  readonly body: Body;
  /** The posting of the completed document. */
  readonly post: (data: Data, stream: string) => Posting;
  /** The accounts that `post` debits and credits. */
  readonly rule: Rule;
  readonly prefix: string;
  /** Message keys, where they differ from `protected` and `no_enough_balance`. */
  readonly reversalRefusals?: { readonly stock: string; readonly cash: string };
}

interface Drafted<Kind extends string, Input, Data, Resource, Body>
  extends Common<Kind, DraftedState<Data>, DraftedCommand<Input>, Data, Resource, Body> {
  readonly decider: DraftedDecider<Kind, Input, Data>;
  /** Transitions in addition to those of the lifecycle. */
  readonly transitions?: DocumentDeclaration<DraftedState<Data>, DraftedCommand<Input>>['transitions'];
  /** The commands on other documents that follow from a change of the state. */
  readonly follows?: (
    before: DraftedState<Data>,
    after: DraftedState<Data>,
    facts: Facts,
    stream: string,
  ) => Following[];
}

interface AtOnce<Kind extends string, Input, Data, Resource, Body>
  extends Common<Kind, AtOnceState<Data>, AtOnceCommand<Input>, Data, Resource, Body> {
  readonly decider: AtOnceDecider<Kind, Input, Data>;
}

interface Approved<Kind extends string, Input, Data, PaymentInput, Payment, Resource, Body, CorrectionInput, Correction>
  extends Common<
    Kind,
    ApprovedState<Data, Payment, Correction>,
    ApprovedCommand<Input, PaymentInput, CorrectionInput>,
    Data,
    Resource,
    Body
  > {
  readonly decider: ApprovedDecider<Kind, Input, Data, PaymentInput, Payment, CorrectionInput, Correction>;
  readonly paymentBody: TSchema;
  readonly postPayment: (payment: Payment, stream: string) => Posting;
  readonly paymentRule: Rule;
  /** Present for a document whose lines are corrected after its approval. */
  readonly correction?: {
    readonly body: TSchema;
    readonly post: (correction: Correction, stream: string) => Posting;
    readonly rule: Rule;
  };
}

interface PostedDocument<Kind extends string, Input, Data, Posted, Resource, Body>
  extends Common<Kind, PostedState<Data, Posted>, PostedCommand<Input>, Posted, Resource, Body> {
  readonly decider: PostedDecider<Kind, Input, Data, Posted>;
}

/** Entered as a draft or complete (`status: 'complete'` in the body), changed, completed, returned to draft. */
export function declareDrafted<
  Kind extends string,
  Input extends { readonly status?: unknown },
  Data extends Placed,
  Resource extends string,
  Body extends TSchema,
>(of: Drafted<Kind, Input, Data, Resource, Body>): Declared<Resource, Body> {
  const { post, rule, prefix, transitions = {}, follows, reversalRefusals = REVERSAL_REFUSALS, ...declared } = of;
  return declareDocument<DraftedState<Data>, DraftedCommand<Input>, DraftedEvent<Kind, Data>>()({
    ...declared,
    create: (input: Input) => [{ type: input.status === 'complete' ? 'enter' : 'draft', input }],
    completing: (input: Input) => (input.status === 'complete' ? { type: 'complete' } : undefined),
    change: (input: Input) => ({ type: 'change', input }),
    transitions: {
      complete: { permission: 'complete', command: () => ({ type: 'complete' }) },
      return_to_draft: reasoned('return_to_draft', 'return_to_draft'),
      ...GIVEN_UP,
      ...transitions,
    },
    ...(follows ? { sideEffects: (_, after, stream, { before, facts }) => follows(before, after, facts, stream) } : {}),
    possible: possibleOfDrafted,
    postings: drafted(of.kind, post, rule),
    postingsOf: (state, stream) => (state.status === 'complete' ? [post(state.data, stream)] : []),
    numbered: { event: `${of.kind}.completed`, prefix, of: series },
    place,
    reversalRefusals,
  });
}

/** Complete when it is entered, reversed with a reason. */
export function declareAtOnce<
  Kind extends string,
  Input extends object,
  Data extends Placed,
  Resource extends string,
  Body extends TSchema,
>(of: AtOnce<Kind, Input, Data, Resource, Body>): Declared<Resource, Body> {
  const { post, rule, prefix, reversalRefusals = REVERSAL_REFUSALS, ...declared } = of;
  return declareDocument<AtOnceState<Data>, AtOnceCommand<Input>, AtOnceEvent<Kind, Data>>()({
    ...declared,
    create: (input: Input) => [{ type: 'complete', input }],
    transitions: {
      reverse: reasoned('destroy', 'reverse'),
    },
    possible: possibleAtOnce,
    postings: atOnce(of.kind, [post, rule]),
    postingsOf: (state, stream) => (state.status === 'complete' ? [post(state.data, stream)] : []),
    numbered: { event: `${of.kind}.completed`, prefix, of: series },
    place,
    reversalRefusals,
  });
}

/** Prepared as a draft, approved, paid, and reversed with a reason. */
export function declareApproved<
  Kind extends string,
  Input extends object,
  Data extends Placed,
  PaymentInput extends object,
  Payment extends object,
  Resource extends string,
  Body extends TSchema,
  CorrectionInput extends object = never,
  Correction extends object = never,
>(
  of: Approved<Kind, Input, Data, PaymentInput, Payment, Resource, Body, CorrectionInput, Correction>,
): Declared<Resource, Body> {
  const { post, rule, postPayment, paymentRule, paymentBody, correction, prefix, ...rest } = of;
  const { reversalRefusals = REVERSAL_REFUSALS, ...declared } = rest;
  const { byLine } = of.decider;
  return declareDocument<
    ApprovedState<Data, Payment, Correction>,
    ApprovedCommand<Input, PaymentInput, CorrectionInput>,
    ApprovedEvent<Kind, Data, Payment, Correction>
  >()({
    ...declared,
    create: (input: Input) => [{ type: 'draft', input }],
    change: (input: Input) => ({ type: 'change', input }),
    transitions: {
      approve: { permission: 'approve', command: () => ({ type: 'approve' }) },
      pay_out: {
        permission: 'pay',
        body: paymentBody,
        command: (input: PaymentInput) => ({ type: 'pay_out', input }),
      },
      ...(correction ? { correct: correctWith<CorrectionInput>(correction.body) } : {}),
      reverse: reasoned('destroy', 'reverse'),
      discard: { permission: 'destroy', command: () => ({ type: 'discard' }) },
    },
    possible: (state) => possibleOfApproved(state, byLine),
    postings: approved(
      of.kind,
      [post, rule],
      [postPayment, paymentRule],
      correction && [correction.post, correction.rule],
    ),
    postingsOf: (state, stream) => {
      if (!isApproved(state)) return [];
      return [
        post(asApproved(state, byLine), stream),
        ...paymentsOf(state).map((payment) => postPayment(payment, stream)),
        ...(state.corrections ?? []).flatMap((each) => correction?.post(each, stream) ?? []),
      ];
    },
    numbered: { event: `${of.kind}.approved`, prefix, of: series },
    place,
    reversalRefusals,
  });
}

/** The transition of a document whose lines are corrected after its approval. */
const correctWith = <Input>(body: TSchema) => ({
  permission: 'approve',
  body,
  command: (input: Input) => ({ type: 'correct' as const, input }),
});

/** Entered as a draft or posted (`status: 'posted'` in the body), changed, posted, and reversed with a reason. */
export function declarePosted<
  Kind extends string,
  Input extends { readonly status?: unknown },
  Data extends Placed,
  Posted extends Placed,
  Resource extends string,
  Body extends TSchema,
>(of: PostedDocument<Kind, Input, Data, Posted, Resource, Body>): Declared<Resource, Body> {
  const { post, rule, prefix, reversalRefusals = REVERSAL_REFUSALS, ...declared } = of;
  return declareDocument<PostedState<Data, Posted>, PostedCommand<Input>, PostedEvent<Kind, Data, Posted>>()({
    ...declared,
    create: (input: Input) =>
      input.status === 'posted' ? [{ type: 'draft', input }, { type: 'post' }] : [{ type: 'draft', input }],
    completing: (input: Input) => (input.status === 'posted' ? { type: 'post' } : undefined),
    change: (input: Input) => ({ type: 'change', input }),
    transitions: {
      post: { permission: 'complete', command: () => ({ type: 'post' }) },
      reverse: reasoned('return_to_draft', 'reverse'),
      discard: { permission: 'destroy', command: () => ({ type: 'discard' }) },
    },
    possible: possibleOfPosted,
    postings: posted(of.kind, post, rule),
    postingsOf(state, stream) {
      if (state.status !== 'posted') return [];
      const { later, ...first } = post(state.data, stream);
      return later ? [first, { ...first, ...later }] : [first];
    },
    numbered: { event: `${of.kind}.posted`, prefix, of: series },
    place,
    reversalRefusals,
  });
}
