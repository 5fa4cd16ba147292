/** A list of objects in a form (units of an item) as a small table of fields; on a telephone each row is a card. */
import { Plus, X } from 'lucide-react';
import type { ComponentType } from 'react';
import { type Control, useFieldArray, useFormState, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../../controls/button.tsx';
import { fieldLabel } from '../../language/names.ts';
import type { FieldControlProps } from '../field-control-props.ts';
import { DECIMALS, type FieldSpec } from '../field-spec.ts';
import { emptyValues, type FormValues, rowsIn } from '../values.ts';

interface SubTableProps {
  readonly spec: FieldSpec;
  readonly control: Control<FormValues>;
  readonly path: string;
  readonly readOnly: boolean;
  /** Controls of a row's fields, and of a reference. They may contain rows themselves. */
  readonly Field: ComponentType<FieldControlProps>;
  readonly Reference: ComponentType<FieldControlProps>;
}

/** Only one row may be the base or the default: choosing it clears the others. */
const ONE_OF_ALL = /^is_(base|default)$/;
const WIDTHS: Readonly<Record<string, string>> = {
  check: 'w-16',
  tags: 'min-w-52',
  choices: 'min-w-52',
  money: 'w-36',
  quantity: 'w-28',
  lookup: 'min-w-40',
};

/** On a telephone these fields have a line of the card of their own; two of the others share one. */
const WHOLE_LINE: ReadonlySet<string> = new Set(['text', 'long_text', 'tags', 'choices', 'lookup']);

export function SubTable({ spec, control, path, readOnly, Field, Reference }: SubTableProps) {
  const { t } = useTranslation();
  const fields = spec.fields ?? [];
  const { fields: rows, append, remove, update } = useFieldArray({ control, name: path as never });
  const values = rowsIn(useWatch({ control, name: path }));
  const { errors } = useFormState({ control });
  const own = errors[path]?.root?.message ?? errors[path]?.message;
  const full = spec.schema.maxItems !== undefined && rows.length >= spec.schema.maxItems;
  const mark = (field: string, index: number, value: boolean) => {
    values.forEach((row, other) => {
      if (other === index) update(other, { ...row, [field]: value } as never);
      else if (value && row[field] === true) update(other, { ...row, [field]: false } as never);
    });
  };
  return (
    <div className="flex flex-col gap-2" data-field={path}>
      <div
        className={`relative overflow-x-auto rounded-md border border-edge ${rows.length === 0 ? 'max-md:hidden' : ''}`}
      >
        <table className="w-full max-md:block">
          <caption className="sr-only">{fieldLabel(spec.name)}</caption>
          <thead className="max-md:hidden">
            <tr className="bg-surface-2 text-xs text-ink-muted">
              {fields.map((field) => (
                <th
                  key={field.name}
                  scope="col"
                  className={`h-8 px-2 font-medium ${WIDTHS[field.control] ?? ''} ${DECIMALS[field.control] === undefined ? '' : 'number-head'}`}
                >
                  {fieldLabel(field.name)}
                  {field.required && <span className="ms-0.5 text-danger-ink">*</span>}
                </th>
              ))}
              <th className="w-10">
                <span className="sr-only">{t('table:actions_label')}</span>
              </th>
            </tr>
          </thead>
          <tbody className="max-md:block">
            {rows.map((row, index) => (
              <tr
                key={row.id}
                className="border-t border-edge align-top max-md:flex max-md:flex-wrap max-md:items-end max-md:gap-2 max-md:p-2 max-md:first:border-t-0"
              >
                {fields.map((field) => {
                  const shared = { spec: field, control, path: `${path}.${index}.${field.name}`, bare: true, readOnly };
                  return (
                    <td
                      key={field.name}
                      className={`p-1 max-md:grow max-md:p-0 ${WHOLE_LINE.has(field.control) ? 'max-md:basis-full' : 'max-md:basis-32'}`}
                    >
                      <span aria-hidden className="mb-1 block text-xs font-medium text-ink-muted md:hidden">
                        {fieldLabel(field.name)}
                        {field.required && <span className="ms-0.5 text-danger-ink">*</span>}
                      </span>
                      {ONE_OF_ALL.test(field.name) ? (
                        <Mark
                          field={field.name}
                          label={fieldLabel(field.name)}
                          checked={values[index]?.[field.name] === true}
                          onMark={(value) => mark(field.name, index, value)}
                        />
                      ) : field.control === 'lookup' ? (
                        <Reference {...shared} />
                      ) : (
                        <Field {...shared} />
                      )}
                    </td>
                  );
                })}
                <td className="p-1 max-md:ms-auto max-md:p-0">
                  <IconButton icon={X} label={t('form:remove_row')} disabled={readOnly} onClick={() => remove(index)} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {own && <p className="text-xs text-danger-ink">{own}</p>}
      <div>
        <Button icon={Plus} disabled={readOnly || full} onClick={() => append(emptyValues(fields) as never)}>
          {t('form:add_row')}
        </Button>
      </div>
    </div>
  );
}

interface MarkProps {
  readonly field: string;
  readonly label: string;
  readonly checked: boolean;
  readonly onMark: (value: boolean) => void;
}

function Mark({ label, checked, onMark }: MarkProps) {
  return (
    <span className="flex h-8 items-center justify-center max-md:justify-start">
      <input
        type="checkbox"
        aria-label={label}
        checked={checked}
        onChange={(event) => onMark(event.target.checked)}
        className="size-4 accent-accent"
      />
    </span>
  );
}
