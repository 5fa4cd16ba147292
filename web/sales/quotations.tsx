/** Quotations: prices valid until a day, and the sale created from one. */
import { useNavigate } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AnswerDialog } from '../shared/controls/answer-dialog.tsx';
import { declareEditor } from '../shared/document/declare-editor.ts';
import { RoundTotal } from '../shared/document/dialogs/round-total.tsx';
import type { TransitionDialogProps } from '../shared/document/dialogs/transition-dialogs.tsx';
import { documentScreens } from '../shared/document/document-screens.ts';
import { CARRIED, currencyFields, newHeader } from '../shared/document/fields/usual-fields.ts';
import { GoTo } from '../shared/document/go-to.tsx';
import type { DocumentSession } from '../shared/document/model/session.ts';
import { useSessionState } from '../shared/document/model/use-session.ts';
import { CashField } from '../shared/form/fields/cash-field.tsx';
import { DayField } from '../shared/form/fields/date-field.tsx';
import { SelectField } from '../shared/form/fields/select-field.tsx';
import { fieldLabel, optionLabel } from '../shared/language/names.ts';
import { useCan } from '../shared/session/session.ts';
import { by, oneOf, usual } from '../shared/table/usual-columns.ts';
import { localToday } from '../shared/typing/date-words.ts';
import { readPricingList, useCustomerPrices } from './customer-prices.ts';
import { pricedSale, SALE_LIMITS, saleColumns, saleDeclaration, saleLine, saleTotals } from './sale-editor.tsx';

export const quotationDeclaration = declareEditor('quotations', {
  header: [
    { field: 'customer_fk', kind: 'lookup', resource: 'customers' },
    'date',
    { field: 'expire_date', kind: 'date', label: 'sales:good_until' },
  ],
  details: [
    'discount',
    'rounded_discount',
    { field: 'delivery_charge', kind: 'amount' },
    'outlet_fk',
    'inventory_fk',
    ...currencyFields('in'),
    'reference_number',
    'note',
  ],
  columns: saleColumns,
  carried: { header: CARRIED.filter((field) => field !== 'time') },
  blankLine: saleDeclaration.blankLine,
  newHeader: (context) => {
    const { payment_type: _type, account_fk: _account, time: _time, ...header } = newHeader(context);
    return { ...header, rounded_discount: null };
  },
  lineOf: saleDeclaration.lineOf,
  readsOfDay: readPricingList,
  trades: 'customer',
  offeredAt: (item, header) => saleLine(item, header)['price'] ?? null,
  // Only cash payments are rounded.
  totals: (draft, facts) => saleTotals(draft, { ...facts, roundingStep: null }),
  limits: SALE_LIMITS,
  transitions: [
    { name: 'complete', permission: 'complete' },
    { name: 'convert_to_sale', permission: 'convert_to_sale', dialog: ConvertDialog },
    { name: 'return_to_draft', permission: 'return_to_draft', reasoned: true },
    { name: 'discard', permission: 'destroy', dangerous: true },
    { name: 'reverse', permission: 'destroy', reasoned: true },
  ],
  actions: QuotationActions,
});

/** Creates the draft of the sale at once; its payment can still be changed there. */
function ConvertDialog({ session, name, onClose }: TransitionDialogProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { data = {} } = session.read().server ?? {};
  const [payment, setPayment] = useState(data['customer_fk'] ? 'on_account' : 'cash');
  const [account, setAccount] = useState<number | null>(null);
  // A sale that was agreed within the validity may be entered later.
  const [date, setDate] = useState(localToday());
  const [busy, setBusy] = useState(false);
  const cash = payment === 'cash';
  const send = async () => {
    setBusy(true);
    const done = await session.transition(name, { date, payment_type: payment, account_fk: cash ? account : null });
    // Refusals are shown at the top of the quotation.
    onClose();
    if (!done) return;
    const sale = session.read().server?.data['sale_fk'];
    void navigate({ to: `/sales/sales/${String(sale)}` });
  };
  return (
    <AnswerDialog
      title={t('document:transitions.convert_to_sale')}
      busy={busy}
      disabled={date === '' || (cash && account === null)}
      onAnswer={() => void send()}
      onClose={onClose}
    >
      <div className="flex flex-col gap-3">
        <p className="text-ink-muted">{t('sales:convert_text')}</p>
        <DayField value={date} onChange={setDate} />
        <SelectField
          label={fieldLabel('payment_type')}
          required
          value={payment}
          onChange={setPayment}
          options={(data['customer_fk'] ? ['on_account', 'cash'] : ['cash']).map((value) => ({
            value,
            label: optionLabel('payment_type', value),
          }))}
        />
        {cash && (
          <CashField currency={data['currency_fk']} outlet={data['outlet_fk']} value={account} onChange={setAccount} />
        )}
      </div>
    </AnswerDialog>
  );
}

/** Quoted prices come from the customer's pricing list. */
function QuotationActions({ session }: { session: DocumentSession }) {
  useCustomerPrices(session);
  return (
    <>
      <RoundTotal session={session} priced={(draft, facts) => pricedSale(draft, { ...facts, roundingStep: null })} />
      <OpenSale session={session} />
    </>
  );
}

function OpenSale({ session }: { session: DocumentSession }) {
  const can = useCan();
  const sale = useSessionState(session).server?.data['sale_fk'];
  if (typeof sale !== 'number' || !can('sales/show##sales/update')) return null;
  return <GoTo icon={ArrowRight} label="sales:open_sale" to={`/sales/sales/${sale}`} />;
}

export const { Table, Editor } = documentScreens(quotationDeclaration, {
  columns: [
    ...usual('number', 'date'),
    { field: 'expire_date', kind: 'date', label: 'sales:good_until' },
    ...usual('customer_fk', 'status', 'currency_fk', 'total', 'total_base', 'outlet_fk', 'reference_number'),
  ],
  filters: [
    ...by('date', 'customer_fk', 'item_fk'),
    oneOf('status', ['draft', 'complete', 'converted']),
    ...by('total'),
  ],
  footer: ['total_base'],
});
