/** A return without its purchase: goods at typed prices, which leave at their present average cost. */

import { withBatches } from '../shared/document/declare-editor.ts';
import { CARRIED } from '../shared/document/fields/usual-fields.ts';
import { batchesColumn } from '../shared/document/model/goods/batches.ts';
import type { ScreenDeclaration } from '../shared/document/screen-declaration.ts';
import { purchaseDeclaration } from './purchase-editor.tsx';
import { CreditFigures, RETURN_TRANSITIONS, SendAwaiting } from './supplier-credit.tsx';

const PURCHASE_ONLY: readonly string[] = [
  'rounded_discount',
  'due_date',
  'paid_now',
  'paid_account_fk',
  'paid_bank_fee',
  'paid_expense_type_fk',
];

/** Goods that leave name their batches, and pieces by their numbers, in one column. */
const BATCH_FIELDS: readonly string[] = ['expire_date', 'batch_number', 'batches'];

/** All fields of a purchase except landed costs, its actions, and its debt. */
const { costs: _costs, blankCost: _blankCost, actions: _actions, wire: _wire, ...withDebt } = purchaseDeclaration;
const { tab: _tab, belowTotal: _owed, origin: _order, identity: _identity, ...likePurchase } = withDebt;

export const unlinkedReturnDeclaration: ScreenDeclaration = {
  ...likePurchase,
  resource: 'purchase_returns',
  path: '/purchases/purchases-returns',
  title: 'documents:purchase_return.number',
  newTitle: 'purchasing:new_unlinked_return',
  details: purchaseDeclaration.details.filter(({ field }) => !PURCHASE_ONLY.includes(field)),
  columns: withBatches(
    purchaseDeclaration.columns.filter(({ field }) => !BATCH_FIELDS.includes(field)),
    batchesColumn,
  ),
  carried: { header: CARRIED, lines: ['tax_percent'] },
  identity: { lines: 'line_id' },
  transitions: RETURN_TRANSITIONS,
  actions: SendAwaiting,
  belowTotal: CreditFigures,
};
