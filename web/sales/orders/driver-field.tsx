/** The person who delivers an online order. */
import { LookupField } from '../../shared/form/fields/lookup-field.tsx';
import { fieldLabel } from '../../shared/language/names.ts';

interface DriverFieldProps {
  readonly value: number | null;
  readonly onChange: (id: number | null) => void;
  readonly autoFocus?: boolean;
}

export function DriverField({ value, onChange, autoFocus = false }: DriverFieldProps) {
  return (
    <LookupField
      label={fieldLabel('driver_fk')}
      resource="users"
      creatable={false}
      {...{ value, onChange, autoFocus }}
    />
  );
}
