/** Somebody else changed the same fields: both values side by side, one choice per field, nothing typed is lost. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../controls/button.tsx';
import { Dialog } from '../controls/dialog.tsx';
import { say } from '../language/language.ts';
import { fieldLabel } from '../language/names.ts';
import type { Merge, Overlap } from './merge.ts';

export interface ConflictDialogProps {
  readonly merge: Merge;
  /** The overlapping fields that are to be mine. */
  readonly onResolve: (mine: readonly string[]) => void;
  readonly onClose: () => void;
}

export function ConflictDialog({ merge, onResolve, onClose }: ConflictDialogProps) {
  const { t } = useTranslation();
  const [theirs, setTheirs] = useState<readonly string[]>([]);
  const others = Object.keys(merge.theirs);
  const choose = (field: string, whose: 'mine' | 'theirs') =>
    setTheirs(whose === 'theirs' ? [...theirs, field] : theirs.filter((other) => other !== field));
  const resolve = () => onResolve(merge.overlaps.map(({ field }) => field).filter((field) => !theirs.includes(field)));
  const footer = (
    <>
      <Button onClick={onClose}>{t('actions.cancel')}</Button>
      <Button look="primary" onClick={resolve}>
        {t('form:conflict.save')}
      </Button>
    </>
  );
  return (
    <Dialog open title={t('form:conflict.title')} onClose={onClose} footer={footer} width="wide">
      <p className="mb-3 text-ink-muted">{t('form:conflict.text')}</p>
      <table className="w-full">
        <thead>
          <tr className="text-xs text-ink-muted">
            <th scope="col" className="py-1 font-medium">
              {t('form:conflict.field')}
            </th>
            <th scope="col" className="py-1 font-medium">
              {t('form:conflict.mine')}
            </th>
            <th scope="col" className="py-1 font-medium">
              {t('form:conflict.theirs')}
            </th>
          </tr>
        </thead>
        <tbody>
          {merge.overlaps.map((overlap) => (
            <OverlapRow
              key={overlap.field}
              overlap={overlap}
              theirs={theirs.includes(overlap.field)}
              onChoose={choose}
            />
          ))}
        </tbody>
      </table>
      {others.length > 0 && (
        <p className="mt-3 text-ink-muted">
          {t('form:conflict.others', { fields: others.map(fieldLabel).join(' · ') })}
        </p>
      )}
    </Dialog>
  );
}

interface OverlapRowProps {
  readonly overlap: Overlap;
  readonly theirs: boolean;
  readonly onChoose: (field: string, whose: 'mine' | 'theirs') => void;
}

function OverlapRow({ overlap, theirs, onChoose }: OverlapRowProps) {
  const { field } = overlap;
  return (
    <tr className="border-t border-edge align-top">
      <th scope="row" className="py-2 pe-3 text-ink-muted">
        {fieldLabel(field)}
      </th>
      {(['mine', 'theirs'] as const).map((whose) => (
        <td key={whose} className="py-2 pe-3">
          <label className="flex gap-2">
            <input
              type="radio"
              name={`conflict-${field}`}
              checked={(whose === 'theirs') === theirs}
              onChange={() => onChoose(field, whose)}
              className="mt-0.5 size-4 accent-accent"
            />
            <bdi className="break-words">{shownValue(overlap[whose])}</bdi>
          </label>
        </td>
      ))}
    </tr>
  );
}

function shownValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return say('history:empty');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
