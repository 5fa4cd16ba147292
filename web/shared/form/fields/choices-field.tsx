/** Several of a few values: a check box for each. */
import { optionLabel } from '../../language/names.ts';
import { FieldFrame, type FieldProps } from '../field-frame.tsx';

export interface ChoicesFieldProps extends FieldProps {
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
  readonly options: readonly string[];
}

export function ChoicesField({ value, onChange, options, ...field }: ChoicesFieldProps) {
  const { name = '', disabled } = field;
  const choose = (option: string, isChosen: boolean) =>
    onChange(options.filter((each) => (each === option ? isChosen : value.includes(each))));
  return (
    <FieldFrame field={field}>
      {({ id, ...described }) => (
        <fieldset id={id} {...described} className="flex flex-wrap gap-x-5 gap-y-1">
          {options.map((option) => (
            <label key={option} className="flex min-h-8 items-center gap-2">
              <input
                type="checkbox"
                checked={value.includes(option)}
                disabled={disabled}
                onBlur={field.onBlur}
                onChange={(event) => choose(option, event.target.checked)}
                className="size-4 accent-accent"
              />
              {optionLabel(name, option)}
            </label>
          ))}
        </fieldset>
      )}
    </FieldFrame>
  );
}
