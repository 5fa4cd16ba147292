/** The pager: rows per page, the range of rows and their total, and seven page buttons. */
import { ChevronsLeft, ChevronsRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ListPage } from '../api/list.ts';
import { IconButton } from '../controls/button.tsx';
import { usePreferences } from '../language/preferences.ts';
import { useMe } from '../session/session.ts';
import { isolateLtr } from '../typing/digits.ts';
import { formatDecimal } from '../typing/number-format.ts';
import { rowChoices, type TableAddress } from './address.ts';

const BUTTONS = 7;

/** The page numbers around the current one: `pageWindow(9, 20)` is 6 to 12. */
export function pageWindow(current: number, last: number): number[] {
  const count = Math.min(BUTTONS, last);
  const first = Math.max(1, Math.min(current - Math.floor(BUTTONS / 2), last - count + 1));
  return Array.from({ length: count }, (_, index) => first + index);
}

export function Pager({ page, address }: { page: ListPage; address: TableAddress }) {
  const { t } = useTranslation();
  const me = useMe();
  const { digits } = usePreferences();
  const number = (value: number) => formatDecimal(String(value), { digits });
  const go = (to: number) => address.change({ page: to === 1 ? undefined : to });
  const from = page.total === 0 ? 0 : (page.current_page - 1) * page.per_page + 1;
  const to = Math.min(page.current_page * page.per_page, page.total);
  const shown = isolateLtr(`${number(from)}–${number(to)}`);
  return (
    <div className="no-print flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-edge px-3 py-2">
      <label className="flex items-center gap-2 text-xs text-ink-muted">
        {t('table:rows_per_page')}
        <select
          value={page.per_page}
          onChange={(event) => address.change({ per_page: Number(event.target.value) })}
          className="h-7 rounded-md border border-edge-strong/55 bg-surface-1 px-1 text-ink"
        >
          {rowChoices(me).map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      </label>
      <p className="text-xs text-ink-muted" role="status">
        {t('table:shown', { shown, total: isolateLtr(number(page.total)) })}
      </p>
      {page.last_page > 1 && (
        <nav aria-label={t('table:pages')} className="ms-auto flex items-center gap-0.5">
          <IconButton
            icon={ChevronsLeft}
            mirror
            label={t('table:first_page')}
            disabled={page.current_page === 1}
            onClick={() => go(1)}
          />
          {pageWindow(page.current_page, page.last_page).map((value) => (
            <button
              key={value}
              type="button"
              aria-current={value === page.current_page ? 'page' : undefined}
              onClick={() => go(value)}
              className="numeric h-8 min-w-8 rounded-md px-2 hover:bg-surface-3 aria-[current]:bg-accent aria-[current]:font-medium aria-[current]:text-accent-ink"
            >
              {number(value)}
            </button>
          ))}
          <IconButton
            icon={ChevronsRight}
            mirror
            label={t('table:last_page')}
            disabled={page.current_page === page.last_page}
            onClick={() => go(page.last_page)}
          />
        </nav>
      )}
    </div>
  );
}
