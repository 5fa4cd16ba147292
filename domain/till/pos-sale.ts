/**
 * A receipt of the till: held and taken up again, paid in several ways and complete, or refunded whole. A receipt is
 * changed by refunding it and selling again; the new one names the old.
 */
import { type Decider, unreachable } from '../kernel/decider.ts';
import type { Facts } from '../kernel/facts.ts';
import { wrongState } from '../kernel/refusal.ts';
import type { PosSaleInput, RefundInput } from './pos-sale.schema.ts';
import type { PosSale, PosSaleEvent, Refund } from './pos-sale-events.ts';
import { completedReceipt, receiptFacts, refundFacts } from './pos-sale-rules.ts';

export type { PosPayment, PosSale, PosSaleEvent, Refund } from './pos-sale-events.ts';

/** Stream: `pos_sale-<id>` */
export const POS_SALE = 'pos_sale';

// State

export type PosSaleState =
  | { readonly status: 'none' }
  | { readonly status: 'hold' | 'discarded'; readonly data: PosSale }
  | {
      readonly status: 'complete' | 'refunded';
      readonly data: PosSale;
      readonly number: string | null;
      readonly refund: Refund | null;
    };

function evolve(state: PosSaleState, event: PosSaleEvent): PosSaleState {
  switch (event.type) {
    case 'pos_sale.held':
    case 'pos_sale.held_again':
      return { status: 'hold', data: event.data };
    case 'pos_sale.discarded':
      return state.status === 'hold' ? { ...state, status: 'discarded' } : state;
    case 'pos_sale.completed': {
      const { number, ...data } = event.data;
      return { status: 'complete', data, number, refund: null };
    }
    case 'pos_sale.refunded':
      return state.status === 'complete' ? { ...state, status: 'refunded', refund: event.data } : state;
    default:
      return unreachable(event);
  }
}

// Commands

export type PosSaleCommand =
  | { readonly type: 'hold'; readonly input: PosSaleInput }
  /** Entered and completed in one step. */
  | { readonly type: 'enter'; readonly input: PosSaleInput }
  | { readonly type: 'change'; readonly input: PosSaleInput }
  | { readonly type: 'discard' }
  | { readonly type: 'complete' }
  | { readonly type: 'refund'; readonly input: RefundInput };

function decide(command: PosSaleCommand, state: PosSaleState, facts: Facts): readonly PosSaleEvent[] {
  const refused = () => wrongState(state.status, possible(state));
  const completed = (data: PosSale): PosSaleEvent => ({
    type: 'pos_sale.completed',
    v: 1,
    data: { ...completedReceipt(data, facts), number: null },
  });
  switch (command.type) {
    case 'hold':
      if (state.status !== 'none') return [];
      return [{ type: 'pos_sale.held', v: 1, data: receiptFacts(command.input, facts) }];
    case 'enter':
      return state.status === 'none' ? [completed(receiptFacts(command.input, facts))] : [];
    case 'change': {
      if (state.status !== 'hold') throw refused();
      const data = receiptFacts(command.input, facts);
      return JSON.stringify(data) === JSON.stringify(state.data) ? [] : [{ type: 'pos_sale.held_again', v: 1, data }];
    }
    case 'discard':
      if (state.status === 'discarded') return [];
      if (state.status !== 'hold') throw refused();
      return [{ type: 'pos_sale.discarded', v: 1, data: {} }];
    case 'complete':
      if (state.status === 'complete') return [];
      if (state.status !== 'hold') throw refused();
      return [completed(state.data)];
    case 'refund':
      if (state.status === 'refunded') return [];
      if (state.status !== 'complete') throw refused();
      return [{ type: 'pos_sale.refunded', v: 1, data: refundFacts(command.input, state.data, facts) }];
    default:
      return unreachable(command);
  }
}

/** The transitions that are possible now. */
export function possible({ status }: PosSaleState): readonly string[] {
  switch (status) {
    case 'none':
      return ['hold'];
    case 'hold':
      return ['change', 'complete', 'discard'];
    case 'complete':
      return ['refund'];
    case 'discarded':
    case 'refunded':
      return [];
    default:
      return unreachable(status);
  }
}

export const posSale: Decider<PosSaleState, PosSaleCommand, PosSaleEvent, Facts> = {
  initial: { status: 'none' },
  evolve,
  decide,
};
