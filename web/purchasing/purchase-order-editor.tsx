/** The purchase order: what is ordered, when it is to be here, what was paid in advance, and the purchases made from it. */
import { useNavigate } from '@tanstack/react-router';
import { ShoppingCart } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../shared/controls/button.tsx';
import { editorOf } from '../shared/document/document-names.ts';
import { documentScreen } from '../shared/document/document-screen.tsx';
import {
  CARRIED,
  currencyFields,
  dateField,
  discountField,
  inventoryField,
  newHeader,
  noteField,
  outletField,
  referenceField,
} from '../shared/document/fields/usual-fields.ts';
import type { DocumentSession } from '../shared/document/model/session.ts';
import { useSessionState } from '../shared/document/model/use-session.ts';
import type { ScreenDeclaration } from '../shared/document/screen-declaration.ts';
import { useCan } from '../shared/session/session.ts';
import { PayDialog, ReversePaymentDialog } from './advance-dialogs.tsx';
import { purchaseDeclaration } from './purchase-editor.tsx';

/** What is ordered has no free goods and no expiry date yet. */
const NOT_YET: readonly string[] = ['bonus_quantity', 'expire_date'];

export const orderDeclaration: ScreenDeclaration = {
  ...editorOf('purchase_orders'),
  completion: { transition: 'bill', status: 'bill' },
  header: [
    { field: 'supplier_fk', kind: 'lookup', resource: 'suppliers', required: true },
    { ...dateField, label: 'purchasing:order_date' },
    { field: 'received_date', kind: 'date' },
  ],
  details: [
    discountField,
    outletField,
    inventoryField,
    ...currencyFields('out'),
    { ...referenceField, label: 'purchasing:supplier_reference' },
    noteField,
  ],
  columns: purchaseDeclaration.columns.filter(({ field }) => !NOT_YET.includes(field)),
  carried: { header: CARRIED, lines: ['tax_percent'] },
  identity: { lines: 'line_id' },
  blankLine: {
    item_fk: null,
    quantity: '1',
    unit_fk: null,
    price: null,
    discount: null,
    tax_fk: null,
    tax_percent: null,
    note: null,
  },
  newHeader: (context) => {
    const { payment_type: _payment, account_fk: _account, ...header } = newHeader(context);
    return { ...header, received_date: null };
  },
  lineOf: purchaseDeclaration.lineOf,
  trades: 'supplier',
  totals: purchaseDeclaration.totals,
  transitions: [
    { name: 'bill', permission: 'complete' },
    { name: 'pay', permission: 'update_payment', dialog: PayDialog },
    { name: 'reverse_payment', permission: 'destroy_payment', dialog: ReversePaymentDialog },
    { name: 'return_to_draft', permission: 'return_to_draft', reasoned: true },
    { name: 'close', permission: 'close' },
    { name: 'open', permission: 'unclose', reasoned: true },
    { name: 'discard', permission: 'destroy', dangerous: true },
  ],
  actions: CloseToPurchase,
};

/** A billed order is closed to purchases, part by part. */
function CloseToPurchase({ session }: { session: DocumentSession }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const can = useCan();
  const { server } = useSessionState(session);
  if (server?.status !== 'bill' || !can('purchases/store')) return null;
  const open = () => void navigate({ to: '/purchases/purchases/new', search: { order: server.id } });
  return (
    <Button icon={ShoppingCart} onClick={open}>
      {t('purchasing:close_to_purchase')}
    </Button>
  );
}

export const PurchaseOrderEditor = documentScreen(orderDeclaration);
