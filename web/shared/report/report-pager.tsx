/** The pager of a running report. */
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../controls/button.tsx';
import type { ReportAddress } from './address.ts';

interface ReportPagerProps {
  readonly page: { readonly current_page: number; readonly last_page: number; readonly total: number } | undefined;
  readonly address: ReportAddress;
}

export function ReportPager({ page, address }: ReportPagerProps) {
  const { t } = useTranslation();
  if (!page || page.last_page <= 1) return null;
  const { current_page: current, last_page: last, total } = page;
  return (
    <nav
      aria-label={t('report:pages')}
      className="no-print flex h-11 items-center justify-end gap-2 border-t border-edge px-3 text-ink-muted"
    >
      <span>{t('report:page_of', { page: current, last, total })}</span>
      <IconButton
        icon={ChevronLeft}
        mirror
        label={t('report:previous')}
        disabled={current <= 1}
        onClick={() => address.change({ page: current - 1 })}
      />
      <IconButton
        icon={ChevronRight}
        mirror
        label={t('report:next')}
        disabled={current >= last}
        onClick={() => address.change({ page: current + 1 })}
      />
    </nav>
  );
}
