/** Unknown names: each is created, replaced by an existing record, or its rows are skipped. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CheckedImport, UnknownChoice } from '../../../domain/imports/import-format.ts';
import { Button } from '../controls/button.tsx';
import { LookupField } from '../form/fields/lookup-field.tsx';
import { SelectField } from '../form/fields/select-field.tsx';
import { useCan } from '../session/session.ts';
import { type Importing, isSame } from './use-import.ts';

type Unknown = CheckedImport['unknown'][number];
type Decision = 'create' | 'take' | 'skip' | '';

export const undecidedNames = ({ checking, choices }: Pick<Importing, 'checking' | 'choices'>): readonly Unknown[] =>
  (checking.checked?.answer.unknown ?? []).filter((name) => !choices.some((choice) => isSame(choice, name)));

export function UnknownNames({ importing }: { importing: Importing }) {
  const { t } = useTranslation();
  const can = useCan();
  const unknown = importing.checking.checked?.answer.unknown ?? [];
  if (unknown.length === 0) return null;
  const creatable = undecidedNames(importing).filter(({ resource }) => can(`${resource}/store`));
  return (
    <section
      aria-label={t('import:unknown.title')}
      className="rounded-lg border border-edge bg-surface-1 shadow-card"
      data-unknown
    >
      <div className="flex flex-wrap items-center gap-2 border-b border-edge px-4 py-2">
        <h2 className="flex-1 font-semibold">
          {t('import:unknown.title')} <span className="numeric text-ink-muted">{unknown.length}</span>
        </h2>
        {creatable.length > 1 && (
          <Button
            onClick={() =>
              importing.choose(creatable.map(({ resource, name }) => ({ resource, name, becomes: 'create' })))
            }
          >
            {t('import:unknown.create_all', { number: creatable.length })}
          </Button>
        )}
      </div>
      <ul className="max-h-56 divide-y divide-edge overflow-y-auto">
        {unknown.map((value) => (
          <UnknownName
            key={`${value.resource}:${value.name}`}
            unknown={value}
            choice={importing.choices.find((choice) => isSame(choice, value))}
            onChoose={(becomes) => importing.choose([{ resource: value.resource, name: value.name, becomes }])}
            onUndecide={() => importing.unchoose(value)}
          />
        ))}
      </ul>
    </section>
  );
}

interface UnknownNameProps {
  readonly unknown: Unknown;
  readonly choice: UnknownChoice | undefined;
  readonly onChoose: (becomes: UnknownChoice['becomes']) => void;
  readonly onUndecide: () => void;
}

function UnknownName({ unknown, choice, onChoose, onUndecide }: UnknownNameProps) {
  const { t } = useTranslation();
  const can = useCan();
  /** True while a record is being chosen. */
  const [taking, setTaking] = useState(false);
  const { resource, name, rows } = unknown;
  const becomes = choice?.becomes;
  const decision: Decision =
    typeof becomes === 'number' || (taking && becomes === undefined) ? 'take' : (becomes ?? '');
  const decide = (next: string) => {
    setTaking(next === 'take');
    if (next === 'create' || next === 'skip') onChoose(next);
    else onUndecide();
  };
  const offered = (['create', 'take', 'skip'] as const).filter((name) => name !== 'create' || can(`${resource}/store`));
  return (
    <li className="flex flex-wrap items-center gap-3 px-4 py-1.5" data-field={`unknown:${name}`}>
      <span className="min-w-40 flex-1">
        <bdi className="font-medium">{name}</bdi>{' '}
        <span className="text-ink-muted">
          {t('import:unknown.of', { resource: t(`shell:menu.${resource}`), rows })}
        </span>
      </span>
      <span className="w-48">
        <SelectField
          ariaLabel={t('import:unknown.choice', { name })}
          value={decision}
          empty={t('import:unknown.undecided')}
          options={offered.map((value) => ({ value, label: t(`import:unknown.becomes.${value}`) }))}
          onChange={decide}
        />
      </span>
      <span className="w-56">
        {decision === 'take' && (
          <LookupField
            resource={resource}
            creatable={false}
            ariaLabel={t('import:unknown.taken_for', { name })}
            value={typeof becomes === 'number' ? becomes : null}
            onChange={(id) => (id === null ? onUndecide() : onChoose(id))}
          />
        )}
      </span>
    </li>
  );
}
