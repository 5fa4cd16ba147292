/** The headings of the grid, as in the template; number columns are aligned at their end. */
import { useTranslation } from 'react-i18next';
import { HeadRow } from '../document/grid/head-row.tsx';
import { isNumber, PINNED_CELL } from './grid-layout.ts';
import type { ShownColumn } from './import-api.ts';

export function CellsHead({ columns, template }: { columns: readonly ShownColumn[]; template: string }) {
  const { t } = useTranslation();
  return (
    <HeadRow template={template} className="z-20">
      <span role="columnheader" aria-colindex={1} className={`px-2 text-end ${PINNED_CELL} start-0 bg-surface-2`}>
        {t('import:grid.row')}
      </span>
      <span role="columnheader" aria-colindex={2} className={`px-2 ${PINNED_CELL} start-14 bg-surface-2`}>
        {t('import:grid.wrong')}
      </span>
      {columns.map((column, index) => (
        <span
          key={column.name}
          role="columnheader"
          aria-colindex={index + 3}
          title={column.heading}
          className={`truncate px-2 ${isNumber(column) ? 'number-head' : ''}`}
        >
          {column.heading}
          {column.required && (
            <span aria-hidden className="ms-0.5 text-danger-ink">
              *
            </span>
          )}
        </span>
      ))}
      <span role="columnheader" aria-colindex={columns.length + 3}>
        <span className="sr-only">{t('import:grid.remove')}</span>
      </span>
    </HeadRow>
  );
}
