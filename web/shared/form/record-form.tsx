/** Pattern 2: creates a record's page from its schema and a short declaration. */

import { useNavigate } from '@tanstack/react-router';
import { ArrowLeft, Save } from 'lucide-react';
import { type ComponentType, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readDate } from '../../../domain/kernel/effective-date.ts';
import { ApiError } from '../api/error.ts';
import { type RecordData, type StoredRecord, useRecord, useSchema } from '../api/record.ts';
import { nameOfRow, resourceOf } from '../api/resources.ts';
import { Day } from '../controls/amount.tsx';
import { Button, IconButton } from '../controls/button.tsx';
import { Keys } from '../controls/keys.tsx';
import { SectionNotFoundPage } from '../controls/not-found.tsx';
import { FailedState, SkeletonLines } from '../controls/states.tsx';
import { allHaveCome } from '../document/model/on-the-way.ts';
import { History } from '../history/history.tsx';
import { usePathPart } from '../session/address-parts.ts';
import { useCan } from '../session/session.ts';
import { keyCaps, SHORTCUTS } from '../shortcuts/definitions.ts';
import { useShortcut } from '../shortcuts/shortcuts.ts';
import { formName } from './carried-values.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import { ErrorSummary } from './error-summary.tsx';
import { type FieldSpec, fieldSpecs } from './field-spec.ts';
import type { FormDeclaration } from './form-declaration.ts';
import { Fields } from './form-fields.tsx';
import { type TabName, Tabs } from './form-tabs.tsx';
import { ProposedFields } from './proposed-fields.tsx';
import { UnsavedGuard } from './unsaved-guard.tsx';
import { useCarried } from './use-carried.ts';
import { useRecordForm } from './use-record-form.ts';
import { type FormValues, formValues } from './values.ts';

/** The page of a new (`…/new`) or an existing (`…/$id`) record. */
export function recordForm(declaration: FormDeclaration): ComponentType {
  // Called once per declaration, outside of components: the component that it makes is always the same one.
  // biome-ignore lint/correctness/noComponentHookFactories: see above
  return function DeclaredForm() {
    const params = { id: usePathPart('id') };
    const id = declaration.singleton ? '1' : params.id;
    const number = id === undefined ? undefined : Number(id);
    if (number !== undefined && !(Number.isSafeInteger(number) && number > 0)) return <SectionNotFoundPage />;
    return <RecordPage key={id ?? 'new'} declaration={declaration} id={number} />;
  };
}

function RecordPage({ declaration, id }: { declaration: FormDeclaration; id: number | undefined }) {
  const schema = useSchema(declaration.resource);
  const record = useRecord(declaration.resource, id);
  const can = useCan();
  const isNew = id === undefined || declaration.copies === true;
  const { choices, requiredForNew = [], fieldPermissions = {} } = declaration;
  const known = useMemo(() => schema.data && fieldSpecs(schema.data, choices), [schema.data, choices]);
  const isNeeded = (name: string) => isNew && requiredForNew.includes(name) && can(fieldPermissions[name]);
  const specs = known?.map((spec) => (isNeeded(spec.name) ? { ...spec, required: true } : spec));
  const [copies, setCopies] = useState(0);
  const [asked] = useState(() => declaration.fromAddress?.(new URLSearchParams(window.location.search)));
  const copied = { ...record.data, [resourceOf(declaration.resource).name]: '' };
  const failure = schema.error ?? record.error;
  if (failure instanceof ApiError && failure.status === 404) return <SectionNotFoundPage />;
  if (failure) return <FailedState problem={failure} onRetry={() => void (schema.error ? schema : record).refetch()} />;
  if (!specs || (id !== undefined && !record.data)) return <SkeletonLines lines={8} />;
  return (
    <RecordEditor
      key={`${record.data?.revision ?? 'new'}-${copies}`}
      {...{ declaration, specs }}
      initial={{
        ...schema.data?.['x-defaults'],
        ...declaration.initial,
        ...(copies === 0 ? asked : {}),
        ...(declaration.copies ? copied : {}),
      }}
      {...(id !== undefined && record.data && !declaration.copies ? { editing: { id, data: record.data } } : {})}
      onAnother={() => setCopies(copies + 1)}
    />
  );
}

/** A singleton record has the title of its page, because it has no name. */
function Heading({ declaration, record }: { declaration: FormDeclaration; record: StoredRecord | undefined }) {
  const { t } = useTranslation();
  const title = t(declaration.title);
  if (!record) return t('form:new', { title });
  const name = nameOfRow(declaration.resource, record);
  if (declaration.singleton) return title;
  // A rate is named by its day.
  return readDate(name) ? <Day value={name} /> : <bdi>{name}</bdi>;
}

function tabsOf({ tab }: FormDeclaration, stored: StoredRecord | undefined, hasHistory: boolean): readonly TabName[] {
  return [
    'details',
    ...(stored && tab?.shown(stored) ? (['own'] as const) : []),
    ...(hasHistory ? (['history'] as const) : []),
  ];
}

interface RecordEditorProps {
  readonly declaration: FormDeclaration;
  readonly specs: readonly FieldSpec[];
  readonly initial: RecordData;
  readonly editing?: { readonly id: number; readonly data: StoredRecord };
  readonly onAnother: () => void;
}

