/** Creates a record from within a field: its required fields, with the typed text as its name. */
import { type ComponentType, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type RecordData, useSchema } from '../api/record.ts';
import { type CreateInPlaceProps, resourceOf } from '../api/resources.ts';
import { AnswerForm } from '../controls/answer-dialog.tsx';
import { Dialog } from '../controls/dialog.tsx';
import { SkeletonLines } from '../controls/states.tsx';
import { allHaveCome } from '../document/model/on-the-way.ts';
import { ErrorSummary } from './error-summary.tsx';
import { FieldControl } from './field-control.tsx';
import { type FieldSpec, fieldSpecs } from './field-spec.ts';
import { givenIn, puttingInto } from './fill-form.ts';
import { useRecordForm } from './use-record-form.ts';

/** Templates of a record that is more than its name. */
export type Beginning = ComponentType<{ readonly fill: (data: RecordData) => void }>;

type Props = CreateInPlaceProps & { readonly beginning?: Beginning | undefined };

export default function CreateInPlace(props: Props) {
  const { data } = useSchema(props.resource);
  const specs = useMemo(() => data && fieldSpecs(data), [data]);
  const { t } = useTranslation();
  if (specs) return <Editor {...props} specs={specs} defaults={data?.['x-defaults'] ?? {}} />;
  return (
    <Dialog open title={t('form:create', { text: props.text })} onClose={props.onClose}>
      <SkeletonLines lines={3} />
    </Dialog>
  );
}

type EditorProps = Props & { readonly specs: readonly FieldSpec[]; readonly defaults: RecordData };

function Editor({ resource, text, specs, defaults, beginning: Beginning, onCreated, onClose }: EditorProps) {
  const { t } = useTranslation();
  const fields = resourceOf(resource);
  const { form, problems, attempt, save } = useRecordForm({
    resource,
    specs,
    initial: { ...defaults, [fields.name]: text },
    onSaved: ({ id }, isShown) => {
      if (!isShown) return;
      onCreated({ [fields.id]: id, [fields.name]: String(form.getValues(fields.name) ?? text) });
      onClose();
    },
  });
  const shown = specs.filter((spec) => spec.required || spec.name === fields.hint);
  return (
    <AnswerForm
      title={t('form:create', { text })}
      busy={form.formState.isSubmitting}
      onAnswer={() => void allHaveCome().then(() => save())}
      onClose={onClose}
      width={Beginning || shown.some((s) => s.control === 'rows') ? 'wide' : 'narrow'}
    >
      <ErrorSummary problems={problems} attempt={attempt} />
      {Beginning && (
        // A dialog that is hidden while a part of it is loaded would close itself.
        <Suspense>
          <Beginning fill={(data) => puttingInto(form)(givenIn(specs, data))} />
        </Suspense>
      )}
      {shown.map((spec, index) => (
        <FieldControl key={spec.name} spec={spec} control={form.control} path={spec.name} autoFocus={index === 0} />
      ))}
    </AnswerForm>
  );
}
