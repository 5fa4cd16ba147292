/** The rows of the file: the number of valid ones, and the grid of those with errors. */
import { FileWarning, RotateCcw, TriangleAlert } from 'lucide-react';
import { type Ref, useImperativeHandle, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sentenceOf } from '../api/sentence.ts';
import { Button } from '../controls/button.tsx';
import { Keys } from '../controls/keys.tsx';
import { CheckField } from '../form/fields/select-field.tsx';
import { notifyProblem } from '../notify/notify.ts';
import { useShortcut } from '../shortcuts/shortcuts.ts';
import { CellsGrid, type CellsGridHandle } from './cells-grid.tsx';
import { problemsSheet } from './template.ts';
import type { Importing } from './use-import.ts';

export interface FixRowsProps {
  readonly importing: Importing;
  readonly title: string;
  readonly onLeave: () => void;
  readonly handle?: Ref<CellsGridHandle>;
}

export function FixRows({ importing, title, onLeave, handle }: FixRowsProps) {
  const { t } = useTranslation();
  const { sheet, problems, once, edit, updates } = importing;
  const [all, setAll] = useState(false);
  const grid = useRef<CellsGridHandle>(null);
  useImperativeHandle(handle, () => ({ toNextProblem: () => grid.current?.toNextProblem() }));
  useShortcut('import_next_problem', () => grid.current?.toNextProblem(), problems.size > 0);
  const columns = useShownColumns(importing);
  const isShown = (row: number) => problems.has(row) || once.rows.has(row) || updates.get(row)?.is === 'changed';
  const rows = all ? sheet.rows : sheet.rows.filter(({ row }) => isShown(row));
  const mended = [...once.rows].filter((row) => !problems.has(row)).length;
  return (
    <section
      aria-label={t('import:grid.title')}
      className="flex min-h-72 flex-1 basis-0 flex-col overflow-hidden rounded-lg border border-edge bg-surface-1 shadow-card"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-edge px-3 py-1.5">
        <Counts importing={importing} />
        <span className="flex-1" />
        {problems.size > 0 && (
          <Button look="quiet" onClick={() => grid.current?.toNextProblem()}>
            {t('import:grid.next')} <Keys name="import_next_problem" />
          </Button>
        )}
        {mended > 0 && !all && (
          <Button look="quiet" onClick={once.forget}>
            {t('import:grid.hide_mended', { number: mended })}
          </Button>
        )}
        {problems.size > 0 && (
          <Button look="quiet" icon={FileWarning} onClick={() => void downloadProblems(title, importing)}>
            {t('import:grid.problems_file')}
          </Button>
        )}
        <CheckField name="all_rows" label={t('import:grid.all')} value={all} onChange={setAll} />
      </div>
      <Failure importing={importing} />
      <div className="min-h-0 flex-1">
        <CellsGrid
          handle={grid}
          label={t('import:grid.title')}
          {...{ columns, rows, problems, updates, onLeave }}
          onEdit={edit}
          empty={importing.checking.checked ? t('import:grid.all_right') : ''}
        />
      </div>
    </section>
  );
}

/** The file's columns, required columns, and columns with errors. */
function useShownColumns({ format, file, problems }: Importing) {
  const there = new Set(file?.found.columns.flatMap(({ name, heading }) => (heading === null ? [] : [name])));
  for (const ofRow of problems.values()) for (const column of ofRow.keys()) there.add(column);
  return format.columns.filter(({ name, required }) => required || there.has(name));
}

function Counts({ importing }: { importing: Importing }) {
  const { t } = useTranslation();
  const { checking, problems, sheet } = importing;
  const { checked, current, busy } = checking;
  return (
    <p role="status" className="flex flex-wrap items-center gap-x-3" data-counts>
      <span>{t('import:counts.rows', { number: sheet.rows.length })}</span>
      {checked && (
        <>
          <span className="text-success-ink">{t('import:counts.ready', { number: checked.answer.ready })}</span>
          <span className={problems.size > 0 ? 'font-medium text-danger-ink' : 'text-ink-muted'}>
            {t('import:counts.wrong', { number: problems.size })}
          </span>
          <RowCounts updates={importing.updates} />
          {checked.answer.skipped > 0 && (
            <span className="text-ink-muted">{t('import:counts.skipped', { number: checked.answer.skipped })}</span>
          )}
        </>
      )}
      {!current && busy && <span className="text-ink-muted">{t('import:counts.checking')}</span>}
    </p>
  );
}

const COUNTED = ['new', 'changed', 'same', 'not_found', 'several'] as const;

/** How many rows are new, change a record, or meet none. */
function RowCounts({ updates }: Pick<Importing, 'updates'>) {
  const { t } = useTranslation();
  const counts = Map.groupBy(updates.values(), ({ is }) => is);
  return COUNTED.map((is) => {
    const number = counts.get(is)?.length ?? 0;
    if (number === 0) return null;
    return (
      <span key={is} className="text-ink-muted" data-count={is}>
        {t('import:is.count', { is: t(`import:is.${is}`), number })}
      </span>
    );
  });
}

/** An error of the whole file, or a failed check; typed text stays. */
function Failure({ importing }: { importing: Importing }) {
  const { t } = useTranslation();
  const { checking } = importing;
  const ofAll = checking.current ? (checking.checked?.answer.problems.filter(({ row }) => row === 0) ?? []) : [];
  if (checking.problem === undefined && ofAll.length === 0) return null;
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-2 border-b border-edge bg-danger px-3 py-1.5 text-danger-ink"
    >
      <TriangleAlert size={15} aria-hidden />
      {checking.problem === undefined ? (
        <span className="flex-1">{ofAll.map(({ message }) => message).join(' ')}</span>
      ) : (
        <>
          <span className="flex-1">
            {t('import:check_failed')} {sentenceOf(checking.problem)}
          </span>
          <Button icon={RotateCcw} onClick={checking.again}>
            {t('actions.try_again')}
          </Button>
        </>
      )}
    </div>
  );
}

async function downloadProblems(title: string, { format, sheet, problems }: Importing): Promise<void> {
  try {
    const [{ downloadExcel }, { say }] = await Promise.all([
      import('../table/excel/excel.ts'),
      import('../language/language.ts'),
    ]);
    const name = say('import:problems_of', { title });
    await downloadExcel(problemsSheet(name, say('import:grid.wrong'), format.columns, sheet.rows, problems));
  } catch (problem) {
    notifyProblem(problem);
  }
}
