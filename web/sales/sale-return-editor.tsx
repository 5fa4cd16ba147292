/** A sale return: goods of one sale that come back, at the price, discount and tax that they were sold for. */

import { printMoney, toMoney } from '../../domain/kernel/money.ts';
import { creditedShares } from '../../domain/sales/promotion-result.ts';
import { editorOf } from '../shared/document/document-names.ts';
import { accountField, dateField, noteColumn, paymentTypeField } from '../shared/document/fields/usual-fields.ts';
import { decimalsOf } from '../shared/document/model/return-shares.ts';
import { returnDeclaration, returnEditor } from '../shared/document/return-editor.tsx';
import type { ScreenDeclaration } from '../shared/document/screen-declaration.ts';
import { sourceLink } from '../shared/document/source-link.tsx';
import { saleDeclaration } from './sale-editor.tsx';
import { unlinkedReturnDeclaration } from './unlinked-return.ts';

export const saleReturnDeclaration: ScreenDeclaration = {
  ...editorOf('sale_returns'),
  ...returnDeclaration(['sale_fk', 'customer_fk'], 'sale_line_id'),
  header: [
    // Whose goods come back is said by the sale.
    { field: 'customer_fk', kind: 'lookup', resource: 'customers', derived: ({ customer_fk = null }) => customer_fk },
    dateField,
    paymentTypeField,
    accountField,
  ],
  columns: [
    { field: 'item_fk', kind: 'lookup', resource: 'items', fixed: true, width: 'minmax(220px, 1fr)' },
    { field: 'whole_quantity', kind: 'quantity', label: 'fields:sold_quantity', fixed: true, width: '110px' },
    { field: 'price', kind: 'amount', fixed: true, width: '120px' },
    { field: 'quantity', kind: 'quantity', width: '120px', label: 'sales:returned_quantity' },
    noteColumn,
    { field: 'line_total', kind: 'amount', computed: true, width: '130px' },
  ],
  origin: 'sale_fk',
  actions: sourceLink({ resource: 'sales', field: 'sale_fk' }),
};

/** A new return without its sale asks for the sale first. */
export const SaleReturnEditor = returnEditor({
  declaration: saleReturnDeclaration,
  unlinked: unlinkedReturnDeclaration,
  source: {
    ...{ parameter: 'sale', resource: 'sales', field: 'sale_fk' },
    ...{ party: 'customer_fk', partyName: 'customer_name' },
    declaration: saleDeclaration,
  },
  words: {
    title: 'documents:sale_return.new',
    label: 'sales:choose_sale',
    hint: 'sales:choose_sale_hint',
    none: 'sales:no_such_sale',
    without: 'sales:without_sale',
  },
  creditedOf: (sale, totals) => creditedShares(sale['promotions'] as never, totals.lines, decimalsOf(sale).decimals),
  lineOf: (line, own, credited) => ({
    sale_line_id: line['line_id'] ?? null,
    item_fk: line['item_fk'] ?? null,
    whole_quantity: line['quantity'] ?? null,
    whole_total: own ? printMoney(toMoney(own.net + own.tax - credited)) : null,
    price: line['price'] ?? null,
    note: line['note'] ?? null,
    quantity: null,
  }),
});
