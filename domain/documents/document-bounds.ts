/**
 * The bound of amounts, checked for every decision on a document of any kind: a command is refused, with every wrong
 * field, if the document would contain, show or post more than bounds.ts allows, drafts included. Stored events are
 * folded and posted without this check.
 */

import type { TSchema } from 'typebox';
import type { Decider } from '../deciding/decider.ts';
import type { DomainEvent } from '../deciding/event.ts';
import type { Facts } from '../deciding/facts.ts';
import { addedPostings } from '../entries/added-postings.ts';
import type { Posting } from '../entries/entry.ts';
import { numberFields, numbersIn, payableFields } from '../schemas/bounds.ts';
import { decimalIssues, typedFields } from '../schemas/typed-decimals.ts';
import { membersOf, textsOf } from '../values/members.ts';
import { type Issue, Refusal } from '../values/refusal.ts';
import { postedIssues, shownIssues, valueIssues } from './amount-issues.ts';
import { type DocumentBody, flatten } from './document-amounts.ts';
import type { Holder } from './document-fields.ts';
import { fractionIssues, notedFractions } from './whole-amounts.ts';
import { partIssues } from './whole-quantities.ts';

/** The part of a declaration that the check reads. */
interface Bounded<State, Command> extends Holder {
  readonly body: TSchema;
  readonly transitions: Readonly<
    Record<string, { readonly body?: TSchema; readonly reasoned?: boolean; command(body: object): Command }>
  >;
  possible(state: State): readonly string[];
  postingsOf(state: State, stream: string): readonly Posting[];
  readonly isJob?: true;
  readonly carriesSums?: true;
}

/** Names of numeric fields that deciders add to events and no body contains. */
export const DECIDED_NUMBERS: readonly string[] = [
  'unit_factor',
  'unit_weight',
  'unit_volume',
  'base_quantity',
  'weight',
  'price',
  'rate',
  'out_rate',
  'from',
  'to',
  'to_amount',
  'gross_amount',
  'discount_amount',
  'tax_amount',
  'change_amount',
  'settled_amount',
  'purchase_share',
  'former_price',
  'goods_base',
  'net_base',
  'tax_base',
  'rounding',
  'rounding_step',
  'returned_before',
  'bonus_returned_before',
  'rounding_before',
  'refundable_amount',
  'left_over',
  'used',
  'paid_amount',
  'counted_before',
  'earned_before',
  'settled',
  'printed_total',
  'printed_amount',
  'owed_amount',
  'debt_amount',
  'carried_amount',
  'moved_amount',
  'payable_amount',
  'input_amount',
  'cost_amount',
  'depreciated_amount',
  'depreciation_amount',
];

/**
 * Adds the check of the bound to a decider. Sums over the books (closing a year, a revaluation) may exceed it, because
 * a sum over many documents is unbounded; the entered fields of such documents may not.
 */
