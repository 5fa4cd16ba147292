/** The frame of tables with a row for each line of a purchase. */
import type { ReactNode } from 'react';
import { WideTable } from '../shared/controls/wide-table.tsx';

interface GoodsTableProps {
  /** Cells of the sticky head. */
  readonly head: ReactNode;
  /** Rows. */
  readonly children: ReactNode;
}

export const GoodsTable = ({ head, children }: GoodsTableProps) => (
  <div className="flex min-h-0 flex-1 flex-col overflow-hidden rounded-lg border border-edge bg-surface-1 shadow-card">
    <WideTable>
      <table className="w-full">
        <thead className="sticky top-0 bg-surface-1">
          <tr className="h-(--row-height) border-b border-edge text-xs text-ink-muted">{head}</tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </WideTable>
  </div>
);
