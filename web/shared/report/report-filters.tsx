/** The filters of a report in one row; a written one updates the address when it is left, or with Enter. */
import { ListFilter } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { WITH_INACTIVE } from '../api/lookup.ts';
import { Button } from '../controls/button.tsx';
import { useNarrow } from '../controls/narrow.ts';
import { CONTROL, FieldFrame } from '../form/field-frame.tsx';
import { DateField } from '../form/fields/date-field.tsx';
import { LookupField } from '../form/fields/lookup-field.tsx';
import { SelectField } from '../form/fields/select-field.tsx';
import { usePreferences } from '../language/preferences.ts';
import { shapeDigits } from '../typing/digits.ts';
import type { ReportAddress } from './address.ts';
import type { ReportFilter } from './declaration.ts';
import { KnownAtField } from './known-at-field.tsx';
import { PeriodFilter } from './period-filter.tsx';
import { streamWords } from './report-links.tsx';

/** Few reports are opened by a link that narrows them. */
const LinkedChips = lazy(() => import('./linked-chips.tsx'));

/** So many filters need no button. */
const FEW = 3;

interface ReportFiltersProps {
  readonly filters: readonly ReportFilter[];
  readonly address: ReportAddress;
}

export const ReportFilters = ({ filters, address }: ReportFiltersProps) => (
  <>
    <TypedFilters filters={filters.filter(({ kind }) => kind !== 'linked')} address={address} />
    {filters.some(({ kind, name }) => kind === 'linked' && address.search[name] !== undefined) && (
      <Suspense>
        <LinkedChips filters={filters} address={address} />
      </Suspense>
    )}
  </>
);

function TypedFilters({ filters, address }: ReportFiltersProps) {
  const { t } = useTranslation();
  const { digits } = usePreferences();
  const isNarrow = useNarrow();
  const [isOpen, setOpen] = useState(false);
  // A first and a last day form one period.
  const first = filters.find(({ name }) => name === 'from');
  const last = filters.find(({ name }) => name === 'as_at' || name === 'to');
  const given = filters.filter(({ name }) => address.search[name] !== undefined).length;
  const isAsked = filters.some(({ name, required }) => required && address.search[name] === undefined);
  // On a telephone they would fill the screen.
  if (isNarrow && filters.length > FEW && !isOpen && !isAsked) {
    return (
      <div className="no-print px-4 pb-3">
        <Button icon={ListFilter} aria-expanded={false} onClick={() => setOpen(true)}>
          {t('table:advanced_search')}
          {given > 0 && (
            <span className="numeric rounded-full bg-accent px-1.5 text-2xs text-accent-ink">
              {shapeDigits(String(given), digits)}
            </span>
          )}
        </Button>
      </div>
    );
  }
  return (
    <div className="no-print grid grid-cols-[repeat(auto-fill,minmax(168px,1fr))] items-start gap-3 px-4 pb-3">
      {filters.map((filter) => {
        if (first && last && filter === last) return null;
        if (first && last && filter === first) {
          return <PeriodFilter key="period" first={first} last={last} address={address} />;
        }
        return <Filter key={filter.name} filter={filter} address={address} />;
      })}
    </div>
  );
}

function Filter({ filter, address }: { filter: ReportFilter; address: ReportAddress }) {
  const { t } = useTranslation();
  const label = t(filter.label);
  const value = address.search[filter.name];
  const change = (next: string | number | undefined) =>
    address.change({ [filter.name]: next, ...(filter.clears ? { [filter.clears]: undefined } : {}) });
  switch (filter.kind) {
    case 'day':
      return (
        <DateField
          label={label}
          value={String(value ?? '')}
          onChange={(day) => (day === '' || /^\d{4}-\d\d-\d\d$/.test(day)) && change(day || undefined)}
        />
      );
    case 'known_at':
      return <KnownAtField label={label} value={value === undefined ? undefined : String(value)} onChange={change} />;
    case 'lookup':
      return (
        <LookupField
          label={label}
          resource={filter.resource ?? ''}
          extra={WITH_INACTIVE}
          value={typeof value === 'number' ? value : null}
          onChange={(id) => change(id ?? undefined)}
          creatable={false}
          required={filter.required ?? false}
        />
      );
    case 'choice': {
      const [first = '', ...others] = filter.options ?? [];
      const word = (option: string) => t(`report:choices.${option}`);
      return (
        <SelectField
          label={label}
          value={String(value ?? '')}
          onChange={(option) => change(option || undefined)}
          empty={word(first)}
          options={others.map((option) => ({ value: option, label: word(option) }))}
        />
      );
    }
    case 'option':
      return (
        <SelectField
          label={label}
          value={String(value ?? '')}
          onChange={(option) => change(option || undefined)}
          empty={t('report:choices.all')}
          options={filter.words ?? []}
        />
      );
    case 'document':
    case 'text':
      return (
        <WrittenFilter
          label={label}
          value={filter.kind === 'document' ? streamWords(String(value ?? '')) : String(value ?? '')}
          onChange={(text) => change(text || undefined)}
        />
      );
    case 'linked':
      return null;
  }
}

interface WrittenFilterProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function WrittenFilter({ label, value, onChange }: WrittenFilterProps) {
  const [typed, setTyped] = useState<string>();
  const settle = () => {
    setTyped(undefined);
    if (typed !== undefined && typed.trim() !== value) onChange(typed.trim());
  };
  return (
    <FieldFrame field={{ label }}>
      {(ids) => (
        <input
          {...ids}
          type="search"
          dir="auto"
          value={typed ?? value}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={settle}
          onKeyDown={(event) => event.key === 'Enter' && settle()}
          className={`${CONTROL} page-start`}
        />
      )}
    </FieldFrame>
  );
}
