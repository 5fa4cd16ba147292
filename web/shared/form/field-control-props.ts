/** What the control of a field is given, wherever it stands. */
import type { Control } from 'react-hook-form';
import type { FieldSpec } from './field-spec.ts';
import type { FormValues } from './values.ts';

export interface FieldControlProps {
  readonly spec: FieldSpec;
  readonly control: Control<FormValues>;
  /** Path in the form: `item_units.0.unit_fk`. */
  readonly path: string;
  /** In a cell: no label above, only for screen readers. */
  readonly bare?: boolean;
  readonly autoFocus?: boolean;
  readonly readOnly?: boolean;
  /** Name beside a reference, as the server sent it. */
  readonly valueName?: string | undefined;
}
