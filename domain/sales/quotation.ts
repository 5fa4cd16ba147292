/**
 * What goods would cost a customer, until a day. A quotation never posts; it is completed when it is given to the
 * customer, taken back to draft, or converted to a draft sale that names it.
 */
import type { Decider } from '../kernel/decider.ts';
import type { SettledCurrency } from '../kernel/document-rules.ts';
import {
  type DraftedCommand,
  type DraftedEvent,
  type DraftedState,
  draftedDecider,
  possibleOfDrafted,
} from '../kernel/drafted.ts';
import type { DomainEvent } from '../kernel/event.ts';
import type { Facts } from '../kernel/facts.ts';
import { wrongState } from '../kernel/refusal.ts';
import type { ConvertInput, QuotationInput } from './quotation.schema.ts';
import { completedQuotation, converted, quotationFacts } from './quotation-rules.ts';
import type { SaleLine } from './sale.ts';
import type { Discount } from './totals.ts';

/** Stream: `quotation-<id>` */
export const QUOTATION = 'quotation';

// Events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions.

export interface Quotation extends SettledCurrency {
  readonly outlet_fk: number;
  readonly inventory_fk: number;
  readonly customer_fk: number | null;
  readonly date: string;
  readonly expire_date: string | null;
  readonly discount: Discount | null;
  readonly delivery_charge: string | null;
  /** Only what is paid in cash is rounded. */
  readonly rounding_step: null;
  readonly reference_number: string | null;
  readonly note: string | null;
  readonly lines: readonly SaleLine[];
}

/** The sale that was drafted in the same append, and how it is to be paid. */
export interface Converted {
  readonly sale_fk: number;
  readonly date: string;
  readonly payment_type: 'cash' | 'on_account';
  readonly account_fk: number | null;
}

export type QuotationConverted = DomainEvent<'quotation.converted', Converted>;
export type QuotationEvent = DraftedEvent<typeof QUOTATION, Quotation> | QuotationConverted;

// State

export type QuotationState =
  | DraftedState<Quotation>
  | {
      readonly status: 'converted';
      readonly data: Quotation;
      readonly number: string | null;
      readonly sale_fk: number;
    };

// Commands

export type QuotationCommand =
  | DraftedCommand<QuotationInput>
  | { readonly type: 'convert_to_sale'; readonly input: ConvertInput };

const drafted = draftedDecider<typeof QUOTATION, QuotationInput, Quotation>(QUOTATION, {
  facts: quotationFacts,
  completed: completedQuotation,
});

export const quotation: Decider<QuotationState, QuotationCommand, QuotationEvent, Facts> = {
  initial: { status: 'none' },
  evolve(state, event) {
    if (event.type === 'quotation.converted') {
      if (state.status !== 'complete') return state;
      return { status: 'converted', data: state.data, number: state.number, sale_fk: event.data.sale_fk };
    }
    return state.status === 'converted' ? state : drafted.evolve(state, event);
  },
  decide(command, state, facts) {
    if (command.type === 'convert_to_sale') {
      if (state.status === 'converted') return [];
      if (state.status !== 'complete') throw wrongState(state.status, possible(state));
      return [{ type: 'quotation.converted', v: 1, data: converted(state.data, command.input, facts) }];
    }
    if (state.status !== 'converted') return drafted.decide(command, state, facts);
    if (command.type === 'draft' || command.type === 'enter') return [];
    throw wrongState(state.status, possible(state));
  },
};

/** The transitions that are possible now. */
export function possible(state: QuotationState): readonly string[] {
  if (state.status === 'converted') return [];
  return state.status === 'complete' ? ['convert_to_sale', ...possibleOfDrafted(state)] : possibleOfDrafted(state);
}
