/** What a refund needs beside its goods: the reason, into which keys go without a click, and the money that goes back. */
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Money } from '../../../../domain/values/money.ts';
import { TextField } from '../../../shared/form/fields/text-field.tsx';
import { useTextInto } from '../digits-into.ts';
import { MoneyText } from '../money-text.tsx';

interface GoesBackProps {
  readonly reason: string;
  readonly onReason: (reason: string) => void;
  readonly total: Money;
  readonly currency: number;
  /** Why the server or the device refused. */
  readonly problem: string | undefined;
}

export function GoesBack({ reason, onReason, total, currency, problem }: GoesBackProps) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  useTextInto(field, { inDialog: false });
  return (
    <>
      <TextField
        label={t('selling:reason_of_refund')}
        inputRef={field}
        value={reason}
        onChange={onReason}
        maxLength={140}
        required
      />
      <div className="flex items-baseline justify-between rounded-lg bg-surface-2 p-4">
        <span className="text-lg">{t('selling:goes_back')}</span>
        <MoneyText value={total} currency={currency} className="text-4xl font-bold" />
      </div>
      {problem && (
        <p role="alert" className="rounded-md bg-danger p-3 text-danger-ink">
          {problem}
        </p>
      )}
    </>
  );
}
