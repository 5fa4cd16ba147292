/** Adding a category below another, and moving one with everything below it. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { amend, command } from '../shared/api/command.ts';
import { ApiError } from '../shared/api/error.ts';
import { forget } from '../shared/api/query.ts';
import { AnswerForm } from '../shared/controls/answer-dialog.tsx';
import { LookupField } from '../shared/form/fields/lookup-field.tsx';
import { TextField } from '../shared/form/fields/text-field.tsx';
import { fieldLabel } from '../shared/language/names.ts';
import { notifyProblem, notifySuccess } from '../shared/notify/notify.ts';
import type { Branch } from './category-branch.ts';

export type CategoryTask =
  | { readonly does: 'add'; readonly below: Branch | undefined }
  | { readonly does: 'move'; readonly branch: Branch };

interface TaskProps {
  readonly task: CategoryTask;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export function CategoryTaskDialog({ task, onClose, onDone }: TaskProps) {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const [parent, setParent] = useState<number | null>(task.does === 'add' ? (task.below?.category_id ?? null) : null);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const field = task.does === 'add' ? 'category_name' : 'parent_fk';
  const save = async () => {
    setBusy(true);
    try {
      const { message } =
        task.does === 'add'
          ? await command('categories', { body: { category_name: name, parent_fk: parent } })
          : await amend('categories/:id', {
              params: { id: task.branch.category_id },
              body: { parent_fk: parent, revision: task.branch.revision },
            });
      await forget('categories');
      notifySuccess(message ?? '');
      onDone();
      onClose();
    } catch (failure) {
      const message = failure instanceof ApiError ? failure.errors[field]?.[0] : undefined;
      if (message) setProblem(message);
      else notifyProblem(failure);
    } finally {
      setBusy(false);
    }
  };
  const title =
    task.does === 'add' ? t('catalogue:add_category') : t('catalogue:move', { name: task.branch.category_name });
  return (
    <AnswerForm title={title} busy={busy} onAnswer={() => void save()} onClose={onClose}>
      {task.does === 'add' && (
        <TextField
          label={fieldLabel('category_name')}
          required
          value={name}
          onChange={setName}
          problem={problem}
          autoFocus
        />
      )}
      <LookupField
        label={fieldLabel('parent_fk')}
        hint={t('catalogue:no_parent')}
        resource="categories"
        value={parent}
        onChange={setParent}
        valueName={task.does === 'add' ? task.below?.category_name : undefined}
        problem={task.does === 'move' ? problem : undefined}
        autoFocus={task.does === 'move'}
      />
    </AnswerForm>
  );
}
