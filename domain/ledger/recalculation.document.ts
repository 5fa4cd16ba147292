/** The recalculation as a document: requested by a person, committed by the job that replays the books. */
import { declareDocument } from '../documents/document.ts';
import { NOTHING } from '../entries/posting-rule.ts';
import { RECALCULATION_HELD, RecalculationBody, type RecalculationInput } from './recalculation.schema.ts';
import {
  possible,
  RECALCULATION,
  type RecalculationCommand,
  type RecalculationEvent,
  type RecalculationState,
  recalculation,
} from './recalculation.ts';

export const recalculationDocument = declareDocument<RecalculationState, RecalculationCommand, RecalculationEvent>()({
  kind: RECALCULATION,
  resource: 'recalculations',
  folder: 'ledger',
  holds: 'recalculation',
  decider: recalculation,
  body: RecalculationBody,
  held: RECALCULATION_HELD,
  isJob: true,
  create: (input: RecalculationInput) => [{ type: 'ask', input }],
  transitions: { discard: { permission: 'destroy', command: () => ({ type: 'discard' }) } },
  possible,
  postings: {
    'recalculation.asked': NOTHING,
    'recalculation.discarded': NOTHING,
    'recalculation.commit_started': NOTHING,
    'recalculation.committed': NOTHING,
  },
  // Its changes are posted by the documents that it corrects.
  postingsOf: () => [],
  numbered: {
    event: 'recalculation.committed',
    prefix: 'RC-',
    inForceBeforePosting: true,
    of: (state) => ({ outlet: 0, date: state.status === 'none' ? '' : state.recalculation.date }),
  },
  // It belongs to the company, not to an outlet.
  place: () => undefined,
  reversalRefusals: { stock: 'protected', cash: 'no_enough_balance' },
});
