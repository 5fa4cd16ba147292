/** All errors, at the top; each links to its field or cell. */
import { useTranslation } from 'react-i18next';
import { focusField } from '../form/error-summary.tsx';
import { ProblemBox } from '../form/problem-box.tsx';
import { fieldLabel } from '../language/names.ts';
import { labelOf } from './grid/grid-head.tsx';
import type { EditorDeclaration } from './model/declaration.ts';
import type { Draft, TableName } from './model/draft.ts';
import { tableOf } from './value-of.ts';

interface ProblemSummaryProps {
  readonly problems: ReadonlyMap<string, string>;
  readonly attempt: number;
  readonly declaration: EditorDeclaration;
  readonly draft: Draft;
  /** Without a field: the first cell of the line. */
  readonly onCell: (table: TableName, key: number, field?: string) => void;
}

/** `lines:3:quantity`; every other name is a field of the header, or a table as a whole. */
const CELL = /^(lines|costs):(\d+):(.+)$/;

/** Without those of lines that were removed meanwhile. */
export function problemsLeft(
  problems: ReadonlyMap<string, string>,
  draft: Draft,
): readonly (readonly [string, string])[] {
  return [...problems].filter(([name]) => {
    const [, given, key] = CELL.exec(name) ?? [];
    const table = tableOf(given);
    return !table || draft[table].some((line) => line.key === Number(key));
  });
}

export function ProblemSummary({ declaration, problems, attempt, draft, onCell }: ProblemSummaryProps) {
  const { t } = useTranslation();
  const left = problemsLeft(problems, draft);
  if (left.length === 0) return null;
  return (
    <ProblemBox title={t('document:problems_title')} attempt={attempt} className="mx-4 mb-3">
      {left.map(([name, sentence]) => {
        const cell = CELL.exec(name);
        const table = tableOf(cell?.[1]);
        const key = Number(cell?.[2]);
        const field = cell?.[3] ?? name;
        const row = table ? draft[table].findIndex((line) => line.key === key) + 1 : 0;
        const { header, details, columns, costs = [] } = declaration;
        const declared = { lines: columns, costs, header: [...header, ...details] }[table ?? 'header'];
        const own = declared.find((value) => value.field === field);
        // Its label on the screen.
        const column = own ? labelOf(own, t, draft.header) : fieldLabel(field);
        const cellKey = table === 'costs' ? 'document:cost_cell' : 'document:cell';
        const place = table ? t(cellKey, { column, number: row }) : column;
        return (
          <li key={name}>
            <button
              type="button"
              className="text-start underline-offset-2 hover:underline"
              onClick={() => {
                // Errors of the lines as a whole link to the grid.
                const whole = name === 'lines' || name === 'costs' ? name : undefined;
                const first = whole && draft[whole][0];
                if (table) onCell(table, key, field);
                else if (whole && first) onCell(whole, first.key);
                else focusField(field);
              }}
            >
              {t('document:problem_at', { place, sentence })}
            </button>
          </li>
        );
      })}
    </ProblemBox>
  );
}
