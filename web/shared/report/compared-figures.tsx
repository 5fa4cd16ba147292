/** The figures of a report of lines compared with another moment, and the mark of new lines. */
import { useTranslation } from 'react-i18next';
import { Amount } from '../controls/amount.tsx';
import { differenceOf } from './compared-rows.ts';

export interface Figure {
  readonly name: string;
  /** Already translated. */
  readonly label: string;
  readonly value: string;
}

export function ComparedFigures({ now, then }: { now: readonly Figure[]; then: readonly Figure[] }) {
  const { t } = useTranslation();
  const earlier = new Map(then.map((figure) => [figure.name, figure.value]));
  return (
    <div className="flex flex-wrap gap-3 px-4 pb-3">
      {now.map(({ name, label, value }) => (
        <dl key={name} className="min-w-56 rounded-lg border border-edge bg-surface-1 px-4 py-2 shadow-card">
          <dt className="text-xs font-medium text-ink-muted">{label}</dt>
          <dd className="text-lg font-semibold">
            <Amount value={value} />
          </dd>
          <dd className="text-xs text-ink-muted">
            {t('report:figure_then')} <Amount value={earlier.get(name) ?? '0'} /> · {t('report:figure_difference')}{' '}
            <Amount value={differenceOf(value, earlier.get(name))} />
          </dd>
        </dl>
      ))}
    </div>
  );
}

export function NotThen() {
  const { t } = useTranslation();
  return <span className="rounded-sm bg-accent-soft px-1.5 text-xs text-accent">{t('report:not_then')}</span>;
}
