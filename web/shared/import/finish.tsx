/** The choice to skip rows with errors, the remaining obstacles, and the primary button. */
import { FileUp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../controls/button.tsx';
import { CheckField } from '../form/fields/select-field.tsx';
import { undecidedNames } from './unknown-names.tsx';
import type { Importing } from './use-import.ts';

export interface FinishProps {
  readonly importing: Importing;
  /** Key of the label, which contains the number of rows. */
  readonly label: string;
  readonly busy: boolean;
  readonly onFinish: () => void;
}

export function Finish({ importing, label, busy, onFinish }: FinishProps) {
  const { t } = useTranslation();
  const { checking, problems, sheet, goodRowsOnly, setGoodRowsOnly } = importing;
  const { checked, current } = checking;
  const undecided = undecidedNames(importing).length;
  const ready = checked?.answer.ready ?? sheet.rows.length;
  const ofAll = checked?.answer.problems.some(({ row }) => row === 0) ?? false;
  const inTheWay = () => {
    if (!importing.isMapped) return t('import:wait.headings');
    if (!checked || !current)
      return checking.problem === undefined ? t('import:wait.checking') : t('import:check_failed');
    if (ofAll) return t('import:wait.all');
    if (undecided > 0) return t('import:wait.undecided', { number: undecided });
    if (problems.size > 0 && !goodRowsOnly) return t('import:wait.wrong', { number: problems.size });
    return ready === 0 ? t('import:wait.nothing') : '';
  };
  const wait = inTheWay();
  return (
    <>
      {problems.size > 0 && (
        <CheckField
          name="good_rows_only"
          label={t('import:good_rows_only', { number: problems.size })}
          value={goodRowsOnly}
          onChange={setGoodRowsOnly}
        />
      )}
      <span id="import-wait" className="text-ink-muted">
        {wait}
      </span>
      <Button
        look="primary"
        icon={FileUp}
        busy={busy}
        disabled={wait !== ''}
        aria-describedby="import-wait"
        data-finish
        onClick={onFinish}
      >
        {t(label, { count: ready })}
      </Button>
    </>
  );
}
