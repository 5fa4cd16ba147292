/** A return without its sale: goods at typed prices, which come in at their present average cost. */

import { withBatches } from '../shared/document/declare-editor.ts';
import { CARRIED, discountField, isCash } from '../shared/document/fields/usual-fields.ts';
import { newBatchesColumn } from '../shared/document/model/goods/batches.ts';
import { DRAFTED_TRANSITIONS } from '../shared/document/model/usual-transitions.ts';
import type { ScreenDeclaration } from '../shared/document/screen-declaration.ts';
import { saleColumns, saleDeclaration } from './sale-editor.tsx';

const SALE_ONLY: readonly string[] = [
  'due_date',
  'discount',
  'rounded_discount',
  'delivery_charge',
  'salesman_fk',
  'received_type',
  'customer_mobile',
  'customer_address',
  'paid_now',
  'paid_account_fk',
  'paid_bank_fee',
  'paid_expense_type_fk',
];

/** All fields of a sale except deliveries, their costs, promotions, its debt, and limits of prices (decisions/0053). */
const { costs: _costs, blankCost: _blankCost, actions: _actions, wire: _wire, ...withTerms } = saleDeclaration;
const { strip: _terms, hasBookedCosts: _booked, limits: _limits, ...withDebt } = withTerms;
const { tab: _tab, belowTotal: _owed, ...likeSale } = withDebt;

export const unlinkedReturnDeclaration: ScreenDeclaration = {
  ...likeSale,
  resource: 'sale_returns',
  path: '/sales/sale-returns',
  title: 'documents:sale_return.number',
  newTitle: 'sales:new_unlinked_return',
  header: saleDeclaration.header.map((field) =>
    field.field === 'customer_fk'
      ? { field: 'customer_fk', kind: 'lookup', resource: 'customers', required: (header) => !isCash(header) }
      : field,
  ),
  columns: withBatches(saleColumns, newBatchesColumn),
  carried: { header: CARRIED },
  details: [discountField, ...saleDeclaration.details.filter(({ field }) => !SALE_ONLY.includes(field))],
  transitions: DRAFTED_TRANSITIONS,
};
