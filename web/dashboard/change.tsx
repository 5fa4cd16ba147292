/** The change against the days before. */
import { ArrowDownRight, ArrowUpRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { divideRounded, printFixed } from '../../domain/kernel/fixed-point.ts';
import { money, printMoney, toMoney } from '../../domain/kernel/money.ts';
import { Amount } from '../shared/controls/amount.tsx';
import { FigureLink } from './card.tsx';

/** Percent of `whole`, with one decimal; '0' when `whole` is zero. */
export function percentOf(part: string, whole: string): string {
  const of = money(whole);
  if (of === 0n) return '0';
  return printFixed(divideRounded(money(part) * 1_000n, of < 0n ? -of : of), 1);
}

interface ChangeProps {
  readonly now: string;
  readonly before: string;
  readonly days: number;
}

export function Change({ now, before, days }: ChangeProps) {
  const { t } = useTranslation();
  if (money(before) === 0n) return <p className="text-xs text-ink-muted">{t('dashboard:nothing_before')}</p>;
  const change = percentOf(printMoney(toMoney(money(now) - money(before))), before);
  const isLess = change.startsWith('-');
  const Arrow = isLess ? ArrowDownRight : ArrowUpRight;
  return (
    <p className="flex items-center gap-1 text-xs text-ink-muted">
      <Arrow size={14} aria-hidden className={isLess ? 'text-danger-ink' : 'text-success-ink'} />
      <FigureLink>
        <Amount value={change.replace('-', '')} decimals={1} />%{' '}
        {t(isLess ? 'dashboard:less_than_before' : 'dashboard:more_than_before', { count: days })}
      </FigureLink>
    </p>
  );
}
