/** Open documents of the program before: invoices, bills, advances, and what the staff owe. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { declareEditor } from '../../shared/document/declare-editor.ts';
import { TransitionDialog, type TransitionDialogProps } from '../../shared/document/dialogs/transition-dialogs.tsx';
import { documentScreens } from '../../shared/document/document-screens.ts';
import { useDueOfForm } from '../../shared/document/fields/due-of-form.ts';
import { currencyFields } from '../../shared/document/fields/usual-fields.ts';
import type { FieldDeclaration, NewContext } from '../../shared/document/model/declaration.ts';
import { type Fields, isEmpty } from '../../shared/document/model/draft.ts';
import { AmountField } from '../../shared/form/fields/amount-field.tsx';
import { DateField } from '../../shared/form/fields/date-field.tsx';
import { ReasonField } from '../../shared/form/fields/reason-field.tsx';
import { TextField } from '../../shared/form/fields/text-field.tsx';
import { fieldLabel } from '../../shared/language/names.ts';
import { by, oneOf, usual } from '../../shared/table/usual-columns.ts';

const PARTIES = [
  { field: 'customer_fk', resource: 'customers' },
  { field: 'supplier_fk', resource: 'suppliers' },
  { field: 'user_fk', resource: 'users' },
] as const;

/** One of three parties: the others are hidden once one is chosen. */
const parties = PARTIES.map(
  ({ field, resource }): FieldDeclaration<(typeof PARTIES)[number]['field']> => ({
    field,
    kind: 'lookup',
    resource,
    shown: (header) => PARTIES.every((other) => other.field === field || isEmpty(header[other.field])),
  }),
);

const dueField: FieldDeclaration<'due_date'> = {
  field: 'due_date',
  kind: 'date',
  shown: (header) => header['opened_as'] !== 'advance' && isEmpty(header['user_fk']),
};

function newHeader({ me }: NewContext): Fields {
  const system = me.system_currency.currency_id;
  return {
    outlet_fk: me.current_outlet_fk,
    opened_as: 'debt',
    customer_fk: null,
    supplier_fk: null,
    user_fk: null,
    date: null,
    due_date: null,
    amount: null,
    reference_number: null,
    note: null,
    currency_fk: system,
    system_currency_fk: system,
    rate: null,
  };
}

/** The fields that a correction may change here. */
const CORRECTED = ['amount', 'date', 'reference_number', 'note'] as const;
/** The other fields of the body. */
const KEPT = ['outlet_fk', 'customer_fk', 'supplier_fk', 'user_fk', 'opened_as', 'currency_fk', 'rate'] as const;

const ofCustomer = ({ customer_fk: id }: Readonly<Record<string, unknown>>) => ({ list: 'customers', id }) as const;

function CorrectDialog(props: TransitionDialogProps) {
  const { t } = useTranslation();
  const data = props.session.read().server?.data ?? {};
  const textIn = (field: string) => (typeof data[field] === 'string' ? data[field] : '');
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(CORRECTED.map((field) => [field, textIn(field)])),
  );
  const { due, onDue, sent } = useDueOfForm({
    ...(data['customer_fk'] ? ofCustomer(data) : { list: 'suppliers', id: data['supplier_fk'] }),
    date: typed['date'] ?? '',
    isOfOpening: true,
    // Days that the terms gave are given anew.
    typedBefore: typeof data['payment_terms_days'] === 'number' ? '' : textIn('due_date'),
  });
  const [reason, setReason] = useState('');
  const set = (field: string) => (value: string) => setTyped({ ...typed, [field]: value });
  const common = (field: (typeof CORRECTED)[number]) => ({
    label: fieldLabel(field),
    value: typed[field] ?? '',
    onChange: set(field),
  });
  const body = {
    ...Object.fromEntries(KEPT.map((field) => [field, data[field] ?? null])),
    ...Object.fromEntries(CORRECTED.map((field) => [field, typed[field] === '' ? null : typed[field]])),
    ...sent,
    reason: reason.trim(),
  };
  const isDue = data['payment_type'] === 'on_account';
  return (
    <TransitionDialog {...props} body={body} disabled={reason.trim() === ''}>
      <p className="text-ink-muted">{t('ledger:opening.correct_title')}</p>
      <AmountField {...common('amount')} />
      <DateField {...common('date')} />
      {isDue && <DateField label={fieldLabel('due_date')} value={due} onChange={onDue} />}
      <TextField {...common('reference_number')} />
      <TextField {...common('note')} />
      <ReasonField value={reason} onChange={setReason} />
    </TransitionDialog>
  );
}

export const openingItemDeclaration = declareEditor('opening_items', {
  header: [
    { field: 'opened_as', kind: 'choice', options: ['debt', 'advance'], required: true },
    ...parties,
    'reference_number',
    { field: 'date', kind: 'date', required: true },
    dueField,
    'amount',
  ],
  details: ['outlet_fk', ...currencyFields('in'), 'note'],
  noDraft: true,
  isOfOpening: true,
  newHeader,
  transitions: [
    { name: 'correct', permission: 'update', dialog: CorrectDialog },
    { name: 'move', permission: 'update' },
    { name: 'reverse', permission: 'destroy', reasoned: true },
  ],
});

export const { Table, Editor } = documentScreens(openingItemDeclaration, {
  columns: [
    ...usual('number', 'date', 'due_date', 'status'),
    { field: 'opened_as', kind: 'option' },
    ...usual('customer_fk', 'supplier_fk', 'user_fk', 'currency_fk', 'total', 'remaining', 'total_base', 'outlet_fk'),
    ...usual('note'),
  ],
  filters: [
    ...by('date', 'due_date', 'customer_fk', 'supplier_fk', 'outlet_fk', 'payment_status'),
    oneOf('opened_as', ['debt', 'advance']),
    oneOf('status', ['complete', 'reversed']),
  ],
  footer: ['total_base'],
  inactive: { field: 'status', value: 'reversed' },
  import: { permission: 'opening_items/import', path: '/opening-invoices/import' },
});
