/** The headings of the grid; number columns are aligned at their end. */
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldLabel } from '../../language/names.ts';
import type { ColumnDeclaration, FieldDeclaration } from '../model/declaration.ts';
import type { Fields } from '../model/draft.ts';
import { isNumeric } from '../model/reading.ts';
import { HeadRow } from './head-row.tsx';

interface GridHeadProps {
  readonly columns: readonly ColumnDeclaration[];
  /** Grid template of the columns. */
  readonly template: string;
  readonly readOnly: boolean;
}

export const GridHead = memo(function GridHead({ columns, template, readOnly }: GridHeadProps) {
  const { t } = useTranslation();
  return (
    <HeadRow template={template} className="z-10">
      <span role="columnheader" aria-colindex={1} className="px-2 text-end">
        <span className="sr-only">{t('document:line_number')}</span>
      </span>
      {columns.map((column, index) => (
        <span
          key={column.field}
          role="columnheader"
          aria-colindex={index + 2}
          className={`truncate px-2 ${isNumeric(column.kind) ? 'number-head' : ''}`}
        >
          {labelOf(column, t)}
        </span>
      ))}
      {!readOnly && (
        <span role="columnheader" aria-colindex={columns.length + 2}>
          <span className="sr-only">{t('document:remove_line')}</span>
        </span>
      )}
    </HeadRow>
  );
});

export function labelOf({ field, label }: FieldDeclaration, t: (key: string) => string, header: Fields = {}): string {
  if (!label) return fieldLabel(field);
  return t(typeof label === 'string' ? label : label(header));
}
