/** A return without its purchase: goods at typed prices, which leave at their present average cost. */

import { CARRIED } from '../shared/document/fields/usual-fields.ts';
import { batchesColumn } from '../shared/document/model/batches.ts';
import { DRAFTED_TRANSITIONS } from '../shared/document/model/usual-transitions.ts';
import type { ScreenDeclaration } from '../shared/document/screen-declaration.ts';
import { purchaseDeclaration } from './purchase-editor.tsx';

/** All fields of a purchase except landed costs and its actions. */
const { costs: _costs, blankCost: _blankCost, actions: _actions, ...likePurchase } = purchaseDeclaration;

export const unlinkedReturnDeclaration: ScreenDeclaration = {
  ...likePurchase,
  resource: 'purchase_returns',
  path: '/purchases/purchases-returns',
  title: 'documents:purchase_return.number',
  newTitle: 'purchasing:new_unlinked_return',
  details: purchaseDeclaration.details.filter(({ field }) => field !== 'rounded_discount'),
  columns: [
    ...purchaseDeclaration.columns.filter(({ field }) => field !== 'expire_date' && field !== 'batch_number'),
    batchesColumn,
  ],
  carried: { header: CARRIED, lines: ['tax_percent'] },
  transitions: DRAFTED_TRANSITIONS,
};