function RecordEditor({ declaration, specs, initial, editing, onAnother }: RecordEditorProps) {
  const { t } = useTranslation();
  const { resource } = declaration;
  const { path = '/' } = resourceOf(resource);
  const navigate = useNavigate();
  const can = useCan();
  const readOnly = !can(`${resource}/${editing ? 'update' : 'store'}`);
  /** Set by the pressed button and read after the answer; a ref, because it does not affect rendering. */
  const another = useRef(false);
  const [tab, setTab] = useState<TabName>('details');
  /** The name of the form that is shown after saving. */
  const following = useRef<string>(undefined);
  const onSaved = ({ id }: { id: number }) => {
    following.current = formName(resource, another.current ? null : id);
    if (editing) {
      declaration.changed?.();
      // Data stored outside of the record has no revision, so the form reloads the stored values.
      onAnother();
      return;
    }
    if (another.current) onAnother();
    else void navigate({ to: `${path}/${id}`, replace: true, ignoreBlocker: true });
  };
  const { form, problems, attempt, save, entered, conflict, settle, dismiss } = useRecordForm({
    resource,
    specs,
    editing,
    initial,
    check: editing ? undefined : declaration.checkNew,
    onSaved,
  });
  const busy = form.formState.isSubmitting;
  const OwnTab = declaration.tab?.content;
  const tabs = tabsOf(declaration, editing?.data, can(`${resource}/history`));
  const Beginning = editing || readOnly ? undefined : declaration.beginning;
  const put = puttingInto(form);
  const fill = (data: RecordData) => put(givenIn(specs, data));
  const saveAnd = (opensAnother: boolean) => {
    another.current = opensAnother;
    // Pictures that are being sent belong to the record.
    void allHaveCome().then(() => save());
  };
  useCarried(formName(resource, editing?.id ?? null), put, () => ({ form: following.current, values: entered() }));
  useShortcut('form_save', () => settled(() => saveAnd(false)), !readOnly);
  useShortcut('form_save_new', () => settled(() => saveAnd(true)), !readOnly && !editing);

  return (
    <div className="flex h-full flex-col">
      <header className="flex flex-wrap items-center gap-2 border-b border-edge bg-surface-1 px-4 py-2.5">
        {!declaration.singleton && (
          <IconButton icon={ArrowLeft} mirror label={t('form:back')} onClick={() => void navigate({ to: path })} />
        )}
        <h1 className="min-w-0 flex-1 truncate text-xl font-semibold max-md:min-w-3/5">
          <Heading declaration={declaration} record={editing?.data} />
          {editing && !declaration.singleton && (
            <span className="ms-2 text-sm font-normal text-ink-muted">{t(declaration.title)}</span>
          )}
        </h1>
        {form.formState.isDirty && <span className="text-xs text-ink-muted">{t('form:unsaved')}</span>}
        {!readOnly && !editing && (
          <Button busy={busy} title={keyCaps(SHORTCUTS.form_save_new.keys[0]).join('+')} onClick={() => saveAnd(true)}>
            {t('form:save_new')}
          </Button>
        )}
        {!readOnly && (
          <Button look="primary" icon={Save} busy={busy} onClick={() => saveAnd(false)}>
            {t('actions.save')}
          </Button>
        )}
        {!readOnly && (
          <span className="max-md:hidden">
            <Keys name="form_save" />
          </span>
        )}
      </header>
      {editing && tabs.length > 1 && <Tabs {...{ tabs, tab }} own={declaration.tab?.title} onTab={setTab} />}
      <div className="min-h-0 flex-1 overflow-y-auto">
        {tab === 'own' && editing && OwnTab ? (
          <OwnTab record={editing.data} />
        ) : tab === 'history' && editing ? (
          <div className="mx-auto max-w-3xl">
            <History endpoint={resource} id={editing.id} />
          </div>
        ) : (
          <form
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              saveAnd(false);
            }}
            className={`mx-auto flex max-w-5xl flex-col gap-4 p-4 ${declaration.preview ? 'min-[1400px]:max-w-7xl' : ''}`}
          >
            <ErrorSummary problems={problems} attempt={attempt} />
            {editing && declaration.aside?.(editing.data)}
            {Beginning && <Beginning fill={fill} />}
            {!editing && declaration.proposals && <ProposedFields form={form} proposals={declaration.proposals} />}
            <Fields {...{ declaration, specs, form, readOnly }} record={editing?.data} />
            <button type="submit" hidden aria-hidden tabIndex={-1} />
          </form>
        )}
      </div>
      <UnsavedGuard dirty={form.formState.isDirty && !busy} />
      {conflict && (
        <ConflictDialog merge={conflict.merge} onResolve={(mine) => void settle(conflict, mine)} onClose={dismiss} />
      )}
    </div>
  );
}

type Form = ReturnType<typeof useRecordForm>['form'];

const puttingInto =
  (form: Form) =>
  (values: FormValues): void => {
    for (const [field, value] of Object.entries(values)) form.setValue(field, value, { shouldDirty: true });
  };

/** The values of the fields that `data` has. */
const givenIn = (specs: readonly FieldSpec[], data: RecordData): FormValues =>
  formValues(
    specs.filter(({ name }) => data[name] !== undefined),
    data,
  );

/** Some fields store their text when they lose the focus; saving by key does not move the focus. */
function settled(run: () => unknown): void {
  const focused = document.activeElement;
  if (focused instanceof HTMLElement) {
    focused.blur();
    focused.focus();
  }
  run();
}
