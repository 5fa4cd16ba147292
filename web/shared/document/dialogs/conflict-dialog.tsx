/** The dialog for a conflict of two edits: their values and mine side by side, one choice for each field. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AnswerDialog } from '../../controls/answer-dialog.tsx';
import { ConflictTable } from '../../form/conflict/conflict-table.tsx';
import { fieldLabel } from '../../language/names.ts';
import type { NumberFormat } from '../../typing/number-format.ts';
import { ShownBatches, useNamedBatches } from '../fields/in-units-of-line.tsx';
import { useShownName } from '../fields/shown-name.tsx';
import { useAmountFormat } from '../model/amount-format.ts';
import type { EditorDeclaration, FieldDeclaration } from '../model/declaration.ts';
import type { Draft, Fields, Value } from '../model/draft.ts';
import { unpackBatches } from '../model/goods/batches.ts';
import type { Conflict } from '../model/merge.ts';
import { isPicked, shownText } from '../model/reading.ts';

interface ConflictDialogProps {
  readonly declaration: EditorDeclaration;
  readonly draft: Draft;
  readonly conflicts: readonly Conflict[];
  /** The conflicts for which their value is taken. */
  readonly onDecide: (theirs: readonly Conflict[]) => void;
  /** Closed without a decision. */
  readonly onClose: () => void;
}

export function ConflictDialog({ declaration, draft, conflicts, onDecide, onClose }: ConflictDialogProps) {
  const { t } = useTranslation();
  const [theirs, setTheirs] = useState<readonly string[]>([]);
  const decide = () => onDecide(conflicts.filter(({ path }) => theirs.includes(path)));
  const look = useAmountFormat(draft.header);
  const heads = {
    field: t('document:conflict.field'),
    mine: t('document:conflict.mine'),
    theirs: t('document:conflict.theirs'),
  };
  const fields = conflicts.map((conflict) => {
    const { path, table, key, field, mine, theirs } = conflict;
    const declared = declaredField(declaration, conflict);
    const number = table ? draft[table].findIndex((line) => line.key === key) + 1 : 0;
    const line = table ? (draft[table][number - 1]?.fields ?? {}) : draft.header;
    return {
      path,
      label: table ? t('document:cell', { column: fieldLabel(field), number }) : fieldLabel(field),
      mine: <ConflictValue field={declared} value={mine} {...{ line, look }} />,
      theirs: <ConflictValue field={declared} value={theirs} {...{ line, look }} />,
    };
  });
  return (
    <AnswerDialog
      title={t('document:conflict.title')}
      action={t('document:conflict.take')}
      onAnswer={decide}
      onClose={onClose}
      width="wide"
    >
      <p className="text-ink-muted">{t('document:conflict.text')}</p>
      <ConflictTable {...{ heads, fields, theirs }} onChange={setTheirs} />
    </AnswerDialog>
  );
}

function declaredField(declaration: EditorDeclaration, { table, field }: Conflict): FieldDeclaration {
  const fields = table === 'lines' ? declaration.columns : [...declaration.header, ...declaration.details];
  return fields.find((candidate) => candidate.field === field) ?? { field, kind: 'text' };
}

interface ConflictValueProps {
  readonly field: FieldDeclaration;
  readonly value: Value;
  /** The fields around it. */
  readonly line: Fields;
  readonly look: NumberFormat;
}

function ConflictValue({ field, value, line, look }: ConflictValueProps) {
  const name = useShownName(field, value, line);
  const batches = useNamedBatches(field.kind === 'batches' ? unpackBatches(value) : [], line);
  if (batches.length > 0) return <ShownBatches batches={batches} />;
  const words = isPicked(field.kind) ? name : shownText(field.kind, value, look);
  return words === '' ? '—' : words;
}
