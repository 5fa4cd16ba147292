/** All errors of a form at its top; each links to its field. */
import { useTranslation } from 'react-i18next';
import { say } from '../language/language.ts';
import { ProblemBox } from './problem-box.tsx';
import type { Problems } from './rules.ts';

export function ErrorSummary({ problems, attempt }: { problems: Problems; attempt: number }) {
  const { t } = useTranslation();
  const entries = Object.entries(problems);
  if (entries.length === 0) return null;
  return (
    <ProblemBox title={t('form:errors_title')} attempt={attempt}>
      {entries.map(([path, sentence]) => (
        <li key={path}>
          {path === '' ? (
            sentence
          ) : (
            <button type="button" className="text-start hover:underline" onClick={() => focusField(path)}>
              {withRow(path, sentence)}
            </button>
          )}
        </li>
      ))}
    </ProblemBox>
  );
}

/** An error in a row of a sub-table names the row. */
function withRow(path: string, sentence: string): string {
  const row = /\.(\d+)\./.exec(path)?.[1];
  return row === undefined ? sentence : say('form:row_problem', { number: Number(row) + 1, sentence });
}

/** Focuses the control of a path, or that of its list when the path has no control. */
export function focusField(path: string): void {
  const parts = path.split('.');
  while (parts.length > 0) {
    const field = document.querySelector(`[data-field="${parts.join('.')}"]`);
    const control = field?.querySelector<HTMLElement>('input, select, textarea, button');
    if (control) {
      control.focus();
      control.scrollIntoView({ block: 'center' });
      return;
    }
    parts.pop();
  }
}
