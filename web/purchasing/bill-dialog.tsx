/** The bill of goods that came before it: its day, its reference, and its prices where they differ from the purchase's. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { daysUntilDue } from '../../domain/debts/due-date.ts';
import { readMoney } from '../../domain/values/money.ts';
import { Amount } from '../shared/controls/amount.tsx';
import { LinesHead } from '../shared/document/dialogs/lines-head.tsx';
import { TransitionDialog, type TransitionDialogProps } from '../shared/document/dialogs/transition-dialogs.tsx';
import { CountInUnits } from '../shared/document/dialogs/unit-of-line.tsx';
import { StepEffect } from '../shared/document/effect.tsx';
import { useDueOfForm } from '../shared/document/fields/due-of-form.ts';
import { ShownName } from '../shared/document/fields/shown-name.tsx';
import { AmountField } from '../shared/form/fields/amount-field.tsx';
import { DateField, DayField } from '../shared/form/fields/date-field.tsx';
import { TextField } from '../shared/form/fields/text-field.tsx';
import { fieldLabel } from '../shared/language/names.ts';
import { localToday } from '../shared/typing/date-words.ts';
import { signOf } from '../shared/typing/number-format.ts';
import { billAmounts, type LineToBill, linesToBill, otherPrices } from './bill-lines.ts';
import { ITEM, type ReadPurchase } from './read-purchase.ts';
import { usePurchase } from './use-purchase.ts';

export function BillDialog(props: TransitionDialogProps) {
  const purchase = usePurchase(props.session);
  return purchase ? <Bill {...props} purchase={purchase} /> : null;
}

function Bill({ session, name, onClose, purchase }: TransitionDialogProps & { readonly purchase: ReadPurchase }) {
  const { t } = useTranslation();
  const [date, setDate] = useState(localToday());
  // Goods that are billed later are due as many days after their bill as the purchase has.
  const days = daysUntilDue(purchase);
  const { due, onDue, sent } = useDueOfForm({ list: 'suppliers', id: purchase.supplier_fk, date, days });
  const [reference, setReference] = useState('');
  const [typed, setTyped] = useState<Readonly<Record<number, string>>>({});
  const lines = linesToBill(purchase);
  const prices = otherPrices(lines, typed);
  const wrong = lines.some(({ line_id, price }) => (readMoney(typed[line_id] ?? price) ?? -1n) < 0n);
  const body = {
    date,
    reference_number: reference.trim() || null,
    ...sent,
    ...(prices.length > 0 ? { lines: prices } : {}),
  };
  const disabled = date === '' || wrong;
  return (
    <TransitionDialog {...{ session, name, onClose, body, disabled }} width="wide">
      <p className="mb-3 text-ink-muted">{t('purchasing:bill_hint')}</p>
      <div className="mb-3 grid grid-cols-2 gap-3">
        <DayField value={date} onChange={setDate} />
        <TextField
          label={t('purchasing:supplier_reference')}
          value={reference}
          onChange={setReference}
          maxLength={140}
        />
        {purchase.payment_type === 'on_account' && (
          <DateField label={fieldLabel('due_date')} value={due} onChange={onDue} />
        )}
      </div>
      <Prices {...{ lines, typed }} onType={(line, price) => setTyped({ ...typed, [line]: price })} />
      {!wrong && <Amounts {...billAmounts(purchase, prices)} />}
      {!disabled && <StepEffect {...{ session, name, body }} />}
    </TransitionDialog>
  );
}

interface PricesProps {
  readonly lines: readonly LineToBill[];
  readonly typed: Readonly<Record<number, string>>;
  readonly onType: (line: number, price: string) => void;
}

function Prices({ lines, typed, onType }: PricesProps) {
  const { t } = useTranslation();
  return (
    <table className="w-full">
      <LinesHead figures={[fieldLabel('quantity'), t('purchasing:price_bought'), t('purchasing:price_billed')]} />
      <tbody>
        {lines.map(({ line_id, item_fk, quantity, price }, index) => (
          <tr key={line_id} className="border-t border-edge">
            <td className="py-1.5">
              <ShownName field={ITEM} value={item_fk} line={{ item_fk }} />
            </td>
            <td className="number-cell px-2">
              <CountInUnits item={item_fk} base={quantity} />
            </td>
            <td className="number-cell px-2">
              <Amount value={price} />
            </td>
            <td className="py-1">
              <AmountField
                ariaLabel={t('document:cell', { column: t('purchasing:price_billed'), number: index + 1 })}
                value={typed[line_id] ?? price}
                onChange={(next) => onType(line_id, next)}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Amounts({ total, difference }: ReturnType<typeof billAmounts>) {
  const { t } = useTranslation();
  return (
    <dl className="my-3 flex flex-wrap justify-end gap-x-8 gap-y-1">
      {signOf(difference) !== 0 && (
        <div className="flex gap-3 text-warning-ink" data-owed="difference">
          <dt>{t('purchasing:bill_differs')}</dt>
          <dd>
            <Amount value={difference} />
          </dd>
        </div>
      )}
      <div className="flex gap-3 font-semibold" data-owed="billed">
        <dt>{t('purchasing:bill_total')}</dt>
        <dd>
          <Amount value={total} />
        </dd>
      </div>
    </dl>
  );
}
