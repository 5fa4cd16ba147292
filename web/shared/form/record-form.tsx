/** Pattern 2: creates a record's page from its schema and a short declaration. */

import { useNavigate } from '@tanstack/react-router';
import { type ComponentType, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../api/error.ts';
import { type RecordData, type StoredRecord, useRecord, useSchema } from '../api/record.ts';
import { displayedName, nameOfRow, resourceOf } from '../api/resources.ts';
import { SectionNotFoundPage } from '../controls/not-found.tsx';
import { FailedState, SkeletonLines } from '../controls/states.tsx';
import { allHaveCome } from '../document/model/on-the-way.ts';
import { History } from '../history/history.tsx';
import { historyPermission } from '../history/history-permission.ts';
import { usePathPart } from '../session/address-parts.ts';
import { useCan } from '../session/session.ts';
import { useShortcut } from '../shortcuts/shortcuts.ts';
import { carryOver, enteredSince, formName } from './carried-values.ts';
import { ConflictDialog } from './conflict/conflict-dialog.tsx';
import { ErrorSummary } from './error-summary.tsx';
import { type FieldSpec, fieldSpecs } from './field-spec.ts';
import { givenIn, puttingInto } from './fill-form.ts';
import type { FormDeclaration } from './form-declaration.ts';
import { Fields } from './form-fields.tsx';
import { FormHead } from './form-head.tsx';
import { type TabName, Tabs } from './form-tabs.tsx';
import { ProposedFields } from './proposed-fields.tsx';
import { SameName, SameTelephone } from './same-name.tsx';
import { settled } from './settled.ts';
import { UnsavedGuard } from './unsaved-guard.tsx';
import { useCarried } from './use-carried.ts';
import { type FormPage, useRecordForm } from './use-record-form.ts';
import { formValues, specsOfStored } from './values.ts';

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
  const needed = known?.map((spec) => (isNeeded(spec.name) ? { ...spec, required: true } : spec));
  const [copies, setCopies] = useState(0);
  // The record may be read again meanwhile; what was typed is a change of the one that was shown.
  const [edited, setEdited] = useState<{ readonly base: StoredRecord | undefined }>();
  const base = edited ? edited.base : record.data;
  const specs = needed && base && !isNew ? specsOfStored(needed, base) : needed;
  const [asked] = useState(() => declaration.fromAddress?.(new URLSearchParams(window.location.search)));
  const copied = { ...base, [resourceOf(declaration.resource).name]: '' };
  const failure = schema.error ?? record.error;
  const isLost = failure && !edited;
  if (isLost && failure instanceof ApiError && failure.status === 404) return <SectionNotFoundPage />;
  if (isLost) return <FailedState problem={failure} onRetry={() => void (schema.error ? schema : record).refetch()} />;
  if (!specs || (id !== undefined && !base)) return <SkeletonLines lines={8} />;
  return (
    <RecordEditor
      key={`${base?.revision ?? 'new'}-${copies}`}
      {...{ declaration, specs }}
      initial={{
        ...schema.data?.['x-defaults'],
        ...declaration.initial,
        ...(copies === 0 ? asked : {}),
        ...(declaration.copies ? copied : {}),
      }}
      {...(id !== undefined && base && !declaration.copies
        ? { editing: { id, data: base }, stored: record.data ?? base }
        : {})}
      onEdit={() => setEdited((before) => before ?? { base })}
      onAnother={() => {
        setEdited(undefined);
        setCopies((before) => before + 1);
      }}
    />
  );
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
  /** The record as it was read last; a person may be editing an older one. */
  readonly stored?: StoredRecord;
  readonly onEdit: () => void;
  readonly onAnother: () => void;
}

function RecordEditor({ declaration, specs, initial, editing, stored, onEdit, onAnother }: RecordEditorProps) {
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
  const onSaved = ({ id }: { id: number }, isShown: boolean) => {
    following.current = formName(resource, another.current ? null : id);
    if (editing) declaration.changed?.();
    if (!isShown) return;
    if (editing) {
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
    page: useFormPage({ declaration, specs, editing }),
  });
  const { isDirty, isSubmitting: busy } = form.formState;
  useLayoutEffect(() => {
    if (isDirty) onEdit();
  });
  const OwnTab = declaration.tab?.content;
  const tabs = tabsOf(declaration, stored, can(historyPermission(resource)));
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
      <FormHead
        {...{ declaration, readOnly, isDirty, busy }}
        record={stored}
        onSave={saveAnd}
        onBack={() => void navigate({ to: path })}
      />
      {editing && tabs.length > 1 && <Tabs {...{ tabs, tab }} own={declaration.tab?.title} onTab={setTab} />}
      <div className="relative min-h-0 flex-1 overflow-y-auto">
        {tab === 'own' && stored && OwnTab ? (
          <OwnTab record={stored} />
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
            {declaration.warnsOfSameName && !readOnly && (
              <SameName resource={resource} control={form.control} id={editing?.id} />
            )}
            {declaration.telephones && !readOnly && (
              <SameTelephone
                {...{ resource, control: form.control, id: editing?.id, fields: declaration.telephones }}
              />
            )}
            {stored && declaration.aside?.(stored)}
            {Beginning && <Beginning fill={fill} />}
            {!editing && declaration.proposals && <ProposedFields form={form} proposals={declaration.proposals} />}
            <Fields {...{ declaration, specs, form, readOnly }} record={editing?.data} />
            <button type="submit" hidden aria-hidden tabIndex={-1} />
          </form>
        )}
      </div>
      <UnsavedGuard dirty={isDirty} />
      {conflict && (
        <ConflictDialog
          {...{ specs }}
          merge={conflict.merge}
          onResolve={(mine) => void settle(conflict, mine)}
          onClose={dismiss}
        />
      )}
    </div>
  );
}

interface FormPageOf extends Pick<RecordEditorProps, 'declaration' | 'specs'> {
  readonly editing: RecordEditorProps['editing'] | undefined;
}

function useFormPage({ declaration, specs, editing }: FormPageOf): FormPage {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [address] = useState(() => window.location.pathname);
  const { resource, singleton } = declaration;
  const title = t(declaration.title);
  const name = editing ? displayedName(resource, nameOfRow(resource, editing.data)) : t('form:new', { title });
  return {
    address,
    wayBack: (values) => ({
      label: singleton ? title : name,
      run: () => {
        const typed = editing ? enteredSince(formValues(specs, editing.data), values) : values;
        carryOver(formName(resource, editing?.id ?? null), typed);
        void navigate({ to: address });
      },
    }),
  };
}
