/** Opens the choice of optional columns: a note, the stock, cost and margin. */
import { Popover, PopoverButton, PopoverPanel } from '@headlessui/react';
import { Columns3 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ColumnDeclaration } from '../model/declaration.ts';
import { labelOf } from './grid-head.tsx';

interface ColumnsButtonProps {
  readonly columns: readonly ColumnDeclaration[];
  /** Fields of the shown columns. */
  readonly shown: readonly string[];
  readonly onToggle: (field: string) => void;
}

export function ColumnsButton({ columns, shown, onToggle }: ColumnsButtonProps) {
  const { t } = useTranslation();
  if (columns.length === 0) return null;
  return (
    <Popover className="no-print">
      <PopoverButton className="inline-flex h-8 items-center gap-1.5 rounded-md px-2 text-ink-muted hover:bg-surface-3 hover:text-ink">
        <Columns3 size={15} aria-hidden />
        {t('table:columns')}
      </PopoverButton>
      <PopoverPanel
        anchor={{ to: 'top start', gap: 4 }}
        className="z-50 min-w-48 rounded-md border border-edge bg-surface-1 p-1 shadow-float"
      >
        {columns.map((column) => (
          <label
            key={column.field}
            className="flex h-8 cursor-pointer items-center gap-2 rounded-sm px-2 hover:bg-surface-3"
          >
            <input type="checkbox" checked={shown.includes(column.field)} onChange={() => onToggle(column.field)} />
            {labelOf(column, t)}
          </label>
        ))}
      </PopoverPanel>
    </Popover>
  );
}
