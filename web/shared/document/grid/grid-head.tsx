/** The headings of the grid; numbers are headed where they end. */
import { useTranslation } from 'react-i18next';
import { fieldLabel } from '../../language/names.ts';
import type { ColumnDeclaration, FieldDeclaration } from '../model/declaration.ts';
import { isNumeric } from '../model/reading.ts';

interface GridHeadProps {
  readonly columns: readonly ColumnDeclaration[];
  /** Tracks of the grid. */
  readonly template: string;
  readonly readOnly: boolean;
}

export function GridHead({ columns, template, readOnly }: GridHeadProps) {
  const { t } = useTranslation();
  return (
    <div role="rowgroup" className="sticky top-0 z-10">
      <div
        role="row"
        aria-rowindex={1}
        className="grid h-8 items-center border-b border-edge bg-surface-2 text-xs font-medium text-ink-muted"
        style={{ gridTemplateColumns: template }}
      >
        <span role="columnheader" aria-colindex={1} className="px-2 text-end">
          <span className="sr-only">{t('document:line_number')}</span>
        </span>
        {columns.map((column, index) => (
          <span
            key={column.field}
            role="columnheader"
            aria-colindex={index + 2}
            className={`truncate px-2 ${isNumeric(column.kind) ? 'text-end' : ''}`}
          >
            {labelOf(column, t)}
          </span>
        ))}
        {!readOnly && (
          <span role="columnheader" aria-colindex={columns.length + 2}>
            <span className="sr-only">{t('document:remove_line')}</span>
          </span>
        )}
      </div>
    </div>
  );
}

export function labelOf(field: FieldDeclaration, t: (key: string) => string): string {
  return field.label ? t(field.label) : fieldLabel(field.field);
}
