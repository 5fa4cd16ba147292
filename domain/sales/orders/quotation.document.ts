/** The quotation as a document: its transitions, its number, and the sale that a conversion drafts. */
import { declareDocument } from '../../documents/document.ts';
import { place, REVERSAL_REFUSALS, series } from '../../documents/placed.ts';
import { NOTHING } from '../../entries/posting-rule.ts';
import { QUOTATION_PAPERS } from '../../paper/goods-papers.ts';
import { HELD_OF_PRICED_LINE } from '../../schemas/held.schema.ts';
import { fields, list } from '../../schemas/held-fields.schema.ts';
import { GIVEN_UP, reasoned } from '../../schemas/transitions.ts';
import { SALE, type SaleCommand } from '../sale.ts';
import { ConvertBody, type ConvertInput, QuotationBody, type QuotationInput } from './quotation.schema.ts';
import { possible, type QuotationCommand, quotation } from './quotation.ts';
import { QUOTATION, type QuotationEvent, type QuotationState } from './quotation-events.ts';
import { saleOf } from './quotation-rules.ts';

export const quotationDocument = declareDocument<QuotationState, QuotationCommand, QuotationEvent>()({
  kind: QUOTATION,
  resource: 'quotations',
  folder: 'sales',
  decider: quotation,
  body: QuotationBody,
  papers: QUOTATION_PAPERS,
  held: {
    data: fields('rounding_step', { lines: list(HELD_OF_PRICED_LINE) }),
    since: () => fields('sale_fk'),
  },
  create: (input: QuotationInput) => [{ type: input.status === 'complete' ? 'enter' : 'draft', input }],
  completing: (input: QuotationInput) => (input.status === 'complete' ? { type: 'complete' } : undefined),
  change: (input: QuotationInput) => ({ type: 'change', input }),
  transitions: {
    complete: { permission: 'complete', command: () => ({ type: 'complete' }) },
    convert_to_sale: {
      permission: 'convert_to_sale',
      body: ConvertBody,
      command: (input: ConvertInput) => ({ type: 'convert_to_sale', input }),
    },
    return_to_draft: reasoned('return_to_draft', 'return_to_draft'),
    ...GIVEN_UP,
  },
  possible,
  postings: {
    'quotation.drafted': NOTHING,
    'quotation.draft_changed': NOTHING,
    'quotation.discarded': NOTHING,
    'quotation.completed': NOTHING,
    'quotation.returned_to_draft': NOTHING,
    'quotation.converted': NOTHING,
    'quotation.reopened': NOTHING,
  },
  postingsOf: () => [],
  creates: (commands) => (commands.some(({ type }) => type === 'convert_to_sale') ? SALE : undefined),
  sideEffects: (events, after, stream) =>
    events.flatMap((event) => {
      if (event.type !== 'quotation.converted' || after.status === 'none') return [];
      const draft: SaleCommand = {
        type: 'draft',
        input: saleOf(after.data, event.data),
        quotation_fk: Number(stream.slice(QUOTATION.length + 1)),
      };
      return [{ kind: SALE, id: event.data.sale_fk, commands: [draft] }];
    }),
  numbered: {
    event: 'quotation.completed',
    prefix: 'Q-',
    inForceBeforePosting: true,
    of: series,
  },
  place,
  reversalRefusals: REVERSAL_REFUSALS,
});
