/** The dialog for a conflict of two edits: both values side by side, one choice for each field. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AnswerDialog } from '../../controls/answer-dialog.tsx';
import { fieldLabel } from '../../language/names.ts';
import type { FieldSpec } from '../field-spec.ts';
import { FieldWords } from '../field-words.tsx';
import { ConflictTable } from './conflict-table.tsx';
import type { Merge } from './merge.ts';

export interface ConflictDialogProps {
  readonly specs: readonly FieldSpec[];
  readonly merge: Merge;
  /** The conflicting fields that keep my values. */
  readonly onResolve: (mine: readonly string[]) => void;
  readonly onClose: () => void;
}

export function ConflictDialog({ specs, merge, onResolve, onClose }: ConflictDialogProps) {
  const { t } = useTranslation();
  const [theirs, setTheirs] = useState<readonly string[]>([]);
  const others = Object.keys(merge.theirs);
  const resolve = () => onResolve(merge.overlaps.map(({ field }) => field).filter((field) => !theirs.includes(field)));
  const heads = { field: t('form:conflict.field'), mine: t('form:conflict.mine'), theirs: t('form:conflict.theirs') };
  const fields = merge.overlaps.map(({ field, before, mine, theirs }) => {
    const spec = specs.find(({ name }) => name === field);
    const words = (value: unknown) => spec && <FieldWords {...{ spec, value, before }} />;
    return { path: field, label: fieldLabel(field), mine: words(mine), theirs: words(theirs) };
  });
  return (
    <AnswerDialog
      title={t('form:conflict.title')}
      action={t('form:conflict.save')}
      onAnswer={resolve}
      onClose={onClose}
      width="wide"
    >
      <p className="text-ink-muted">{t('form:conflict.text')}</p>
      <ConflictTable {...{ heads, fields, theirs }} onChange={setTheirs} />
      {others.length > 0 && (
        <p className="text-ink-muted">{t('form:conflict.others', { fields: others.map(fieldLabel).join(' · ') })}</p>
      )}
    </AnswerDialog>
  );
}
