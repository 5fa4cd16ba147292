/** Advanced search: a field for each filter, applied together in the address. */
import { Search } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readMoney, ZERO } from '../../../domain/values/money.ts';
import { WITH_INACTIVE } from '../api/lookup.ts';
import { Button } from '../controls/button.tsx';
import { AmountField } from '../form/fields/amount-field.tsx';
import { LookupField } from '../form/fields/lookup-field.tsx';
import { SelectField } from '../form/fields/select-field.tsx';
import { TextField } from '../form/fields/text-field.tsx';
import { fieldLabel, optionLabel } from '../language/names.ts';
import type { TableAddress } from './address.ts';
import type { TableFilter } from './declaration.ts';
import { joinRange, PeriodField } from './period-field.tsx';
import { filtersOf } from './table-search.ts';

type Values = Readonly<Record<string, string>>;

/** Its fields begin with the filters of the address; a change of these needs another key. */
export function Filters({ filters, address }: { filters: readonly TableFilter[]; address: TableAddress }) {
  const { t } = useTranslation();
  const [values, setValues] = useState<Values>(filtersOf(address.search));
  const [problems, setProblems] = useState<Values>({});
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wrong = wrongRanges(filters, values, (key) => t(key));
    setProblems(wrong);
    if (Object.keys(wrong).length > 0) return;
    const next = filters.map(({ field }) => [`filter[${field}]`, values[field] || undefined] as const);
    address.change(Object.fromEntries(next));
  };
  return (
    <form
      onSubmit={submit}
      className="no-print mx-4 mb-3 grid grid-cols-[repeat(auto-fill,minmax(13rem,1fr))] items-end gap-3 rounded-lg border border-edge bg-surface-1 p-3"
    >
      {filters.map((filter) => (
        <FilterField
          key={filter.field}
          filter={filter}
          value={values[filter.field] ?? ''}
          problem={problems[filter.field]}
          onChange={(value) => setValues((now) => ({ ...now, [filter.field]: value }))}
        />
      ))}
      <div className="flex gap-2">
        <Button type="submit" icon={Search}>
          {t('table:apply')}
        </Button>
        <Button
          look="quiet"
          onClick={() => {
            setValues({});
            address.reset();
          }}
        >
          {t('table:reset')}
        </Button>
      </div>
    </form>
  );
}

/** The specification's rule: the end must not be before the start. Equal ends are valid. */
function wrongRanges(filters: readonly TableFilter[], values: Values, say: (key: string) => string): Values {
  const wrong = filters.flatMap(({ kind, field }) => {
    const [from = '', to = ''] = (values[field] ?? '').split(',');
    if (from === '' || to === '') return [];
    if (kind === 'date_range' && to < from) return [[field, say('table:end_after_start')] as const];
    const isBelow = kind === 'amount_range' && (readMoney(to) ?? ZERO) < (readMoney(from) ?? ZERO);
    return isBelow ? [[field, say('table:end_below_start')] as const] : [];
  });
  return Object.fromEntries(wrong);
}

interface FilterFieldProps {
  readonly filter: TableFilter;
  readonly value: string;
  readonly problem: string | undefined;
  readonly onChange: (value: string) => void;
}

function FilterField({ filter, value, problem, onChange }: FilterFieldProps) {
  const { t } = useTranslation();
  const label = filter.label ? t(filter.label) : fieldLabel(filter.field);
  switch (filter.kind) {
    case 'lookup':
      return (
        <LookupField
          label={label}
          resource={filter.resource ?? ''}
          extra={WITH_INACTIVE}
          creatable={false}
          value={value === '' ? null : Number(value)}
          onChange={(id) => onChange(id === null ? '' : String(id))}
        />
      );
    case 'option':
    case 'boolean': {
      const options =
        filter.kind === 'boolean'
          ? [
              { value: '1', label: t('table:yes') },
              { value: '0', label: t('table:no') },
            ]
          : (filter.options ?? []).map((option) => ({ value: option, label: optionLabel(filter.field, option) }));
      return <SelectField label={label} value={value} onChange={onChange} options={options} empty={t('table:all')} />;
    }
    case 'date_range':
      return <PeriodField label={label} value={value} problem={problem} onChange={onChange} />;
    case 'amount_range':
      return <AmountRange label={label} value={value} problem={problem} onChange={onChange} />;
    default:
      return <TextField label={label} value={value} onChange={onChange} />;
  }
}

interface AmountRangeProps {
  readonly label: string;
  /** `from,to` */
  readonly value: string;
  readonly problem: string | undefined;
  readonly onChange: (value: string) => void;
}

function AmountRange({ label, value, problem, onChange }: AmountRangeProps) {
  const { t } = useTranslation();
  const [from = '', to = ''] = value.split(',');
  return (
    <fieldset className="grid min-w-0 grid-cols-2 gap-2">
      <legend className="sr-only">{label}</legend>
      <AmountField
        label={t('table:from', { label })}
        value={from}
        onChange={(start) => onChange(joinRange(start, to))}
      />
      <AmountField
        label={t('table:to', { label })}
        value={to}
        problem={problem}
        onChange={(end) => onChange(joinRange(from, end))}
      />
    </fieldset>
  );
}
