/** The cash account for money of a currency. */
import { fieldLabel } from '../language/names.ts';
import { LookupField } from './lookup-field.tsx';

interface CashFieldProps {
  readonly currency: unknown;
  readonly value: number | null;
  readonly onChange: (account: number | null) => void;
}

export function CashField({ currency, value, onChange }: CashFieldProps) {
  return (
    <LookupField
      label={fieldLabel('account_fk')}
      required
      resource="cashes"
      {...{ value, onChange }}
      extra={{ 'filter[currency_fk]': String(currency) }}
      creatable={false}
    />
  );
}
