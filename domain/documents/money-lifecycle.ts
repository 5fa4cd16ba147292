/**
 * The declaration of documents of money that are complete at once: taken back on their own day, or on a later one, until
 * which they stay in the books (docs/decisions/0226).
 */
import type { TSchema } from 'typebox';
import type { Posting } from '../entries/entry.ts';
import { atOnce } from '../entries/lifecycles.ts';
import { fields } from '../schemas/held-fields.schema.ts';
import { REVERSED_ON_A_DAY } from '../schemas/transitions.ts';
import { type Declared, declareDocument } from './document.ts';
import type { Placed } from './document-rules.ts';
import {
  type AtOnceCommand,
  type AtOnceState,
  type MoneyDecider,
  type MoneyEvent,
  possibleAtOnce,
  type ReversedOn,
} from './immediate.ts';
import type { Common } from './lifecycle.ts';
import { place, REVERSAL_REFUSALS, series } from './placed.ts';

interface Money<Kind extends string, Input, Data, Resource, Body>
  extends Common<Kind, AtOnceState<Data>, AtOnceCommand<Input>, Data, Resource, Body> {
  readonly decider: MoneyDecider<Kind, Input, Data>;
  /** The mirror image of `post`, on the later day of a reversal. */
  readonly postBack: (of: ReversedOn<Data>, stream: string) => Posting;
}

/** Complete when it is entered, reversed with a reason and, if it is asked for, on a later day. */
export function declareMoney<
  Kind extends string,
  Input extends object,
  Data extends Placed,
  Resource extends string,
  Body extends TSchema,
>(of: Money<Kind, Input, Data, Resource, Body>): Declared<Resource, Body> {
  const { post, postBack, rule, prefix, held, reversalRefusals = REVERSAL_REFUSALS, ...declared } = of;
  return declareDocument<AtOnceState<Data>, AtOnceCommand<Input>, MoneyEvent<Kind, Data>>()({
    ...declared,
    held: { ...held, since: (data) => ({ ...held?.since?.(data), ...fields('reversed_date') }) },
    create: (input: Input) => [{ type: 'complete', input }],
    transitions: { reverse: REVERSED_ON_A_DAY },
    possible: possibleAtOnce,
    postings: atOnce(of.kind, [post, rule], postBack),
    postingsOf: (state, stream) => {
      if (state.status === 'none') return [];
      const { status, data: document, reversed_date: date } = state;
      if (status === 'complete') return [post(document, stream)];
      if (date === undefined) return [];
      return [post(document, stream), postBack({ reason: null, date, document }, stream)];
    },
    numbered: { event: `${of.kind}.completed`, prefix, of: series },
    place,
    reversalRefusals,
  });
}
