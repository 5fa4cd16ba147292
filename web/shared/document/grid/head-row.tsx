/** The sticky row of a grid's headings. */
import type { ReactNode } from 'react';

interface HeadRowProps {
  /** Grid template of the columns. */
  readonly template: string;
  readonly className: string;
  readonly children: ReactNode;
}

export const HeadRow = ({ template, className, children }: HeadRowProps) => (
  <div role="rowgroup" className={`sticky top-0 ${className}`}>
    <div
      role="row"
      aria-rowindex={1}
      className="grid h-8 items-center border-b border-edge bg-surface-2 text-xs font-medium text-ink-muted"
      style={{ gridTemplateColumns: template }}
    >
      {children}
    </div>
  </div>
);
