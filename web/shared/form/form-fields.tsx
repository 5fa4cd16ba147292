/** The fields of a record's page, in the declared sections. */
import type { ComponentType } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { RecordData, StoredRecord } from '../api/record.ts';
import { useCan, useMe } from '../session/session.ts';
import { FieldControl } from './field-control.tsx';
import type { FieldSpec } from './field-spec.ts';
import type { FormDeclaration, FormSection } from './form-declaration.ts';
import type { useRecordForm } from './use-record-form.ts';
import type { FormValues } from './values.ts';

function Preview({ of: Shown, control }: { of: ComponentType<{ values: RecordData }>; control: Control<FormValues> }) {
  return <Shown values={useWatch({ control })} />;
}

interface SectionsProps {
  readonly declaration: FormDeclaration;
  readonly specs: readonly FieldSpec[];
  readonly form: ReturnType<typeof useRecordForm>['form'];
  readonly record: StoredRecord | undefined;
  readonly readOnly: boolean;
}

/** The sections, and beside them on a wide window the preview of what they change. */
export function Fields(props: SectionsProps) {
  const { declaration, form } = props;
  return (
    <div className="flex flex-col gap-4 min-[1400px]:flex-row min-[1400px]:items-start">
      <div className="flex min-w-0 flex-1 flex-col gap-4">
        <Sections {...props} />
      </div>
      {declaration.preview && <Preview of={declaration.preview} control={form.control} />}
    </div>
  );
}

/** Controls with the full width of the form. */
const WIDE: ReadonlySet<string> = new Set(['rows', 'long_text', 'permissions', 'pictures', 'choices']);

function Sections({ declaration, specs, form, record, readOnly }: SectionsProps) {
  const { t } = useTranslation();
  const can = useCan();
  const me = useMe();
  const named = new Set(declaration.sections.flatMap((section) => section.fields));
  const rest = specs.filter((spec) => !named.has(spec.name)).map((spec) => spec.name);
  const declared = declaration.sections.filter(({ shown }) => shown?.(record, me) ?? true);
  const sections: readonly FormSection[] = rest.length > 0 ? [...declared, { fields: rest }] : declared;
  const firstField = declaration.sections[0]?.fields[0];
  return sections.map((section) => (
    <section key={section.fields.join()} className="rounded-lg border border-edge bg-surface-1 p-4 shadow-card">
      {section.title && <h2 className="mb-3 text-base font-semibold">{t(section.title)}</h2>}
      {section.hint && <p className="-mt-2 mb-3 text-ink-muted">{t(section.hint)}</p>}
      <div className="grid grid-cols-1 gap-x-4 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">
        {section.fields.map((field) => {
          const spec = specs.find((spec) => spec.name === field);
          if (!spec) return null;
          const wide = WIDE.has(spec.control);
          const stored = record?.[field.replace(/_fk$/, '_name')];
          return (
            <div key={field} className={wide ? 'col-span-full min-w-0' : 'min-w-0'}>
              <FieldControl
                spec={spec}
                control={form.control}
                path={field}
                readOnly={readOnly || !can(declaration.fieldPermissions?.[field])}
                autoFocus={!record && field === firstField}
                valueName={spec.control === 'lookup' && typeof stored === 'string' ? stored : undefined}
              />
            </div>
          );
        })}
      </div>
    </section>
  ));
}
