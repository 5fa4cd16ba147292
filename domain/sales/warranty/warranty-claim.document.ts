/** The warranty claim as a document: its transitions, its number, its postings, and where its pieces are. */
import { pieceKey } from '../../batches/pieces.ts';
import type { LevelClaim } from '../../deciding/claim.ts';
import { declareDocument } from '../../documents/document.ts';
import { place, REVERSAL_REFUSALS, series } from '../../documents/placed.ts';
import { NOTHING } from '../../entries/posting-rule.ts';
import { RULES } from '../../entries/rules.ts';
import { WARRANTY_CLAIM_PAPERS } from '../../paper/goods-papers.ts';
import { postExchange, postSupplierAnswer } from '../../posting/warranty-claim.ts';
import { GIVEN_UP, reasoned } from '../../schemas/transitions.ts';
import { validDate } from '../../values/effective-date.ts';
import { claimedKey } from './sold-piece.ts';
import {
  CloseBody,
  type CloseInput,
  ExchangeBody,
  type ExchangeInput,
  SendBody,
  type SendInput,
  TakeBackBody,
  type TakeBackInput,
  WARRANTY_CLAIM_HELD,
  WarrantyClaimBody,
  type WarrantyClaimInput,
} from './warranty-claim.schema.ts';
import { possible, type WarrantyClaimCommand, warrantyClaim } from './warranty-claim.ts';
import {
  isOpenClaim,
  WARRANTY_CLAIM,
  type WarrantyClaimEvent,
  type WarrantyClaimState,
} from './warranty-claim-events.ts';

export const warrantyClaimDocument = declareDocument<WarrantyClaimState, WarrantyClaimCommand, WarrantyClaimEvent>()({
  kind: WARRANTY_CLAIM,
  resource: 'warranty_claims',
  folder: 'sales',
  decider: warrantyClaim,
  body: WarrantyClaimBody,
  papers: WARRANTY_CLAIM_PAPERS,
  held: WARRANTY_CLAIM_HELD,
  create: (input: WarrantyClaimInput) => [{ type: input.status === 'received' ? 'enter' : 'draft', input }],
  completing: (input: WarrantyClaimInput) => (input.status === 'received' ? { type: 'receive' } : undefined),
  change: (input: WarrantyClaimInput) => ({ type: 'change', input }),
  transitions: {
    receive: { permission: 'receive', command: () => ({ type: 'receive' }) },
    send: { permission: 'receive', body: SendBody, command: (input: SendInput) => ({ type: 'send', input }) },
    take_back: {
      permission: 'receive',
      body: TakeBackBody,
      command: (input: TakeBackInput) => ({ type: 'take_back', input }),
    },
    exchange: {
      permission: 'complete',
      body: ExchangeBody,
      command: (input: ExchangeInput) => ({ type: 'exchange', input }),
    },
    close: { permission: 'complete', body: CloseBody, command: (input: CloseInput) => ({ type: 'close', input }) },
    undo: reasoned('return_to_draft', 'undo'),
    ...GIVEN_UP,
  },
  possible,
  postings: {
    'warranty_claim.drafted': NOTHING,
    'warranty_claim.draft_changed': NOTHING,
    'warranty_claim.discarded': NOTHING,
    'warranty_claim.received': NOTHING,
    'warranty_claim.exchanged': { does: 'post', post: postExchange, rule: RULES.warrantyExchange },
    'warranty_claim.sent': NOTHING,
    'warranty_claim.came_back': { does: 'post', post: postSupplierAnswer, rule: RULES.warrantyAnswer },
    'warranty_claim.closed': NOTHING,
    'warranty_claim.returned_to_draft': NOTHING,
    'warranty_claim.exchange_undone': { does: 'reverse', of: ['warranty_claim.exchanged'] },
    'warranty_claim.answer_undone': { does: 'reverse', of: ['warranty_claim.came_back'] },
    'warranty_claim.step_undone': NOTHING,
  },
  postingsOf: (state, stream) => {
    if (!isOpenClaim(state)) return [];
    const { exchange, answer } = state;
    return [exchange && postExchange(exchange), answer && postSupplierAnswer(answer, stream)].filter(
      (each) => each !== undefined,
    );
  },
  levels: ({ item_fk, serial_number }) =>
    typeof item_fk === 'number' && typeof serial_number === 'string' && serial_number !== ''
      ? [claimedKey(item_fk, serial_number)]
      : [],
  claims: (before, after) => changes(levelsIn(before), levelsIn(after)),
  measures: ({ item_fk, serial_number }, commands) =>
    typeof item_fk === 'number' &&
    typeof serial_number === 'string' &&
    commands.some(({ type }) => type === 'receive' || type === 'enter')
      ? { of: 'sold_piece', item: item_fk, serial_number }
      : undefined,
  numbered: { event: 'warranty_claim.received', prefix: 'WC-', inForceBeforePosting: true, of: series },
  place,
  reversalRefusals: REVERSAL_REFUSALS,
});

const ANY_DAY = validDate('1900-01-01');

type Level = Pick<LevelClaim, 'key' | 'field' | 'message' | 'floor' | 'ceiling'> & { readonly by: 1 | -1 };

/** A piece is claimed once at a time, and a piece that the supplier gave to the customer is not here. */
function levelsIn(state: WarrantyClaimState): readonly Level[] {
  if (!isOpenClaim(state)) return [];
  const { item_fk, serial_number } = state.data;
  const { answer, status } = state;
  const own: Level[] = [];
  const field = 'serial_number';
  if (serial_number !== null && status !== 'closed')
    own.push({
      key: claimedKey(item_fk, serial_number),
      by: 1,
      ceiling: '1',
      field,
      message: 'serial_claimed_already',
    });
  if (answer?.piece === 'new' && answer.serial_number !== null)
    own.push({ key: pieceKey(item_fk, answer.serial_number), by: -1, floor: '-1', field, message: 'protected' });
  return own;
}

function changes(before: readonly Level[], after: readonly Level[]): LevelClaim[] {
  const isIn = (list: readonly Level[], { key }: Level) => list.some((other) => other.key === key);
  const change = ({ by, floor: _floor, ceiling: _ceiling, ...level }: Level, sign: 1 | -1): LevelClaim => ({
    kind: 'level',
    day: ANY_DAY,
    ...level,
    delta: String(by * sign),
  });
  return [
    ...before.filter((level) => !isIn(after, level)).map((level) => change(level, -1)),
    ...after
      .filter((level) => !isIn(before, level))
      .map(({ by, ...level }): LevelClaim => ({ kind: 'level', day: ANY_DAY, ...level, delta: String(by) })),
  ];
}
