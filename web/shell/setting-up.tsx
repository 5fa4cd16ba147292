/** A bar above screens opened from the set-up list: the current step, and a link back. */
import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { useTranslation } from 'react-i18next';

export default function SettingUp({ step }: { step: string }) {
  const { t } = useTranslation();
  return (
    <p className="no-print flex flex-wrap items-center gap-x-3 border-b border-edge bg-accent-soft px-4 py-1.5 text-accent-strong">
      <span className="min-w-0 flex-1 truncate">
        {t('onboarding.title')}: {t(`onboarding.${step}`)}
      </span>
      <Link to="/" className="inline-flex items-center gap-1 font-medium hover:underline">
        <ArrowLeft size={15} aria-hidden className="mirror" />
        {t('onboarding.back')}
      </Link>
    </p>
  );
}
