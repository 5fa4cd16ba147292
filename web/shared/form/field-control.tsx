/** The control of one field of a schema, bound to react-hook-form. */

import { type Control, Controller, type FieldError, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { numbersOf, textsOf } from '../../../domain/values/members.ts';
import { fieldLabel, optionLabel } from '../language/names.ts';
import { useMe } from '../session/session.ts';
import type { FieldControlProps } from './field-control-props.ts';
import { DECIMALS, type FieldSpec } from './field-spec.ts';
import { AmountField } from './fields/amount-field.tsx';
import { ChoicesField } from './fields/choices-field.tsx';
import { DateField } from './fields/date-field.tsx';
import { LookupField } from './fields/lookup-field.tsx';
import { LookupListField } from './fields/lookup-list-field.tsx';
import { PermissionsField } from './fields/permissions-field.tsx';
import { PicturesField } from './fields/pictures-field.tsx';
import { CheckField, SelectField } from './fields/select-field.tsx';
import { SubTable } from './fields/sub-table.tsx';
import { TagsField } from './fields/tags-field.tsx';
import { TextField, WholeNumberField } from './fields/text-field.tsx';
import { TimeZoneField } from './fields/time-zone-field.tsx';
import type { FormValue, FormValues } from './values.ts';

export function FieldControl(props: FieldControlProps) {
  const { spec, control, path } = props;
  if (spec.control === 'rows')
    return (
      <SubTable
        {...{ spec, control, path, Field: FieldControl, Reference: RowReference }}
        readOnly={props.readOnly ?? false}
      />
    );
  return (
    <Controller
      name={path}
      control={control}
      render={({ field, fieldState }) => (
        <Bound
          {...props}
          value={field.value}
          onChange={field.onChange}
          onBlur={field.onBlur}
          error={fieldState.error}
        />
      )}
    />
  );
}

interface BoundProps extends FieldControlProps {
  readonly value: FormValue;
  readonly onChange: (value: FormValue) => void;
  readonly onBlur: () => void;
  readonly error: FieldError | undefined;
}

function Bound({
  spec,
  control,
  path,
  bare,
  autoFocus,
  readOnly,
  valueName,
  value,
  onChange,
  onBlur,
  error,
}: BoundProps) {
  const { t } = useTranslation();
  const symbol = useSymbol(control, spec);
  const label = fieldLabel(spec.name);
  const field = {
    label: bare ? undefined : label,
    ariaLabel: label,
    required: spec.required,
    problem: error?.message,
    name: path,
    autoFocus: autoFocus ?? false,
    disabled: readOnly ?? false,
    onBlur,
  };
  switch (spec.control) {
    case 'money':
    case 'quantity':
    case 'percent':
    case 'rate': {
      const suffix = spec.control === 'money' && !bare ? symbol : spec.control === 'percent' ? '%' : undefined;
      return (
        <AmountField
          {...field}
          value={textIn(value)}
          onChange={onChange}
          decimals={DECIMALS[spec.control] ?? 4}
          suffix={suffix}
        />
      );
    }
    case 'secret':
      return (
        <TextField
          {...field}
          value={textIn(value)}
          onChange={onChange}
          ltr
          type="password"
          autoComplete="new-password"
        />
      );
    case 'time_zone':
      return <TimeZoneField {...field} value={textIn(value)} onChange={onChange} />;
    case 'date':
      return <DateField {...field} value={textIn(value)} onChange={onChange} />;
    case 'whole':
      return <WholeNumberField {...field} value={typeof value === 'number' ? value : null} onChange={onChange} />;
    case 'check':
      return <CheckField {...field} value={value === true} onChange={onChange} />;
    case 'select': {
      const options = (spec.options ?? []).map((option) => ({ value: option, label: optionLabel(spec.name, option) }));
      return (
        <SelectField
          {...field}
          value={textIn(value)}
          onChange={onChange}
          options={options}
          empty={spec.required ? undefined : t('form:none')}
        />
      );
    }
    case 'lookup':
      return (
        <LookupField
          {...field}
          resource={spec.resource ?? ''}
          value={typeof value === 'number' ? value : null}
          onChange={onChange}
          valueName={valueName}
        />
      );
    case 'permissions':
      return <PermissionsField {...field} value={textsOf(value)} onChange={onChange} />;
    case 'lookups':
      return (
        <LookupListField
          {...field}
          resource={spec.resource ?? ''}
          value={numbersOf(value)}
          onChange={onChange}
          ordered={spec.schema['x-ordered'] === true}
        />
      );
    case 'pictures':
      return (
        <PicturesField
          {...field}
          value={textsOf(value)}
          onChange={onChange}
          max={spec.schema.maxItems}
          papers={spec.schema['x-attachment'] === 'paper'}
        />
      );
    case 'choices':
      return <ChoicesField {...field} value={textsOf(value)} onChange={onChange} options={spec.options ?? []} />;
    case 'tags':
      return <TagsField {...field} value={textsOf(value)} onChange={onChange} generate={spec.schema['x-generate']} />;
    default:
      return <TextField {...field} value={textIn(value)} onChange={onChange} {...textLook(spec)} />;
  }
}

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Symbol of the system currency, or of the currency field that the schema names. */
function useSymbol(control: Control<FormValues>, { schema }: FieldSpec): string {
  const { system_currency, currencies } = useMe();
  const chosen = useWatch({ control, name: schema['x-currency'] ?? '' });
  const other = schema['x-currency'] ? currencies.find((currency) => currency.currency_id === chosen) : undefined;
  return (other ?? system_currency).symbol;
}

/** Codes, phones and email addresses are always left to right. */
function textLook(spec: FieldSpec) {
  const ltr = /code|mobile|phone|email|barcode/.test(spec.name);
  const type = /email/.test(spec.name)
    ? ('email' as const)
    : /mobile|phone/.test(spec.name)
      ? ('tel' as const)
      : ('text' as const);
  return { ltr, type, ...(spec.control === 'long_text' ? { rows: 3 } : {}) };
}

/** A reference in a row, with its name from the server. */
export function RowReference(props: FieldControlProps) {
  const nameField = props.path.replace(/_fk$/, '_name');
  const name = useWatch({ control: props.control, name: nameField });
  return <FieldControl {...props} valueName={typeof name === 'string' ? name : undefined} />;
}
