/** Parameters for all rows: the inventory, the day, the pricing list. */

import { useTranslation } from 'react-i18next';
import { ApiError } from '../api/error.ts';
import { DateField } from '../form/fields/date-field.tsx';
import { LookupField } from '../form/fields/lookup-field.tsx';
import { SelectField } from '../form/fields/select-field.tsx';
import type { ShownParameter } from './import-api.ts';
import { changesRecords, type Importing } from './use-import.ts';

export function ParameterFields({ importing }: { importing: Importing }) {
  const { format, parameters, setParameter, checking } = importing;
  const isAsked = ({ name, kind }: ShownParameter) =>
    kind === 'column' ? changesRecords(parameters) : name !== 'same_names' || parameters['mode'] !== 'update';
  const shown = format.parameters.filter(isAsked);
  if (shown.length === 0) return null;
  const errors = checking.problem instanceof ApiError ? checking.problem.errors : {};
  return (
    <div className="grid grid-cols-[repeat(auto-fill,minmax(200px,1fr))] gap-3 rounded-lg border border-edge bg-surface-1 p-3 shadow-card">
      {shown.map((parameter) => (
        <Parameter
          key={parameter.name}
          parameter={parameter}
          value={parameters[parameter.name]}
          problem={(errors[`parameters.${parameter.name}`] ?? errors[parameter.name])?.[0]}
          onChange={(value) => setParameter(parameter.name, value)}
        />
      ))}
    </div>
  );
}

interface ParameterProps {
  readonly parameter: ShownParameter;
  readonly value: unknown;
  readonly problem: string | undefined;
  readonly onChange: (value: unknown) => void;
}

function Parameter({ parameter, value, problem, onChange }: ParameterProps) {
  const { t } = useTranslation();
  const { name, kind, label, resource = '', values = [], labels = [], required = false } = parameter;
  const field = { name, label, required, problem };
  if (kind === 'date')
    return <DateField {...field} value={typeof value === 'string' ? value : ''} onChange={onChange} />;
  if (kind === 'lookup') {
    return (
      <LookupField
        {...field}
        resource={resource}
        creatable={false}
        value={typeof value === 'number' ? value : null}
        onChange={onChange}
      />
    );
  }
  return (
    <SelectField
      {...field}
      value={typeof value === 'string' ? value : ''}
      empty={required || name === 'mode' ? undefined : t('import:none_chosen')}
      options={values.map((value, index) => ({ value: value, label: labels[index] ?? value }))}
      onChange={(chosen) => onChange(chosen === '' ? null : chosen)}
    />
  );
}
