/** The purchase order: ordered goods, expected date, advance payments, and the purchases created from it. */
import { ShoppingCart } from 'lucide-react';
import { declareEditor } from '../shared/document/declare-editor.ts';
import { documentScreen } from '../shared/document/document-screen.tsx';
import { CARRIED, dateField, newHeader } from '../shared/document/fields/usual-fields.ts';
import { GoTo } from '../shared/document/go-to.tsx';
import type { DocumentSession } from '../shared/document/model/session.ts';
import { useSessionState } from '../shared/document/model/use-session.ts';
import { CLOSABLE_TRANSITIONS } from '../shared/document/model/usual-transitions.ts';
import { useCan } from '../shared/session/session.ts';
import { AdvancesTab, PayDialog, ReversePaymentDialog } from './advance-dialogs.tsx';
import {
  BLANK_PURCHASE_LINE,
  BUYING_COLUMNS,
  BUYING_DETAILS,
  LINE_TOTAL,
  purchaseDeclaration,
} from './purchase-editor.tsx';

export const orderDeclaration = declareEditor('purchase_orders', {
  completion: { transition: 'bill', status: 'bill' },
  header: [
    { field: 'supplier_fk', kind: 'lookup', resource: 'suppliers', required: true },
    { ...dateField, label: 'purchasing:order_date' },
    { field: 'received_date', kind: 'date' },
  ],
  details: ['discount', ...BUYING_DETAILS],
  columns: [...BUYING_COLUMNS, LINE_TOTAL],
  carried: { header: CARRIED, lines: ['tax_percent'] },
  blankLine: BLANK_PURCHASE_LINE,
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
    ...CLOSABLE_TRANSITIONS,
  ],
  tab: { name: 'payments', content: AdvancesTab },
  actions: CloseToPurchase,
});

/** Creates purchases from a billed order, part by part. */
function CloseToPurchase({ session }: { session: DocumentSession }) {
  const can = useCan();
  const { server } = useSessionState(session);
  if (server?.status !== 'bill' || !can('purchases/store')) return null;
  const search = { order: server.id };
  return (
    <GoTo icon={ShoppingCart} label="purchasing:close_to_purchase" to="/purchases/purchases/new" search={search} />
  );
}

export const Editor = documentScreen(orderDeclaration);
