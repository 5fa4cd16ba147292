/** The name of an account in the tree, with a button that folds the accounts below it. */
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Followed } from '../shared/report/columns.tsx';
import type { Target } from '../shared/report/declaration.ts';

export interface AccountCellProps {
  readonly row: { readonly account: number; readonly level: number };
  readonly name: string;
  readonly ledger?: Target;
  readonly open: boolean;
  readonly onToggle: ((account: number) => void) | undefined;
}

/** In the tree, an account is indented below its heading. */
export function AccountCell({ row, name, ledger, open, onToggle }: AccountCellProps) {
  const { t } = useTranslation();
  const Icon = open ? ChevronDown : ChevronRight;
  return (
    <span className="flex items-center gap-1 whitespace-nowrap" style={{ paddingInlineStart: `${row.level * 20}px` }}>
      {onToggle ? (
        <button
          type="button"
          aria-expanded={open}
          aria-label={t(open ? 'report:fold' : 'report:unfold', { name })}
          onClick={() => onToggle(row.account)}
          className="no-print inline-flex size-6 items-center justify-center rounded-sm text-ink-muted hover:bg-surface-3"
        >
          <Icon size={14} aria-hidden className={open ? '' : 'mirror'} />
        </button>
      ) : (
        <span className="no-print inline-block size-6" />
      )}
      <Followed target={ledger}>
        <bdi>{name}</bdi>
      </Followed>
    </span>
  );
}
