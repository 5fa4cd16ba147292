/** What the declarations of goods between inventories have in common: transitions, number, and both places. */
import type { TSchema } from 'typebox';
import { type DocumentDeclaration, declareDocument } from '../kernel/document.ts';
import { ReasonBody } from '../kernel/fields.schema.ts';
import type { Posting } from '../posting/entry.ts';
import { ReceiveTransitBody, type ReceiveTransitInput, ReportMissingBody } from './transit.schema.ts';
import {
  type Arrival,
  isOnItsWay,
  possibleOfTransit,
  type Transit,
  type TransitCommand,
  type TransitDecider,
  type TransitEvent,
  type TransitState,
} from './transit.ts';

interface TransitDocument<Kind extends string, Input, Data extends Transit>
  extends Partial<
    Pick<DocumentDeclaration<TransitState<Data>, TransitCommand<Input>, never>, 'claims' | 'levels' | 'ratesAreGiven'>
  > {
  readonly kind: Kind;
  readonly resource: string;
  readonly body: TSchema;
  readonly decider: TransitDecider<Kind, Input, Data>;
  readonly prefix: string;
  readonly postSent: (data: Data, stream: string) => Posting;
  readonly postReceived: (arrival: Arrival & { readonly transfer: Data }, stream: string) => Posting;
}

export function declareTransit<Kind extends string, Input extends { readonly status?: unknown }, Data extends Transit>(
  of: TransitDocument<Kind, Input, Data>,
): DocumentDeclaration {
  const { postSent, postReceived, prefix, ...declared } = of;
  return declareDocument<TransitState<Data>, TransitCommand<Input>, TransitEvent<Kind, Data>>({
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
        command: (input: Pick<ReceiveTransitInput, 'date' | 'time'>) => ({
          type: 'receive',
          input: { ...input, lines: [], rest: 'missing' },
        }),
      },
      return_to_pending: {
        permission: 'return_to_pending',
        body: ReasonBody,
        reasoned: true,
        command: (body: { reason: string | null }) => ({ type: 'return_to_pending', reason: body.reason }),
      },
      discard: { permission: 'destroy', command: () => ({ type: 'discard' }) },
    },
    possible: possibleOfTransit,
    postingsOf: (state, stream) =>
      isOnItsWay(state)
        ? [
            postSent(state.data, stream),
            ...state.receipts.map((arrival) => postReceived({ ...arrival, transfer: state.data }, stream)),
          ]
        : [],
    numbered: {
      event: `${of.kind}.sent`,
      prefix,
      of: (state) =>
        state.status === 'none' ? { outlet: 0, date: '' } : { outlet: state.data.outlet_fk, date: state.data.date },
    },
    place: (state) =>
      state.status === 'none'
        ? undefined
        : {
            outlet: state.data.outlet_fk,
            inventory: state.data.inventory_fk,
            receiving: { outlet: state.data.to_outlet_fk, inventory: state.data.to_inventory_fk },
          },
    reversalRefusals: { stock: 'protected', cash: 'no_enough_balance' },
  });
}
