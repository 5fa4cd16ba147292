/** A field for one account of the chart. */
import { isOpen, titleOf, useChart } from '../../api/chart.ts';
import type { FieldProps } from '../../form/field-frame.tsx';
import { SelectField } from '../../form/fields/select-field.tsx';
import type { FieldDeclaration } from '../model/declaration.ts';

interface AccountFieldProps extends FieldProps {
  readonly value: number | null;
  readonly accepts: FieldDeclaration['accepts'];
  readonly onChange: (account: number | null) => void;
}

export function AccountField({ value, accepts, onChange, ...field }: AccountFieldProps) {
  const { data = [] } = useChart();
  const accounts = data.filter((account) => isOpen(account) && (accepts?.(account) ?? true));
  return (
    <SelectField
      {...field}
      value={value === null ? '' : String(value)}
      empty=""
      options={accounts.map((account) => ({
        value: String(account.account),
        label: `${account.code} ${titleOf(account)}`,
      }))}
      onChange={(chosen) => onChange(chosen === '' ? null : Number(chosen))}
    />
  );
}
