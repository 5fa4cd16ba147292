/** The recalculation as a document: asked for, and committed by the work that replays the books. */
import { declareDocument } from '../kernel/document.ts';
import { NOTHING } from '../posting/posting-rule.ts';
import { RECALCULATION_HELD, RecalculationBody, type RecalculationInput } from './recalculation.schema.ts';
import {
  possible,
  RECALCULATION,
  type RecalculationCommand,
  type RecalculationEvent,
  type RecalculationState,
  recalculation,
} from './recalculation.ts';

export const recalculationDocument = declareDocument<RecalculationState, RecalculationCommand, RecalculationEvent>({
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
  // What it changes is posted by the documents that it corrects.
  postingsOf: () => [],
  numbered: {
    event: 'recalculation.committed',
    prefix: 'RC-',
    inForceBeforePosting: true,
    of: (state) => ({ outlet: 0, date: state.status === 'none' ? '' : state.recalculation.date }),
  },
  // The company's, not an outlet's.
  place: () => undefined,
  reversalRefusals: { stock: 'protected', cash: 'no_enough_balance' },
});
