/** The props of a field's control. */
import type { Control } from 'react-hook-form';
import type { FieldSpec } from './field-spec.ts';
import type { FormValues } from './values.ts';

export interface FieldControlProps {
  readonly spec: FieldSpec;
  readonly control: Control<FormValues>;
  /** Path in the form: `item_units.0.unit_fk`. */
  readonly path: string;
  /** In a cell: the label is only for screen readers. */
  readonly bare?: boolean;
  readonly autoFocus?: boolean;
  readonly readOnly?: boolean;
  /** Name of a reference, from the server. */
  readonly valueName?: string | undefined;
}
