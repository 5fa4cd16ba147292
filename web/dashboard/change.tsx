/** The change against the days before. */
import { ArrowDownRight, ArrowUpRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { money, printMoney, toMoney } from '../../domain/values/money.ts';
import { Amount } from '../shared/controls/amount.tsx';
import { percentOf } from '../shared/typing/percent.ts';
import { FigureLink } from './card.tsx';

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
