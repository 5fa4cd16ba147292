/** An open document of the program before, as a document: its transitions, its claims and its postings. */
import type { Claim } from '../deciding/claim.ts';
import { declareDocument } from '../documents/document.ts';
import { place, REVERSAL_REFUSALS } from '../documents/placed.ts';
import { REVERSE } from '../entries/posting-rule.ts';
import { RULES } from '../entries/rules.ts';
import { options, texts } from '../paper/paper.ts';
import { DUE } from '../paper/usual-facts.ts';
import { voucher } from '../paper/voucher.ts';
import { postOpeningItem } from '../posting/opening-item.ts';
import { reasoned } from '../schemas/transitions.ts';
import { foldName } from '../values/fold-name.ts';
import { openingClaims } from './opening-days.ts';
import {
  type CorrectOpeningItem,
  CorrectOpeningItemBody,
  OPENING_ITEM_HELD,
  OpeningItemBody,
  type OpeningItemInput,
} from './opening-item.schema.ts';
import {
  OPENING_ITEM,
  type OpeningItem,
  type OpeningItemCommand,
  type OpeningItemEvent,
  type OpeningItemState,
  openingItem,
  possible,
} from './opening-item.ts';

export const openingItemDocument = declareDocument<OpeningItemState, OpeningItemCommand, OpeningItemEvent>()({
  kind: OPENING_ITEM,
  resource: 'opening_items',
  folder: 'ledger',
  isBookkeeping: true,
  decider: openingItem,
  body: OpeningItemBody,
  papers: voucher('opening_item', [...options('opened_as'), ...texts('customer_fk', 'supplier_fk', 'user_fk'), ...DUE]),
  held: OPENING_ITEM_HELD,
  owed: {},
  // The days of the first year.
  settings: ['financial_year'],
  ratesAreGiven: () => true,
  create: (input: OpeningItemInput) => [{ type: 'complete', input }],
  transitions: {
    correct: {
      permission: 'update',
      body: CorrectOpeningItemBody,
      command: ({ reason, ...input }: CorrectOpeningItem) => ({ type: 'correct', reason, input }),
    },
    move: { permission: 'update', command: () => ({ type: 'move' }) },
    reverse: reasoned('destroy', 'reverse'),
  },
  possible,
  postings: {
    'opening_item.completed': { does: 'post', post: postOpeningItem, rule: RULES.openingItem },
    'opening_item.reversed': REVERSE,
  },
  postingsOf: (state, stream) => (state.status === 'complete' ? [postOpeningItem(state.data, stream)] : []),
  period: 'before_first_year',
  claims: (before, after, stream) => [
    ...openingClaims(daysOf(before), daysOf(after)),
    ...knownNumber(before, 'release', stream),
    ...knownNumber(after, 'take', stream),
  ],
  numbered: {
    event: 'opening_item.completed',
    prefix: 'OI-',
    isOwn: (state) => 'data' in state && state.number !== null && state.number === state.data.reference_number,
    of: (state) => ('data' in state ? { outlet: state.data.outlet_fk, date: state.data.opened_on } : NOWHERE),
  },
  place,
  reversalRefusals: REVERSAL_REFUSALS,
});

const NOWHERE = { outlet: 0, date: '' } as const;

const daysOf = (state: OpeningItemState) =>
  state.status === 'complete' ? { first_day: state.data.first_day, date: state.data.opened_on } : undefined;

const partyOf = ({ customer_fk, supplier_fk, user_fk }: OpeningItem): string => {
  if (customer_fk !== null) return `customer-${customer_fk}`;
  return supplier_fk === null ? `user-${user_fk}` : `supplier-${supplier_fk}`;
};

/** A file that is sent twice opens nothing twice: a party has each number once. */
function knownNumber(state: OpeningItemState, action: 'take' | 'release', owner: string): Claim[] {
  if (state.status !== 'complete' || state.data.reference_number === null) return [];
  const { currency_fk, opened_as, reference_number } = state.data;
  const key = [partyOf(state.data), currency_fk, opened_as, foldName(reference_number)].join(':');
  return [{ kind: 'unique', set: 'opening_item.number', key, owner, action, field: 'reference_number' }];
}
