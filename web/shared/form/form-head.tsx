/** The top of a record's page: its name, and the buttons that save. */
import { ArrowLeft, Save } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { readDate } from '../../../domain/values/effective-date.ts';
import type { StoredRecord } from '../api/record.ts';
import { nameOfRow } from '../api/resources.ts';
import { Day } from '../controls/amount.tsx';
import { Button, IconButton } from '../controls/button.tsx';
import { Keys } from '../controls/keys.tsx';
import { keyCaps, SHORTCUTS } from '../shortcuts/definitions.ts';
import type { FormDeclaration } from './form-declaration.ts';

interface FormHeadProps {
  readonly declaration: FormDeclaration;
  /** Undefined for a new one. */
  readonly record: StoredRecord | undefined;
  readonly readOnly: boolean;
  readonly isDirty: boolean;
  readonly busy: boolean;
  readonly onSave: (opensAnother: boolean) => void;
  readonly onBack: () => void;
}

export function FormHead({ declaration, record, readOnly, isDirty, busy, onSave, onBack }: FormHeadProps) {
  const { t } = useTranslation();
  return (
    <header className="flex flex-wrap items-center gap-2 border-b border-edge bg-surface-1 px-4 py-2.5">
      {!declaration.singleton && <IconButton icon={ArrowLeft} mirror label={t('form:back')} onClick={onBack} />}
      <h1 className="flex min-w-0 flex-1 items-baseline text-xl font-semibold max-md:min-w-3/5">
        <Heading declaration={declaration} record={record} />
        {record && !declaration.singleton && (
          <span className="ms-2 shrink-0 text-sm font-normal text-ink-muted max-md:hidden">{t(declaration.title)}</span>
        )}
      </h1>
      {isDirty && <span className="text-xs text-ink-muted">{t('form:unsaved')}</span>}
      {!readOnly && !record && (
        <Button busy={busy} title={keyCaps(SHORTCUTS.form_save_new.keys[0]).join('+')} onClick={() => onSave(true)}>
          {t('form:save_new')}
        </Button>
      )}
      {!readOnly && (
        <Button look="primary" icon={Save} busy={busy} onClick={() => onSave(false)}>
          {t('actions.save')}
        </Button>
      )}
      {!readOnly && (
        <span className="max-md:hidden">
          <Keys name="form_save" />
        </span>
      )}
    </header>
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
  if (readDate(name)) return <Day value={name} />;
  // A name of the other direction that is too long loses its end, not its beginning.
  return (
    <bdi className="min-w-0 truncate max-md:line-clamp-2 max-md:whitespace-normal" title={name}>
      {name}
    </bdi>
  );
}
