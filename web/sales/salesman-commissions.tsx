/** Commissions: what a salesman earned until a day, counted from the books, approved and paid. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../shared/controls/button.tsx';
import { Dialog } from '../shared/controls/dialog.tsx';
import type { DocumentDeclaration } from '../shared/document/declaration.ts';
import { documentScreen } from '../shared/document/document-screen.tsx';
import { numberColumn } from '../shared/document/number-column.tsx';
import { STATUS_TONES } from '../shared/document/status-tones.ts';
import type { TransitionDialogProps } from '../shared/document/transition-dialogs.tsx';
import {
  amountOf,
  dateField,
  newHeader,
  noteField,
  outletField,
  referenceField,
} from '../shared/document/usual-fields.ts';
import { DateField } from '../shared/form/date-field.tsx';
import { LookupField } from '../shared/form/lookup-field.tsx';
import { fieldLabel } from '../shared/language/names.ts';
import { useMe } from '../shared/session/session.ts';
import { tableScreen } from '../shared/table/table-screen.tsx';
import { localToday } from '../shared/typing/date-words.ts';
import { CommissionSources } from './commission-sources.tsx';

const commissionDeclaration: DocumentDeclaration = {
  resource: 'salesman_commissions',
  path: '/sales/salesman-commissions',
  title: 'sales:commission_number',
  newTitle: 'sales:new_commission',
  header: [
    { field: 'salesman_fk', kind: 'lookup', resource: 'salesmen', required: true },
    { field: 'to_date', kind: 'date', required: true },
    dateField,
  ],
  details: [outletField, referenceField, noteField],
  columns: [],
  completion: { transition: 'approve' },
  identity: { lines: 'line_id' },
  blankLine: {},
  newHeader: (context) => {
    const { outlet_fk, date } = newHeader(context);
    return { outlet_fk: outlet_fk ?? null, date: date ?? null, to_date: date ?? null };
  },
  lineOf: () => ({}),
  totals: ({ header }) => ({ lines: new Map(), rows: [], total: amountOf(header['amount']) }),
  transitions: [
    { name: 'approve', permission: 'approve' },
    { name: 'pay_out', permission: 'pay', dialog: PayDialog },
    { name: 'reverse', permission: 'destroy', reasoned: true },
    { name: 'discard', permission: 'destroy', dangerous: true },
  ],
  tab: { name: 'sources', content: CommissionSources },
};

function PayDialog({ session, name, onClose }: TransitionDialogProps) {
  const { t } = useTranslation();
  const { system_currency } = useMe();
  const [date, setDate] = useState(localToday());
  const [account, setAccount] = useState<number | null>(null);
  const [busy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    const done = await session.transition(name, { date, account_fk: account });
    setBusy(false);
    if (done) onClose();
  };
  const footer = (
    <>
      <Button onClick={onClose}>{t('actions.cancel')}</Button>
      <Button
        look="primary"
        busy={busy}
        disabled={account === null || !/^\d{4}-\d\d-\d\d$/.test(date)}
        onClick={() => void send()}
      >
        {t('document:transitions.pay_out')}
      </Button>
    </>
  );
  return (
    <Dialog open title={t('document:transitions.pay_out')} onClose={onClose} footer={footer}>
      <div className="flex flex-col gap-3">
        <DateField label={fieldLabel('date')} required value={date} onChange={setDate} />
        <LookupField
          label={fieldLabel('account_fk')}
          required
          resource="cashes"
          value={account}
          onChange={setAccount}
          extra={{ 'filter[currency_fk]': String(system_currency.currency_id) }}
          creatable={false}
        />
      </div>
    </Dialog>
  );
}

export const SalesmanCommissionEditor = documentScreen(commissionDeclaration);

export const SalesmanCommissionsTable = tableScreen({
  resource: 'salesman_commissions',
  title: 'sales:commissions',
  empty: 'sales:commissions_empty',
  idField: 'id',
  path: '/sales/salesman-commissions',
  columns: [
    numberColumn,
    { field: 'date', kind: 'date' },
    { field: 'salesman_fk', kind: 'reference', resource: 'salesmen' },
    { field: 'to_date', kind: 'date' },
    { field: 'status', kind: 'status', tones: STATUS_TONES },
    { field: 'total_base', kind: 'amount', currency: 'system', label: 'sales:commission' },
    { field: 'outlet_fk', kind: 'reference', resource: 'outlets' },
    { field: 'reference_number', kind: 'text' },
  ],
  filters: [
    { field: 'salesman_fk', kind: 'lookup', resource: 'salesmen' },
    { field: 'date', kind: 'date_range' },
    { field: 'status', kind: 'option', options: ['draft', 'approved', 'paid', 'reversed'] },
  ],
  footer: ['total_base'],
  canEdit: false,
});
