/** A purchase return: goods of one purchase at its prices, discounts and taxes. */

import { bonusOf } from '../../domain/pricing/returned-shares.ts';
import { objectsOf } from '../../domain/values/members.ts';
import { printMoney, toMoney } from '../../domain/values/money.ts';
import { NO_QUANTITY, printQuantity, readQuantity } from '../../domain/values/quantity.ts';
import { declareEditor } from '../shared/document/declare-editor.ts';
import { moneyAccount } from '../shared/document/fields/money-fields.ts';
import { noteColumn } from '../shared/document/fields/usual-fields.ts';
import type { ColumnDeclaration } from '../shared/document/model/declaration.ts';
import { type Fields, isEmpty, textOf } from '../shared/document/model/draft.ts';
import { batchesColumn, tracks } from '../shared/document/model/goods/batches.ts';
import type { DocumentSession } from '../shared/document/model/session.ts';
import {
  pricedReturn,
  returnDeclaration,
  returnEditor,
  returnedUnitColumn,
  type Source,
  type Taken,
  takenLine,
} from '../shared/document/return-editor.tsx';
import { sourceLink } from '../shared/document/source-link.tsx';
import { batchText } from '../shared/typing/batch-text.ts';
import { purchaseDeclaration } from './purchase-editor.tsx';
import { CreditFigures, RETURN_TRANSITIONS, SendAwaiting } from './supplier-credit.tsx';
import { unlinkedReturnDeclaration } from './unlinked-return.ts';

const SourceLink = sourceLink({ resource: 'purchases', field: 'purchase_fk' });

function LinkedActions({ session }: { session: DocumentSession }) {
  return (
    <>
      <SendAwaiting session={session} />
      <SourceLink session={session} />
    </>
  );
}

/** Bonus goods go back with the paid ones that they came with, unless a person typed another quantity. */
export function withBonus(typed: unknown, _header: Fields, line: Fields): Fields {
  const count = (value: unknown) => (typeof value === 'string' ? readQuantity(value) : undefined) ?? NO_QUANTITY;
  const [paid, bonus] = [count(line['whole_quantity']), count(line['whole_bonus'])];
  const proposed = (value: unknown) => bonusOf(count(value), paid, bonus);
  if (count(line['bonus_quantity']) !== proposed(line['quantity'])) return {};
  const also = proposed(typed);
  return { bonus_quantity: also === NO_QUANTITY ? null : printQuantity(also) };
}

/** The pieces that go back, and what went back of each batch. A line that came in as one batch needs no choice. */
const chosenBatchesColumn: ColumnDeclaration<'batches'> = {
  ...batchesColumn,
  usedBy: (line) => isEmpty(line['whole_batch']) && tracks(line),
  shown: (_header, line) => !isEmpty(line['batches']) || (isEmpty(line['whole_batch']) && tracks(line)),
};

export const purchaseReturnDeclaration = declareEditor('purchase_returns', {
  ...returnDeclaration(['purchase_fk'], 'purchase_line_id'),
  header: [
    // The supplier of the purchase; a cash purchase may have none, and then a credit requires one.
    {
      field: 'supplier_fk',
      kind: 'lookup',
      resource: 'suppliers',
      required: true,
      shown: (header) => header['payment_type'] === 'on_account',
    },
    'date',
    'payment_type',
    moneyAccount('out'),
  ],
  columns: [
    { field: 'item_fk', kind: 'lookup', resource: 'items', fixed: true, width: 'minmax(200px, 1fr)' },
    { field: 'whole_batch', kind: 'text', label: 'document:batches.batch', fixed: true, width: '160px' },
    { field: 'whole_quantity', kind: 'quantity', label: 'purchasing:bought', fixed: true, width: '100px' },
    { field: 'whole_bonus', kind: 'quantity', label: 'fields:bonus_quantity', fixed: true, width: '80px' },
    { field: 'price', kind: 'amount', fixed: true, width: '110px' },
    returnedUnitColumn,
    { field: 'quantity', kind: 'quantity', width: '110px', label: 'purchasing:goes_back', fills: withBonus },
    { field: 'bonus_quantity', kind: 'quantity', width: '110px', label: 'purchasing:bonus_goes_back' },
    noteColumn,
    { field: 'line_total', kind: 'amount', computed: true, width: '120px' },
  ],
  batches: chosenBatchesColumn,
  origin: 'purchase_fk',
  transitions: RETURN_TRANSITIONS,
  actions: LinkedActions,
  belowTotal: CreditFigures,
});

const TAKEN: Taken = {
  declaration: purchaseDeclaration,
  field: 'purchase_fk',
  party: 'supplier_fk',
  lineOf: (line, own) => ({
    ...takenLine(line),
    purchase_line_id: line['line_id'] ?? null,
    whole_batch: batchOfLine(line),
    whole_bonus: line['bonus_quantity'] ?? null,
    whole_total: own ? printMoney(toMoney(own.net + own.tax)) : null,
    bonus_quantity: null,
  }),
};

/** Lines of the same goods are told apart by it. */
function batchOfLine(line: Fields): string | null {
  const [batch_number, expire_date] = ['batch_number', 'expire_date'].map((field) => textOf(line, field) ?? null);
  return batchText({ batch_number: batch_number ?? null, expire_date: expire_date ?? null }, 'latin') || null;
}

/** Goods go back at the price of their bill. */
function asBilled(source: Source): Source {
  const billed = new Map(objectsOf(source['billed_lines']).map((line) => [line['line_id'], line['price']]));
  const lines = objectsOf(source['lines']).map((line) => ({
    ...line,
    price: billed.get(line['line_id']) ?? line['price'],
  }));
  return { ...source, lines };
}

/** A new return without a purchase first asks for the purchase. */
export const Editor = returnEditor({
  declaration: purchaseReturnDeclaration,
  unlinked: unlinkedReturnDeclaration,
  source: { parameter: 'purchase', resource: 'purchases', field: 'purchase_fk', partyName: 'supplier_name' },
  words: {
    title: 'documents:purchase_return.new',
    label: 'purchasing:choose_purchase',
    hint: 'purchasing:choose_purchase_hint',
    none: 'purchasing:no_such_purchase',
    without: 'purchasing:without_purchase',
  },
  draftOf: (source) => pricedReturn(TAKEN, asBilled(source)),
});
