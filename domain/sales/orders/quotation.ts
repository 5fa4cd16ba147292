/**
 * A binding price offer to a customer until a day. A quotation never posts; it is completed when it is handed to the
 * customer, returned to draft, or converted to a draft sale that refers to it. It is complete again when that draft is
 * discarded.
 */
import type { Decider } from '../../deciding/decider.ts';
import type { Facts } from '../../deciding/facts.ts';
import { type DraftedCommand, draftedDecider, possibleOfDrafted } from '../../documents/drafted.ts';
import { wrongState } from '../../values/refusal.ts';
import type { ConvertInput, QuotationInput } from './quotation.schema.ts';
import { QUOTATION, type Quotation, type QuotationEvent, type QuotationState } from './quotation-events.ts';
import { completedQuotation, converted, quotationFacts } from './quotation-rules.ts';

// Commands.

export type QuotationCommand =
  | DraftedCommand<QuotationInput>
  | { readonly type: 'convert_to_sale'; readonly input: ConvertInput }
  /** Follows from the discarding of the sale. */
  | { readonly type: 'reopen'; readonly sale_fk: number };

const drafted = draftedDecider<typeof QUOTATION, QuotationInput, Quotation>(QUOTATION, {
  facts: quotationFacts,
  completed: completedQuotation,
  possible,
});

export const quotation: Decider<QuotationState, QuotationCommand, QuotationEvent, Facts> = {
  initial: { status: 'none' },
  evolve(state, event) {
    if (event.type === 'quotation.converted') {
      if (state.status !== 'complete') return state;
      return { status: 'converted', data: state.data, number: state.number, sale_fk: event.data.sale_fk };
    }
    if (event.type === 'quotation.reopened') {
      return state.status === 'converted' ? { status: 'complete', data: state.data, number: state.number } : state;
    }
    return state.status === 'converted' ? state : drafted.evolve(state, event);
  },
  decide(command, state, facts) {
    if (command.type === 'convert_to_sale') {
      if (state.status === 'converted') return [];
      if (state.status !== 'complete') throw wrongState(state.status, possible(state));
      return [{ type: 'quotation.converted', v: 1, data: converted(state.data, command.input, facts) }];
    }
    if (command.type === 'reopen') {
      const { sale_fk } = command;
      if (state.status !== 'converted' || state.sale_fk !== sale_fk) return [];
      return [{ type: 'quotation.reopened', v: 1, data: { sale_fk } }];
    }
    if (state.status !== 'converted') return drafted.decide(command, state, facts);
    if (command.type === 'draft' || command.type === 'enter') return [];
    throw wrongState(state.status, possible(state));
  },
};

/** The transitions that the state allows. */
export function possible(state: QuotationState): readonly string[] {
  if (state.status === 'converted') return [];
  return state.status === 'complete' ? ['convert_to_sale', ...possibleOfDrafted(state)] : possibleOfDrafted(state);
}
