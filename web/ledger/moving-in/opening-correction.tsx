/** Corrections of finished opening balances, line by line, with a reason; the difference goes to capital. */
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { objectsOf } from '../../../domain/values/members.ts';
import { useChart } from '../../shared/api/chart.ts';
import { TransitionDialog, type TransitionDialogProps } from '../../shared/document/dialogs/transition-dialogs.tsx';
import { AmountField } from '../../shared/form/fields/amount-field.tsx';
import { ReasonField } from '../../shared/form/fields/reason-field.tsx';
import { SelectField } from '../../shared/form/fields/select-field.tsx';
import { fieldLabel } from '../../shared/language/names.ts';
import { accountCode, accountName } from '../../shared/report/account-name.ts';
import { correctionBody, readLines, withAccountLine } from './opening-wire.ts';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const TO_CAPITAL = { difference_to: 'capital' } as const;

interface Choice {
  readonly options: Parameters<typeof SelectField>[0]['options'];
  readonly at: string;
  readonly choose: (index: string) => void;
  /** What is posted instead, once a line is chosen. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** The line, then its fields, then why. */
function CorrectionDialog({
  choice: { options, at, choose, body },
  children,
  ...props
}: TransitionDialogProps & { readonly choice: Choice; readonly children: ReactNode }) {
  const { t } = useTranslation();
  const [reason, setReason] = useState('');
  const isReady = at !== '' && reason.trim() !== '';
  return (
    <TransitionDialog {...props} body={{ ...body, ...TO_CAPITAL, reason: reason.trim() }} disabled={!isReady}>
      <p className="text-ink-muted">{t('ledger:opening.correct_hint')}</p>
      <SelectField
        name="line"
        label={t('ledger:opening.line')}
        required
        value={at}
        empty=""
        options={options}
        onChange={choose}
      />
      {children}
      <ReasonField value={reason} onChange={setReason} />
    </TransitionDialog>
  );
}

/** One line of goods: its quantity and its value. Without a quantity the line is taken back. */
export function CorrectStock(props: TransitionDialogProps) {
  const data = props.session.read().server?.data ?? {};
  const stock = objectsOf(data['stock']);
  const [at, setAt] = useState('');
  const [typed, setTyped] = useState({ quantity: '', value: '' });
  const choose = (index: string) => {
    setAt(index);
    const line = index === '' ? undefined : stock[Number(index)];
    setTyped({ quantity: textOf(line?.['quantity']), value: textOf(line?.['value']) });
  };
  const body = correctionBody(data);
  const lines = objectsOf(body['stock']).flatMap((line, index) => {
    if (String(index) !== at) return [line];
    return typed.quantity === '' || typed.quantity === '0' ? [] : [{ ...line, ...typed }];
  });
  const options = stock.map((line, index) => ({
    value: String(index),
    label: [line['item_name'] ?? line['item_fk'], line['batch_number'], textOf(line['quantity'])]
      .filter(Boolean)
      .join(' · '),
  }));
  return (
    <CorrectionDialog {...props} choice={{ options, at, choose, body: { ...body, stock: lines } }}>
      <AmountField
        name="quantity"
        label={fieldLabel('quantity')}
        decimals={6}
        value={typed.quantity}
        onChange={(quantity) => setTyped({ ...typed, quantity })}
      />
      <AmountField
        name="value"
        label={fieldLabel('value')}
        value={typed.value}
        onChange={(value) => setTyped({ ...typed, value })}
      />
    </CorrectionDialog>
  );
}

/** One line of accounts: its debit or its credit. */
export function CorrectAccount(props: TransitionDialogProps) {
  const { data: chart = [] } = useChart();
  const data = props.session.read().server?.data ?? {};
  const lines = readLines(data);
  const [at, setAt] = useState('');
  const [typed, setTyped] = useState({ debit: '', credit: '' });
  const choose = (index: string) => {
    setAt(index);
    const line = index === '' ? undefined : lines[Number(index)];
    setTyped({ debit: textOf(line?.['debit']), credit: textOf(line?.['credit']) });
  };
  const options = lines.map((line, index) => {
    const number = Number(line['account']);
    const account = chart.find((row) => row.account === number);
    const party = line['customer_name'] ?? line['supplier_name'] ?? line['user_name'];
    const amount = textOf(line['debit']) || textOf(line['credit']);
    const label = [`${accountCode(number)} ${accountName(account?.key, account?.name)}`, party, amount]
      .filter(Boolean)
      .join(' · ');
    return { value: String(index), label };
  });
  const body = at === '' ? {} : withAccountLine(data, Number(at), typed);
  return (
    <CorrectionDialog {...props} choice={{ options, at, choose, body }}>
      {(['debit', 'credit'] as const).map((field) => (
        <AmountField
          key={field}
          name={field}
          label={fieldLabel(field)}
          value={typed[field]}
          onChange={(amount) => setTyped({ ...typed, [field]: amount })}
        />
      ))}
    </CorrectionDialog>
  );
}
