/** The common part of document declarations for goods between inventories: transitions, number, and both places. */
import type { TSchema } from 'typebox';
import type { ReadModelQuery } from '../../deciding/read-model-query.ts';
import { type Declared, type DocumentDeclaration, declareDocument } from '../../documents/document.ts';
import { REVERSAL_REFUSALS, series } from '../../documents/placed.ts';
import type { Posting } from '../../entries/entry.ts';
import { transit } from '../../entries/lifecycles.ts';
import type { Rule } from '../../entries/rule-lines.ts';
import { RULES } from '../../entries/rules.ts';
import { postCharge, postChargeReversed } from '../../posting/transit.ts';
import { reasoned } from '../../schemas/transitions.ts';
import { chargesOf, laterCharges } from './charged-later.ts';
import { askedOfCharge } from './charged-missing.ts';
import {
  ChargeMissingBody,
  type ChargeMissingInput,
  ReceiveTransitBody,
  type ReceiveTransitInput,
  ReportMissingBody,
  ReverseChargeBody,
  type ReverseChargeInput,
} from './transit.schema.ts';
import {
  isOnItsWay,
  possibleOfTransit,
  type TransitCommand,
  type TransitDecider,
  type TransitState,
} from './transit.ts';
import type { Arrival, OnItsWay, Transit, TransitEvent } from './transit-events.ts';

interface TransitDocument<Kind extends string, Input, Data extends Transit, Resource, Body>
  extends Partial<
    Pick<
      DocumentDeclaration<TransitState<Data>, TransitCommand<Input>, never>,
      'claims' | 'levels' | 'saysWhere' | 'ratesAreGiven' | 'held' | 'papers'
    >
  > {
  readonly kind: Kind;
  readonly resource: Resource;
  readonly folder: DocumentDeclaration['folder'];
  readonly body: Body;
  readonly decider: TransitDecider<Kind, Input, Data>;
  readonly prefix: string;
  readonly postSent: (data: Data, stream: string) => Posting;
  readonly sentRule: Rule;
  readonly postReceived: (arrival: Arrival & { readonly transfer: Data }, stream: string) => Posting;
  readonly receivedRule: Rule;
}

const CHARGE_TRANSITIONS = {
  charge_missing: {
    permission: 'receive',
    body: ChargeMissingBody,
    reasoned: true,
    command: (input: ChargeMissingInput) => ({ type: 'charge', input }) as const,
  },
  reverse_charge: {
    permission: 'receive',
    body: ReverseChargeBody,
    reasoned: true,
    command: (input: ReverseChargeInput) => ({ type: 'reverse_charge', input }) as const,
  },
};

export function declareTransit<
  Kind extends string,
  Input extends { readonly status?: unknown },
  Data extends Transit,
  Resource extends string,
  Body extends TSchema,
>(of: TransitDocument<Kind, Input, Data, Resource, Body>): Declared<Resource, Body> {
  const { postSent, sentRule, postReceived, receivedRule, prefix, ...declared } = of;
  return declareDocument<TransitState<Data>, TransitCommand<Input>, TransitEvent<Kind, Data>>()({
    ...declared,
    create: (input: Input) => [{ type: input.status === 'sent' ? 'enter_sent' : 'enter', input }],
    completing: (input: Input) => (input.status === 'sent' ? { type: 'send' } : undefined),
    change: (input: Input) => ({ type: 'change', input }),
    transitions: {
      send: { permission: 'complete', command: () => ({ type: 'send' }) },
      receive: {
        permission: 'receive',
        body: ReceiveTransitBody,
        command: (input: ReceiveTransitInput) => ({ type: 'receive', input }),
      },
      report_missing: {
        permission: 'receive',
        body: ReportMissingBody,
        command: (input: Omit<ReceiveTransitInput, 'lines' | 'rest'>) => ({
          type: 'receive',
          input: { ...input, lines: [], rest: 'missing' },
        }),
      },
      ...CHARGE_TRANSITIONS,
      return_to_pending: reasoned('return_to_pending', 'return_to_pending'),
      discard: { permission: 'destroy', command: () => ({ type: 'discard' }) },
    },
    measures: (_, commands, id) => (id === undefined ? undefined : costsAsked(commands, `${of.kind}-${id}`)),
    possible: possibleOfTransit,
    postings: transit(of.kind, [postSent, sentRule], [postReceived, receivedRule], CHARGES),
    postingsOf: (state, stream) =>
      isOnItsWay(state)
        ? [
            postSent(state.data, stream),
            ...state.receipts.map((arrival) => postReceived({ ...arrival, transfer: state.data }, stream)),
            ...chargePostings(state),
          ]
        : [],
    numbered: {
      event: `${of.kind}.sent`,
      prefix,
      of: series,
    },
    place: (state) =>
      state.status === 'none'
        ? undefined
        : {
            outlet: state.data.outlet_fk,
            inventory: state.data.inventory_fk,
            receiving: { outlet: state.data.to_outlet_fk, inventory: state.data.to_inventory_fk },
          },
    reversalRefusals: REVERSAL_REFUSALS,
  });
}

/** Charges ask what the goods cost: those after the write-off always, that of the write-off without an amount. */
function costsAsked(commands: readonly TransitCommand<unknown>[], document: string): ReadModelQuery | undefined {
  if (commands.some(({ type }) => type === 'charge')) return { of: 'sent_costs', document };
  const receive = commands.find((command) => command.type === 'receive');
  return receive && askedOfCharge(receive.input, document);
}

const CHARGES = [
  [postCharge, RULES.missingCharged],
  [postChargeReversed, RULES.chargeReversed],
] as const;

/** Charges after the write-off, and what takes charges back, each on its day. */
function chargePostings(state: OnItsWay<Transit>): readonly Posting[] {
  const transfer = state.data;
  return [
    ...laterCharges(state).map((charge) => postCharge({ ...charge, transfer })),
    ...chargesOf(state).flatMap(({ reversed_date: date, ...charge }) =>
      date === undefined ? [] : [postChargeReversed({ ...charge, date, transfer })],
    ),
  ];
}
