/** Layaways: goods that are kept for customers, their deposit, and the last day on which they are collected. */
import { membersOf } from '../../../domain/values/members.ts';
import { useCustomerPrices } from '../../../web/sales/customer-prices.ts';
import { pricedSale, SALE_LIMITS, saleColumns, saleDeclaration, saleTotals } from '../../../web/sales/sale-editor.tsx';
import { declareEditor } from '../../../web/shared/document/declare-editor.ts';
import { RoundTotal } from '../../../web/shared/document/dialogs/round-total.tsx';
import { editorOf } from '../../../web/shared/document/document-names.ts';
import { documentScreens } from '../../../web/shared/document/document-screens.ts';
import { accountField, CARRIED, currencyFields, newHeader } from '../../../web/shared/document/fields/usual-fields.ts';
import type { Wire } from '../../../web/shared/document/model/declaration.ts';
import { batchesColumn } from '../../../web/shared/document/model/goods/batches.ts';
import type { DocumentSession } from '../../../web/shared/document/model/session.ts';
import type { ScreenDeclaration } from '../../../web/shared/document/screen-declaration.ts';
import { by, oneOf, usual } from '../../../web/shared/table/usual-columns.ts';

/** The deposit is one member of the body, and two fields of the screen. */
const wire: Wire = {
  send: ({ deposit, account_fk, ...body }) => ({ ...body, prepayment: { amount: deposit, account_fk } }),
  read: (data) => {
    const { amount = null, account_fk = null } = membersOf(data['prepayment']);
    return { ...data, deposit: amount, account_fk };
  },
  place: (path) => path.replace(/^prepayment\.amount$/, 'deposit').replace(/^prepayment\./, ''),
};

/**
 * In the product it is `declareEditor('layaways', …)`, whose names the compiler holds against the body; the bodies are a
 * type, to which an example cannot add one.
 */
const own = declareEditor<'quotations', 'account_fk' | 'batches' | 'deposit' | 'income_type_fk'>('quotations', {
  header: [
    { field: 'customer_fk', kind: 'lookup', resource: 'customers', required: true },
    'date',
    { field: 'expire_date', kind: 'date', label: 'sales:good_until', required: true },
    { field: 'deposit', kind: 'amount', label: 'fields:prepayment', required: true },
    accountField,
  ],
  details: [
    { field: 'income_type_fk', kind: 'lookup', resource: 'income_types' },
    'discount',
    'rounded_discount',
    'outlet_fk',
    'inventory_fk',
    ...currencyFields('in'),
    'reference_number',
    'note',
  ],
  columns: [...saleColumns.slice(0, -1), batchesColumn, ...saleColumns.slice(-1)],
  carried: { header: CARRIED },
  wire,
  completion: { transition: 'confirm' },
  blankLine: saleDeclaration.blankLine,
  newHeader: (context) => {
    const { payment_type: _type, ...header } = newHeader(context);
    return { ...header, deposit: null, expire_date: null, income_type_fk: null, rounded_discount: null };
  },
  lineOf: saleDeclaration.lineOf,
  trades: 'customer',
  offeredAt: (item, header) => saleDeclaration.lineOf(item, header)['price'] ?? null,
  totals: saleTotals,
  limits: SALE_LIMITS,
  transitions: [
    { name: 'confirm', permission: 'receive' },
    { name: 'complete', permission: 'complete' },
    { name: 'reopen', permission: 'unclose', reasoned: true },
    { name: 'cancel', permission: 'destroy', reasoned: true, dangerous: true },
    { name: 'discard', permission: 'destroy', dangerous: true },
  ],
  actions: LayawayActions,
  tones: { open: 'warning', complete: 'success', cancelled: 'neutral' },
});

/** Prices come from the customer's pricing list. */
function LayawayActions({ session }: { session: DocumentSession }) {
  useCustomerPrices(session);
  return <RoundTotal session={session} priced={pricedSale} />;
}

export const layawayDeclaration: ScreenDeclaration = { ...own, ...editorOf('layaways') };

export const { Table, Editor } = documentScreens(layawayDeclaration, {
  columns: [
    ...usual('number', 'date'),
    { field: 'expire_date', kind: 'date', label: 'sales:good_until' },
    ...usual('customer_fk', 'status', 'currency_fk', 'total', 'total_base', 'outlet_fk', 'reference_number'),
  ],
  filters: [
    ...by('date', 'customer_fk', 'item_fk'),
    oneOf('status', ['draft', 'open', 'complete', 'cancelled']),
    ...by('total'),
  ],
  footer: ['total_base'],
});
