/** Somebody saved the same fields in the meantime: theirs and mine side by side, one choice each, nothing is lost. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../controls/button.tsx';
import { Dialog } from '../../controls/dialog.tsx';
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
  /** Those in which theirs is taken. */
  readonly onDecide: (theirs: readonly Conflict[]) => void;
}

export function ConflictDialog({ declaration, draft, conflicts, onDecide }: ConflictDialogProps) {
  const { t } = useTranslation();
  const [theirs, setTheirs] = useState<readonly Conflict[]>([]);
  const decide = () => onDecide(theirs);
  const footer = (
    <Button look="primary" onClick={decide}>
      {t('document:conflict.take')}
    </Button>
  );
  return (
    <Dialog open title={t('document:conflict.title')} onClose={decide} footer={footer} width="wide">
      <p className="mb-3 text-ink-muted">{t('document:conflict.text')}</p>
      <table className="w-full">
        <thead>
          <tr className="text-xs text-ink-muted">
            <th scope="col" className="py-1 font-medium">
              {t('document:conflict.field')}
            </th>
            <th scope="col" className="py-1 font-medium">
              {t('document:conflict.mine')}
            </th>
            <th scope="col" className="py-1 font-medium">
              {t('document:conflict.theirs')}
            </th>
          </tr>
        </thead>
        <tbody>
          {conflicts.map((conflict) => (
            <ConflictRow
              key={conflict.path}
              {...{ declaration, draft, conflict }}
              theirs={theirs.includes(conflict)}
              onChoose={(yields) =>
                setTheirs(yields ? [...theirs, conflict] : theirs.filter((other) => other !== conflict))
              }
            />
          ))}
        </tbody>
      </table>
    </Dialog>
  );
}

interface ConflictRowProps {
  readonly declaration: EditorDeclaration;
  readonly draft: Draft;
  readonly conflict: Conflict;
  readonly theirs: boolean;
  readonly onChoose: (theirs: boolean) => void;
}

function ConflictRow({ declaration, draft, conflict, theirs, onChoose }: ConflictRowProps) {
  const { t } = useTranslation();
  const { table, key, field } = conflict;
  const fields = table === 'lines' ? declaration.columns : [...declaration.header, ...declaration.details];
  const declared = fields.find((candidate) => candidate.field === field) ?? { field, kind: 'text' };
  const number = table ? draft[table].findIndex((line) => line.key === key) + 1 : 0;
  const place = table ? t('document:cell', { column: fieldLabel(field), number: String(number) }) : fieldLabel(field);
  return (
    <tr className="border-t border-edge align-top">
      <th scope="row" className="py-2 pe-3 text-ink-muted">
        {place}
      </th>
      {(['mine', 'theirs'] as const).map((whose) => (
        <td key={whose} className="py-2 pe-3">
          <label className="flex gap-2">
            <input
              type="radio"
              name={`conflict-${conflict.path}`}
              checked={(whose === 'theirs') === theirs}
              onChange={() => onChoose(whose === 'theirs')}
              className="mt-0.5 size-4 accent-accent"
            />
            <ConflictValue field={declared} value={conflict[whose]} />
          </label>
        </td>
      ))}
    </tr>
  );
}

function ConflictValue({ field, value }: { field: FieldDeclaration; value: Value }) {
  const name = useShownName(field, value, {});
  const words = field.kind === 'lookup' || field.kind === 'choice' ? name : shownText(field.kind, value, {});
  return <bdi className="break-words">{words === '' ? '—' : words}</bdi>;
}
