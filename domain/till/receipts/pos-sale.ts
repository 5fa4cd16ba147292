/**
 * A till receipt: held and resumed, paid in several ways and complete, refunded completely or in parts. A receipt is
 * corrected by refunding it and selling again; the new receipt refers to the old one. Receipts sent by a till are paid
 * already.
 */
import { type Decider, NOT_THERE, unreachable } from '../../deciding/decider.ts';
import type { Facts } from '../../deciding/facts.ts';
import { ofDraft, postedNow } from '../../values/posting-time.ts';
import { wrongState } from '../../values/refusal.ts';
import { type EntryMark, reviewed, waits, withEntry, withReview } from '../device-mark.ts';
import type { Received } from './broken-rules.ts';
import { partRefund } from './part-refund.ts';
import type { PosSaleInput, RefundInput } from './pos-sale.schema.ts';
import type { PartRefund, PosReturn, PosSale, PosSaleEvent, Refund } from './pos-sale-events.ts';
import { completedReceipt, receiptFacts, refundFacts } from './pos-sale-rules.ts';
import { type ReceivedReceipt, receivedReceipt } from './received-receipt.ts';
import { type ReceivedRefund, receivedRefund, receivedReturn } from './received-refund.ts';
import { isAllBack } from './refunded-lines.ts';
import { returnedGoods } from './returned-goods.ts';

/** Stream: `pos_sale-<id>` */
export const POS_SALE = 'pos_sale';

// State.

export type PosSaleState =
  | { readonly status: 'none' }
  | { readonly status: 'hold' | 'discarded'; readonly data: PosSale }
  | {
      readonly status: 'complete' | 'refunded';
      readonly data: PosSale;
      readonly number: string | null;
      /** The refund of the whole receipt at once. */
      readonly refund: Refund | null;
      readonly refunds: readonly PartRefund[];
      /** Entries of tills. */
      readonly entries: readonly EntryMark[];
    }
  /** Goods returned without a receipt. */
  | {
      readonly status: 'returned';
      readonly data: PosReturn;
      readonly number: string | null;
      readonly entries: readonly EntryMark[];
    };

/** A posted receipt. */
export type CompleteReceipt = Extract<PosSaleState, { readonly refund: unknown }>;

function evolve(state: PosSaleState, event: PosSaleEvent): PosSaleState {
  switch (event.type) {
    case 'pos_sale.held':
    case 'pos_sale.held_again':
      return { status: 'hold', data: event.data };
    case 'pos_sale.discarded':
      return state.status === 'hold' ? { ...state, status: 'discarded' } : state;
    case 'pos_sale.completed': {
      const { number, ...data } = event.data;
      const entries = withEntry([], event.type, data);
      return { status: 'complete', data, number, refund: null, refunds: [], entries };
    }
    case 'pos_sale.returned': {
      const { number, ...data } = event.data;
      return { status: 'returned', data, number, entries: withEntry([], event.type, data) };
    }
    case 'pos_sale.refunded':
      return state.status === 'complete' ? { ...state, status: 'refunded', refund: event.data } : state;
    case 'pos_sale.part_refunded': {
      if (!isReceipt(state)) return state;
      const refunds = [...state.refunds, event.data];
      const entries = withEntry(state.entries, event.type, event.data);
      return { ...state, status: isAllBack(state.data, refunds) ? 'refunded' : state.status, refunds, entries };
    }
    case 'pos_sale.reviewed':
      return 'entries' in state ? { ...state, entries: withReview(state.entries, event.data) } : state;
    default:
      return unreachable(event);
  }
}

const isReceipt = (state: PosSaleState): state is CompleteReceipt =>
  state.status === 'complete' || state.status === 'refunded';

// Commands.