export function withBounds<State extends { readonly status: string }, Command, Event extends DomainEvent>(
  declaration: Bounded<State, Command>,
  decider: Decider<State, Command, Event, Facts>,
): Decider<State, Command, Event, Facts> {
  const { kind, body, transitions, isJob } = declaration;
  const entered = numberFields(body, ...Object.values(transitions).map((transition) => transition.body));
  const carriesSums = isJob === true || declaration.carriesSums === true;
  const names = carriesSums ? entered : new Set([...entered, ...DECIDED_NUMBERS]);
  const payable = payableFields(body, ...Object.values(transitions).map((transition) => transition.body));
  const typed = typedFields(body, ...Object.values(transitions).map((transition) => transition.body));

  function issuesOf(events: readonly Event[], before: State, facts: Facts, fractions: readonly Issue[]): Issue[] {
    if (!events.some(({ data }) => numbersIn(data, names).length > 0)) return [...fractions];
    const issues = [...events.flatMap(({ data }) => valueIssues(data, names)), ...fractions];
    if (carriesSums) return issues;
    const after = events.reduce((state, event) => decider.evolve(state, event), before);
    const stream = `${kind}-${facts.ownId ?? 0}`;
    const booked = declaration.postingsOf(before, stream);
    // Posted documents were checked before, or were posted before the bound existed.
    if (booked.length === 0) issues.push(...shownIssues(flatten(declaration, after), issues));
    if (issues.length > 0) return issues;
    const body = flatten(declaration, after);
    return addedPostings(booked, wouldPost(declaration, decider, after, stream, facts)).flatMap((posting) =>
      postedIssues(posting, body),
    );
  }

  return {
    initial: decider.initial,
    evolve: (state, event) => decider.evolve(state, event),
    decide(command, state, facts) {
      const noted = notedFractions(command);
      const fractions = (currency?: unknown) => [
        ...fractionIssues(inputOf(command), payable, typeof currency === 'number' ? currency : undefined, facts).filter(
          ({ field }) => !noted.has(field),
        ),
        ...decimalIssues(inputOf(command), typed, state, facts),
        // The receipt of a device is stored with a note (domain/till/receipts/received-receipt.ts).
        ...(membersOf(command)['received'] ? [] : partIssues(inputOf(command), typed.quantities, state, facts)),
      ];
      const events = decided(() => decider.decide(command, state, facts), command, names, fractions);
      const issues = issuesOf(events, state, facts, fractions(currencyOf(events)));
      if (issues.length > 0) throw new Refusal('validation', issues);
      return events;
    },
  };
}

const inputOf = (command: unknown): unknown => membersOf(command)['input'];

const currencyOf = (events: readonly DomainEvent[]): unknown => membersOf(events[0]?.data)['currency_fk'];

/** Adds the fields that exceed the bound, or have more decimals than their currency, to the issues of a refusal. */
function decided<Events>(
  decide: () => Events,
  command: unknown,
  names: ReadonlySet<string>,
  fractions: () => readonly Issue[],
): Events {
  try {
    return decide();
  } catch (error) {
    const input = inputOf(command);
    if (!(error instanceof Refusal) || error.code !== 'validation' || typeof input !== 'object' || input === null) {
      throw error;
    }
    const known = new Set(error.issues.map(({ field }) => field));
    const more = [...inputIssues(membersOf(input), names), ...fractions()].filter(({ field }) => !known.has(field));
    throw more.length === 0 ? error : new Refusal(error.code, [...error.issues, ...more], error.details);
  }
}

/** Checks single fields only: a refused body may contain fields that are not numbers, so no totals are calculated. */
function inputIssues(input: DocumentBody, names: ReadonlySet<string>): Issue[] {
  const values = valueIssues(input, names);
  try {
    return [...values, ...shownIssues(input, values)];
  } catch (error) {
    if (error instanceof RangeError) return values;
    throw error;
  }
}

/** The postings of the document; for a draft, the postings of completing it unchanged. */
function wouldPost<State, Command, Event extends DomainEvent>(
  { postingsOf, possible, transitions }: Bounded<State, Command>,
  decider: Decider<State, Command, Event, Facts>,
  state: State,
  stream: string,
  facts: Facts,
): readonly Posting[] {
  const own = postingsOf(state, stream);
  if (own.length > 0) return own;
  for (const name of possible(state)) {
    const transition = transitions[name];
    if (!transition || transition.reasoned || hasRequired(transition.body)) continue;
    const finished = stateAfter(decider, transition.command({}), state, facts);
    const postings = finished === undefined ? [] : postingsOf(finished, stream);
    if (postings.length > 0) return postings;
  }
  return [];
}

const hasRequired = (body: TSchema | undefined): boolean => textsOf(membersOf(body)['required']).length > 0;

/** Undefined when the command is refused: its amounts are checked when it is accepted. */
function stateAfter<State, Command, Event extends DomainEvent>(
  decider: Decider<State, Command, Event, Facts>,
  command: Command,
  before: State,
  facts: Facts,
): State | undefined {
  try {
    return decider.decide(command, before, facts).reduce((state, event) => decider.evolve(state, event), before);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}
