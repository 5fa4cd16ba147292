/** A new recalculation: first day, goods, and the kind: rules in force, another rule, or a corrected rate. */
import { useNavigate } from '@tanstack/react-router';
import { Calculator, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { command } from '../shared/api/command.ts';
import { enter } from '../shared/api/enter.ts';
import { ApiError } from '../shared/api/error.ts';
import { useRecordName } from '../shared/api/lookup.ts';
import { forget } from '../shared/api/query.ts';
import { Button, IconButton } from '../shared/controls/button.tsx';
import { DateField } from '../shared/form/fields/date-field.tsx';
import { LookupField } from '../shared/form/fields/lookup-field.tsx';
import { SelectField } from '../shared/form/fields/select-field.tsx';
import { TextField } from '../shared/form/fields/text-field.tsx';
import { namedField } from '../shared/form/named-field.ts';
import { fieldLabel, optionLabel } from '../shared/language/names.ts';
import { notifyProblem } from '../shared/notify/notify.ts';
import { keyCaps, SHORTCUTS } from '../shared/shortcuts/definitions.ts';
import { useShortcut } from '../shared/shortcuts/shortcuts.ts';
import { localToday } from '../shared/typing/date-words.ts';

export function RecalculationForm() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [date, setDate] = useState(`${localToday().slice(0, 4)}-01-01`);
  const [items, setItems] = useState<readonly number[]>([]);
  const [inventories, setInventories] = useState<readonly number[]>([]);
  const [wrong, setWrong] = useState<number | null>(null);
  const [right, setRight] = useState<number | null>(null);
  const [scope, setScope] = useState('');
  const [method, setMethod] = useState('');
  const [note, setNote] = useState('');
  const [problems, setProblems] = useState<Readonly<Record<string, readonly string[]>>>({});
  const [busy, setBusy] = useState(false);
  const show = async () => {
    setBusy(true);
    setProblems({});
    try {
      const rule = { average_scope: oneOf(SCOPES, scope), cost_method: oneOf(METHODS, method) };
      const body = { date, item_fk: items, inventory_fk: inventories, rate_fk: wrong, to_rate_fk: right, ...rule };
      const requested = await enter('recalculations', { ...body, note: note.trim() || null });
      const { data: job } = await command('jobs/recalculate', { body: { recalculation_fk: requested.data.id } });
      await forget('recalculations');
      await navigate({ to: `/accounting/recalculations/${requested.data.id}`, search: { job: job.job_id } });
    } catch (problem) {
      if (problem instanceof ApiError) setProblems(problem.errors);
      notifyProblem(problem);
    } finally {
      setBusy(false);
    }
  };
  const title = keyCaps(SHORTCUTS.form_save_new.keys[0]).join('+');
  useShortcut('form_save_new', () => void show(), !busy);
  const field = (name: string) => namedField(name, problems[name]?.[0]);
  return (
    <div className="flex flex-col gap-4 p-4">
      <div className="flex flex-wrap items-center gap-2">
        <h1 className="flex-1 text-xl font-semibold">{t('ledger:new_recalculation')}</h1>
        <Button {...{ look: 'primary', icon: Calculator, busy, title }} onClick={() => void show()}>
          {t('closing:show_differences')}
        </Button>
      </div>
      <section className="grid gap-4 rounded-lg border border-edge bg-surface-1 p-4 shadow-card md:grid-cols-3">
        <DateField
          {...field('date')}
          label={t('closing:from_day')}
          value={date}
          onChange={setDate}
          required
          autoFocus
        />
        <Chosen label={t('closing:items')} resource="items" ids={items} onChange={setItems} />
        <Chosen label={t('closing:inventories')} resource="inventories" ids={inventories} onChange={setInventories} />
        <LookupField
          {...{ ...field('rate_fk'), label: t('closing:wrong_rate'), hint: t('closing:wrong_rate_hint') }}
          {...{ resource: 'currency_rates', creatable: false }}
          value={wrong}
          onChange={setWrong}
        />
        <LookupField
          {...{ ...field('to_rate_fk'), label: t('closing:right_rate') }}
          resource="currency_rates"
          value={right}
          onChange={setRight}
        />
        <RuleField name="average_scope" options={SCOPES} value={scope} onChange={setScope} />
        <RuleField name="cost_method" options={METHODS} value={method} onChange={setMethod} />
        <TextField label={t('closing:note')} value={note} onChange={setNote} maxLength={140} name="note" />
      </section>
    </div>
  );
}

/** Null for the choice that changes nothing. */
const oneOf = <Known extends string>(all: readonly Known[], chosen: string): Known | null =>
  all.find((known) => known === chosen) ?? null;

const SCOPES = ['inventory', 'company'] as const;
const METHODS = ['moving_average', 'fifo'] as const;

interface RuleFieldProps {
  readonly name: string;
  readonly options: readonly string[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A costing rule from the day on; empty leaves it unchanged. */
function RuleField({ name, options, value, onChange }: RuleFieldProps) {
  const { t } = useTranslation();
  return (
    <SelectField
      label={fieldLabel(name)}
      hint={t('closing:rule_hint')}
      value={value}
      onChange={onChange}
      options={options.map((option) => ({ value: option, label: optionLabel(name, option) }))}
      empty={t('closing:as_it_is')}
      name={name}
    />
  );
}

interface ChosenProps {
  readonly label: string;
  readonly resource: string;
  readonly ids: readonly number[];
  readonly onChange: (ids: readonly number[]) => void;
}

/** A choice of several records; none means all. */
function Chosen({ label, resource, ids, onChange }: ChosenProps) {
  const { t } = useTranslation();
  return (
    <div className="flex flex-col gap-1.5">
      <LookupField
        key={ids.length}
        label={label}
        hint={ids.length === 0 ? t('closing:all_of_them') : undefined}
        resource={resource}
        value={null}
        onChange={(id) => id !== null && !ids.includes(id) && onChange([...ids, id])}
        creatable={false}
        name={resource}
      />
      {ids.map((id) => (
        <ChosenOne
          key={id}
          resource={resource}
          id={id}
          onRemove={() => onChange(ids.filter((candidate) => candidate !== id))}
        />
      ))}
    </div>
  );
}

function ChosenOne({ resource, id, onRemove }: { resource: string; id: number; onRemove: () => void }) {
  const { t } = useTranslation();
  const name = useRecordName(resource, id, undefined);
  return (
    <span className="flex items-center justify-between rounded-md bg-surface-2 ps-2">
      <bdi>{name ?? id}</bdi>
      <IconButton icon={X} label={t('closing:remove', { name: name ?? String(id) })} onClick={onRemove} />
    </span>
  );
}
