/** A sale return: goods of one sale at its prices, discounts and taxes. */

import { creditedShares } from '../../domain/sales/promotion-result.ts';
import { CAME_FROM } from '../../domain/sales/received-type.ts';
import { printMoney, toMoney } from '../../domain/values/money.ts';
import { declareEditor } from '../shared/document/declare-editor.ts';
import { moneyAccount } from '../shared/document/fields/money-fields.ts';
import { noteColumn } from '../shared/document/fields/usual-fields.ts';
import { type Draft, isEmpty } from '../shared/document/model/draft.ts';
import { newBatchesColumn } from '../shared/document/model/goods/batches.ts';
import { decimalsOf, refundTotals } from '../shared/document/model/goods/return-shares.ts';
import {
  pricedReturn,
  returnDeclaration,
  returnEditor,
  returnedUnitColumn,
  type Taken,
  takenLine,
} from '../shared/document/return-editor.tsx';
import { sourceLink } from '../shared/document/source-link.tsx';
import { fieldValue } from '../shared/document/value-of.ts';
import { saleDeclaration } from './sale-editor.tsx';
import { unlinkedReturnDeclaration } from './unlinked-return.ts';

export const saleReturnDeclaration = declareEditor('sale_returns', {
  ...returnDeclaration(['sale_fk', 'customer_fk'], 'sale_line_id'),
  header: [
    // The sale determines the customer.
    { field: 'customer_fk', kind: 'lookup', resource: 'customers', derived: ({ customer_fk = null }) => customer_fk },
    'date',
    'payment_type',
    moneyAccount('in'),
    {
      field: 'came_from',
      kind: 'choice',
      options: CAME_FROM,
      none: 'sales:came_from_unsaid',
      // Only a sale whose goods are delivered later has goods that were not delivered.
      shown: (header) => header['awaits_delivery'] === true || !isEmpty(header['came_from']),
    },
  ],
  columns: [
    { field: 'item_fk', kind: 'lookup', resource: 'items', fixed: true, width: 'minmax(220px, 1fr)' },
    { field: 'whole_quantity', kind: 'quantity', label: 'fields:sold_quantity', fixed: true, width: '100px' },
    { field: 'whole_bonus', kind: 'quantity', label: 'fields:bonus_quantity', fixed: true, width: '80px' },
    { field: 'price', kind: 'amount', fixed: true, width: '110px' },
    returnedUnitColumn,
    { field: 'quantity', kind: 'quantity', width: '110px', label: 'sales:returned_quantity' },
    { field: 'bonus_quantity', kind: 'quantity', width: '110px', label: 'sales:returned_bonus' },
    noteColumn,
    { field: 'line_total', kind: 'amount', computed: true, width: '120px' },
  ],
  batches: newBatchesColumn,
  origin: 'sale_fk',
  totals: refundTotals,
  actions: sourceLink({ resource: 'sales', field: 'sale_fk' }),
});

const TAKEN: Taken = {
  declaration: saleDeclaration,
  field: 'sale_fk',
  party: 'customer_fk',
  creditedOf: (sale, totals) => creditedShares(sale['promotions'] as never, totals.lines, decimalsOf(sale).decimals),
  lineOf: (line, own, credited) => ({
    ...takenLine(line),
    sale_line_id: line['line_id'] ?? null,
    whole_bonus: line['bonus_quantity'] ?? null,
    whole_total: own ? printMoney(toMoney(own.net + own.tax - credited)) : null,
    bonus_quantity: null,
  }),
};

/** Copies all lines of the sale, with nothing returned yet. */
export function saleReturnOf(sale: Readonly<Record<string, unknown>>): Draft {
  const draft = pricedReturn(TAKEN, sale);
  const { awaits_delivery = null } = sale;
  return { ...draft, header: { ...draft.header, came_from: null, awaits_delivery: fieldValue(awaits_delivery) } };
}

/** A new return without a sale first asks for the sale. */
export const Editor = returnEditor({
  declaration: saleReturnDeclaration,
  unlinked: unlinkedReturnDeclaration,
  source: { parameter: 'sale', resource: 'sales', field: 'sale_fk', partyName: 'customer_name' },
  words: {
    title: 'documents:sale_return.new',
    label: 'sales:choose_sale',
    hint: 'sales:choose_sale_hint',
    none: 'sales:no_such_sale',
    without: 'sales:without_sale',
  },
  draftOf: saleReturnOf,
});
