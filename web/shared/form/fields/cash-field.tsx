/** The cash account that pays or receives money in the books of an outlet. */
import type { Row } from '../../api/list.ts';
import { fieldLabel } from '../../language/names.ts';
import { LookupField } from './lookup-field.tsx';

interface CashFieldProps {
  /** One, or several with commas between them; without one, of any currency. */
  readonly currency?: unknown;
  /** Only accounts that a document of this outlet can use; without one, all that the person sees. */
  readonly outlet: unknown;
  readonly value: number | null;
  readonly onChange: (account: number | null, row: Row | null) => void;
  readonly name?: string;
  readonly required?: boolean;
  readonly problem?: string | undefined;
}

export function CashField({ currency, outlet, required = true, ...field }: CashFieldProps) {
  return (
    <LookupField
      label={fieldLabel('account_fk')}
      {...{ required, ...field }}
      resource="cashes"
      extra={{
        ...(currency === undefined ? {} : { 'filter[currency_fk]': String(currency ?? '') }),
        ...(typeof outlet === 'number' ? { outlet_fk: String(outlet) } : {}),
      }}
      creatable={false}
    />
  );
}
