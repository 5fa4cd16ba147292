/** The dialog for a conflict of two edits: their values and mine side by side, one choice for each field. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../controls/button.tsx';
import { Dialog } from '../../controls/dialog.tsx';
import { ConflictTable } from '../../form/conflict-table.tsx';
import { fieldLabel } from '../../language/names.ts';
import { useShownName } from '../fields/shown-name.tsx';
import type { EditorDeclaration, FieldDeclaration } from '../model/declaration.ts';
import type { Draft, Value } from '../model/draft.ts';
import type { Conflict } from '../model/merge.ts';
import { shownText } from '../model/reading.ts';

interface ConflictDialogProps {
  readonly declaration: EditorDeclaration;
  readonly draft: Draft;
  readonly conflicts: readonly Conflict[];
  /** The conflicts for which their value is taken. */
  readonly onDecide: (theirs: readonly Conflict[]) => void;
}

export function ConflictDialog({ declaration, draft, conflicts, onDecide }: ConflictDialogProps) {
  const { t } = useTranslation();
  const [theirs, setTheirs] = useState<readonly string[]>([]);
  const decide = () => onDecide(conflicts.filter(({ path }) => theirs.includes(path)));
  const footer = (
    <Button look="primary" onClick={decide}>
      {t('document:conflict.take')}
    </Button>
  );
  const heads = {
    field: t('document:conflict.field'),
    mine: t('document:conflict.mine'),
    theirs: t('document:conflict.theirs'),
  };
  const fields = conflicts.map((conflict) => {
    const { path, table, key, field, mine, theirs } = conflict;
    const declared = declaredField(declaration, conflict);
    const number = table ? draft[table].findIndex((line) => line.key === key) + 1 : 0;
    return {
      path,
      label: table ? t('document:cell', { column: fieldLabel(field), number }) : fieldLabel(field),
      mine: <ConflictValue field={declared} value={mine} />,
      theirs: <ConflictValue field={declared} value={theirs} />,
    };
  });
  return (
    <Dialog open title={t('document:conflict.title')} onClose={decide} footer={footer} width="wide">
      <p className="mb-3 text-ink-muted">{t('document:conflict.text')}</p>
      <ConflictTable {...{ heads, fields, theirs }} onChange={setTheirs} />
    </Dialog>
  );
}

function declaredField(declaration: EditorDeclaration, { table, field }: Conflict): FieldDeclaration {
  const fields = table === 'lines' ? declaration.columns : [...declaration.header, ...declaration.details];
  return fields.find((candidate) => candidate.field === field) ?? { field, kind: 'text' };
}

function ConflictValue({ field, value }: { field: FieldDeclaration; value: Value }) {
  const name = useShownName(field, value, {});
  const words = field.kind === 'lookup' || field.kind === 'choice' ? name : shownText(field.kind, value, {});
  return words === '' ? '—' : words;
}