export type PosSaleCommand =
  | { readonly type: 'hold'; readonly input: PosSaleInput }
  /** Enters and completes in one step. */
  | { readonly type: 'enter'; readonly input: PosSaleInput }
  | { readonly type: 'change'; readonly input: PosSaleInput }
  | { readonly type: 'discard' }
  | { readonly type: 'complete' }
  /** Refunds the rest, or the named lines. */
  | { readonly type: 'refund'; readonly input: RefundInput }
  /** Goods returned without a receipt. */
  | { readonly type: 'return'; readonly input: PosSaleInput }
  /** A receipt sent by a till, which has happened already (decisions/0074). */
  | { readonly type: 'receive'; readonly input: ReceivedReceipt; readonly received: Received }
  | { readonly type: 'receive_refund'; readonly input: ReceivedRefund; readonly received: Received }
  | { readonly type: 'review'; readonly note: string };

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
      return [{ type: 'pos_sale.held', v: 1, data: ofDraft(receiptFacts(command.input, facts), facts) }];
    case 'enter':
      return state.status === 'none' ? [completed(receiptFacts(command.input, facts))] : [];
    case 'change': {
      if (state.status !== 'hold') throw refused();
      const data = ofDraft(receiptFacts(command.input, facts, state.data), facts);
      return JSON.stringify(data) === JSON.stringify(state.data) ? [] : [{ type: 'pos_sale.held_again', v: 1, data }];
    }
    case 'discard':
      if (state.status === 'discarded') return [];
      if (state.status !== 'hold') throw refused();
      return [{ type: 'pos_sale.discarded', v: 1, data: {} }];
    case 'complete':
      if (state.status === 'complete') return [];
      if (state.status !== 'hold') throw refused();
      return [completed(postedNow(state.data, facts))];
    case 'refund':
      if (state.status === 'refunded') return [];
      if (state.status !== 'complete') throw refused();
      return [refunded(command.input, state, facts)];
    case 'return':
      if (state.status !== 'none') return [];
      return [{ type: 'pos_sale.returned', v: 1, data: { ...returnedGoods(command.input, facts), number: null } }];
    case 'receive':
    case 'receive_refund':
      return received(command, state, facts);
    case 'review':
      return 'entries' in state
        ? reviewed(command.note, state.entries, facts).map((data) => ({ type: 'pos_sale.reviewed', v: 1, data }))
        : [];
    default:
      return unreachable(command);
  }
}

/** The first refund of everything is a full refund; a refund of the rest or of named lines is a partial one. */
function refunded(input: RefundInput, state: CompleteReceipt, facts: Facts): PosSaleEvent {
  const isWhole = !input.lines && !input.payments && state.refunds.length === 0;
  if (isWhole) return { type: 'pos_sale.refunded', v: 1, data: refundFacts(input, state.data, facts) };
  return { type: 'pos_sale.part_refunded', v: 1, data: partRefund(input, state, facts) };
}

function received(
  command: Extract<PosSaleCommand, { readonly received: Received }>,
  state: PosSaleState,
  facts: Facts,
): readonly PosSaleEvent[] {
  if (command.type === 'receive') {
    // The held receipt was discarded or paid at another till in the meantime: this receipt was paid all the same and
    // is stored.
    if (state.status !== 'none' && state.status !== 'hold') throw wrongState(state.status, possible(state));
    const data = receivedReceipt(command.input, facts, command.received);
    return [{ type: 'pos_sale.completed', v: 1, data }];
  }
  if (isReceipt(state)) {
    const data = receivedRefund(command.input, state, facts, command.received);
    return [{ type: 'pos_sale.part_refunded', v: 1, data }];
  }
  if (state.status !== 'none') throw wrongState(state.status, possible(state));
  return [{ type: 'pos_sale.returned', v: 1, data: receivedReturn(command.input, facts, command.received) }];
}

/** The transitions that the state allows. */
export function possible(state: PosSaleState): readonly string[] {
  const { status } = state;
  const review = 'entries' in state && state.entries.some(waits) ? ['review'] : [];
  switch (status) {
    case 'none':
      return ['hold'];
    case 'hold':
      return ['change', 'complete', 'discard'];
    case 'complete':
      return ['refund', ...review];
    case 'discarded':
      return [];
    case 'refunded':
    case 'returned':
      return review;
    default:
      return unreachable(status);
  }
}

export const posSale: Decider<PosSaleState, PosSaleCommand, PosSaleEvent, Facts> = {
  initial: NOT_THERE,
  evolve,
  decide,
};
