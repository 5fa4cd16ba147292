/** A banner on every screen while lists and reports are more than half a minute old, with their age. */
import { History } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { OldModel } from '../server-state.ts';
import { Banner } from './banner.tsx';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

export function OldModels({ old }: { old: readonly OldModel[] }) {
  const { t } = useTranslation();
  const models = old.map(({ model }) => t(`stopped.models.${model}`)).join(t('stopped.and'));
  const age = Math.max(...old.map(({ age_seconds }) => age_seconds));
  const [unit, length] =
    age >= 2 * HOUR ? ['hours', HOUR] : age >= 2 * MINUTE ? ['minutes', MINUTE] : (['seconds', 1] as const);
  return (
    <Banner icon={History} title={t('old_models.title')}>
      <p>
        <strong className="font-semibold">{t('old_models.title')}</strong>{' '}
        {t(`old_models.${unit}`, { models, length: Math.floor(age / Number(length)) })} {t('old_models.what_to_do')}
      </p>
    </Banner>
  );
}
