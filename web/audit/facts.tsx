/** Labelled facts on the auditor's pages. */
import type { ReactNode } from 'react';

export const FACTS = 'grid grid-cols-[repeat(auto-fill,minmax(200px,1fr))] gap-x-6 gap-y-3';

export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs font-medium text-ink-muted">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
