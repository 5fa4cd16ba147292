/**
 * The other steps of each document that moves goods, after those of test/oracle/every-door.ts: the same documents are drafted
 * again, go on, are taken back and given up.
 */
import { documents } from '../../domain/registry/documents.ts';
import type { Shop } from '../projector/shop.ts';

interface Doors {
  /** The documents that were entered through every door, whose bodies are used again. */
  readonly entered: Shop['entered'];
  readonly enter: (kind: string, body: object) => Promise<number>;
  readonly then: (kind: string, id: number, step: string, body?: object) => Promise<void>;
  /** An item and its unit. */
  readonly user: number;
  readonly priced: { readonly item_fk: number; readonly unit_fk: number };
  /** A day after those of the documents. */
  readonly later: string;
}

const WHY = { reason: 'entered twice' };

/** Lives of a document from its draft on. */
const LIVES: readonly (readonly [kind: string, ...steps: readonly string[]])[] = [
  ...['sale', 'sale_return', 'purchase_return', 'conversion', 'production'].map(
    (kind) => [kind, 'complete', 'return_to_draft', 'reverse'] as const,
  ),
  ['sale', 'complete', 'close', 'open'],
  ['warranty_claim', 'receive', 'undo', 'reverse'],
  ['inventory_adjustment', 'approve', 'return_to_draft', 'reverse'],
  ['asset_disposal', 'done', 'approve', 'disapprove', 'return_to_draft', 'reverse'],
  ['online_order', 'confirm', 'return_to_pending', 'cancel'],
  ['online_order', 'confirm', 'deliver', 'return_to_confirmed', 'cancel'],
];
/** What moves goods from place to place. */
const MOVING = ['stock_transfer', 'sale_transfer', 'sale_transfer_return'];

export async function throughEveryStep({ entered, enter, then, user, priced, later }: Doors): Promise<void> {
  const bodyOf = (kind: string) => ({ ...entered.find((document) => document.kind === kind)?.body, status: undefined });
  const drafted = (kind: string, more: object = {}) => enter(kind, { ...bodyOf(kind), ...more });
  for (const [kind, ...steps] of LIVES) {
    const id = await drafted(kind);
    for (const step of steps) await then(kind, id, step, step === 'deliver' ? { date: later } : WHY);
  }
  const givenUp = documents.filter(
    ({ kind, transitions }) => 'discard' in transitions && LIVES.some(([played]) => played === kind),
  );
  for (const kind of [...givenUp.map((declared) => declared.kind), ...MOVING])
    await then(kind, await drafted(kind), 'discard');
  await then('direct_adjustment', await drafted('direct_adjustment'), 'reverse', WHY);
  for (const kind of MOVING) {
    const id = await drafted(kind);
    for (const step of ['send', 'return_to_pending', 'send']) await then(kind, id, step, WHY);
    await then(kind, id, 'receive', { date: later, lines: [{ line_id: 1, quantity: '1' }] });
    const lost = await drafted(kind);
    await then(kind, lost, 'send');
    await then(kind, lost, 'report_missing', { date: later });
    await then(kind, lost, 'charge_missing', { charge_id: 1, charged_user_fk: user, date: later, ...WHY });
    await then(kind, lost, 'reverse_charge', { charge_id: 1, date: later, ...WHY });
  }
  const bought = await drafted('purchase');
  await then('purchase', bought, 'complete', { receive: false });
  await then('purchase', bought, 'receive', { date: later, billed: false });
  await then('purchase', bought, 'bill', { date: later });
  await then('purchase', bought, 'modify_sale_price', { prices: [{ ...priced, sale_price: '1100' }] });
  for (const step of ['close', 'open', 'return_to_draft', 'reverse']) await then('purchase', bought, step, WHY);
  await then('purchase', await drafted('purchase'), 'discard');
}
