/** The fields of a later cost, or of an allowance. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { payableIn } from '../../../domain/debts/money-for-debts.ts';
import { AmountField } from '../../shared/form/fields/amount-field.tsx';
import { CashField } from '../../shared/form/fields/cash-field.tsx';
import { DateField } from '../../shared/form/fields/date-field.tsx';
import { LookupField } from '../../shared/form/fields/lookup-field.tsx';
import { ReasonField } from '../../shared/form/fields/reason-field.tsx';
import { SelectField } from '../../shared/form/fields/select-field.tsx';
import { fieldLabel, optionLabel } from '../../shared/language/names.ts';
import type { ShareBy } from './cost-shares.ts';
import { COST_TYPES, SHARE_BY } from './cost-words.ts';

export interface Cost {
  readonly date: string;
  readonly cost_type: string;
  readonly amount: string;
  readonly currency_fk: number | null;
  readonly share_by: ShareBy;
  readonly payment_type: string;
  readonly supplier_fk: number | null;
  readonly account_fk: number | null;
  /** Only of an allowance. */
  readonly reason: string;
}

interface CostFieldsProps {
  readonly cost: Cost;
  readonly isAllowance: boolean;
  readonly outlet: number;
  /** Undefined in the system currency, which has no rate. */
  readonly rate: string | undefined;
  /** On account: proposed by the terms of the supplier. */
  readonly due: string;
  readonly onChange: (change: Partial<Cost>) => void;
  readonly onRate: (rate: string) => void;
  readonly onDue: (due: string) => void;
  /** The money where the account is of the other currency. */
  readonly children: ReactNode;
}

export function CostFields(props: CostFieldsProps) {
  const { cost, isAllowance, outlet, rate, due, onChange, onRate, onDue, children } = props;
  const { t } = useTranslation();
  const choices = (field: string, options: readonly string[]) =>
    options.map((value) => ({ value, label: optionLabel(field, value) }));
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(150px,1fr))] gap-3 rounded-lg border border-edge bg-surface-1 p-3 shadow-card">
      {!isAllowance && (
        <SelectField
          label={fieldLabel('cost_type')}
          value={cost.cost_type}
          options={choices('cost_type', COST_TYPES)}
          onChange={(cost_type) => onChange({ cost_type })}
        />
      )}
      <DateField
        label={t(isAllowance ? 'purchasing:allowance_day' : 'purchasing:cost_day')}
        required
        value={cost.date}
        onChange={(date) => onChange({ date })}
      />
      <AmountField
        label={fieldLabel('amount')}
        required
        autoFocus
        value={cost.amount}
        onChange={(amount) => onChange({ amount })}
      />
      <LookupField
        label={fieldLabel('currency_fk')}
        resource="currencies"
        value={cost.currency_fk}
        onChange={(currency_fk) => onChange({ currency_fk, account_fk: null })}
        creatable={false}
      />
      {rate !== undefined && <AmountField label={t('document:rate_out')} required value={rate} onChange={onRate} />}
      <SelectField
        label={fieldLabel('share_by')}
        value={cost.share_by}
        options={choices('share_by', [...SHARE_BY, 'hand'])}
        onChange={(share_by) => onChange({ share_by: share_by as ShareBy })}
      />
      <SelectField
        label={fieldLabel('payment_type')}
        value={cost.payment_type}
        options={choices('payment_type', ['cash', 'on_account'])}
        onChange={(payment_type) => onChange({ payment_type })}
      />
      {cost.payment_type === 'cash' ? (
        <CashField
          currency={cost.currency_fk === null ? null : payableIn(cost.currency_fk).join(',')}
          outlet={outlet}
          value={cost.account_fk}
          onChange={(account_fk) => onChange({ account_fk })}
        />
      ) : (
        <LookupField
          label={fieldLabel('supplier_fk')}
          required
          resource="suppliers"
          value={cost.supplier_fk}
          onChange={(supplier_fk) => onChange({ supplier_fk })}
        />
      )}
      {!isAllowance && cost.payment_type === 'on_account' && (
        <DateField label={fieldLabel('due_date')} value={due} onChange={onDue} />
      )}
      {isAllowance && <ReasonField value={cost.reason} onChange={(reason) => onChange({ reason })} />}
      {children}
    </div>
  );
}
