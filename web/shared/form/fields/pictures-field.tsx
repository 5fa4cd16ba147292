/** Pictures as a field of a record's form. */
import { Pictures } from '../../pictures/pictures.tsx';
import { FieldFrame, type FieldProps } from '../field-frame.tsx';

export interface PicturesFieldProps extends FieldProps {
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
  readonly max?: number | undefined;
  readonly papers?: boolean;
}

export function PicturesField({ value, onChange, max = 20, papers = false, ...field }: PicturesFieldProps) {
  return (
    <FieldFrame field={field}>
      {({ id }) => (
        <Pictures
          {...{ id, value, onChange, max, papers }}
          label={field.label ?? field.ariaLabel ?? ''}
          disabled={field.disabled ?? false}
        />
      )}
    </FieldFrame>
  );
}
