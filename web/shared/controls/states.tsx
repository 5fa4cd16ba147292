/** Placeholders instead of data: empty, nothing found, failed, or loading. */
import { Inbox, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { sentenceOf } from '../api/sentence.ts';
import { Button } from './button.tsx';

export interface EmptyStateProps {
  readonly title: string;
  /** The state fills the page: its title is the page's heading. */
  readonly heading?: boolean;
  readonly text?: string;
  readonly icon?: LucideIcon;
  /** The next step: at most one primary action. */
  readonly children?: ReactNode;
}

export function EmptyState({ title, heading = false, text, icon: Icon = Inbox, children }: EmptyStateProps) {
  const Title = heading ? 'h1' : 'p';
  return (
    <div className="flex flex-col items-center justify-center gap-2 px-6 py-14 text-center">
      <span className="mb-1 inline-flex size-11 items-center justify-center rounded-full bg-surface-2 text-ink-muted">
        <Icon size={20} aria-hidden />
      </span>
      <Title className="text-base font-semibold">{title}</Title>
      {text && <p className="max-w-md text-ink-muted">{text}</p>}
      {children && <div className="mt-2 flex flex-wrap justify-center gap-2">{children}</div>}
    </div>
  );
}

export function FailedState({ problem, onRetry }: { problem: unknown; onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <EmptyState title={t('errors.failed_to_load')} text={sentenceOf(problem)} icon={TriangleAlert}>
      <Button onClick={onRetry}>{t('actions.try_again')}</Button>
    </EmptyState>
  );
}

/** Uneven, like lines of text. */
const WIDTHS = [92, 75, 58, 81, 64, 87, 70, 53, 89, 66];

export function SkeletonLines({ lines }: { lines: number }) {
  const { t } = useTranslation();
  return (
    <div className="flex flex-col gap-3 p-4" role="status" aria-label={t('loading')}>
      {WIDTHS.slice(0, lines).map((width) => (
        <span key={width} className="skeleton h-4" style={{ width: `${width}%` }} />
      ))}
    </div>
  );
}
