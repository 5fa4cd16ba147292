/** Pages for missing and forbidden content. */
import { Link } from '@tanstack/react-router';
import { FileQuestion, type LucideIcon, ShieldX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from './states.tsx';

function Page({ name, icon }: { name: 'not_found' | 'unauthorized' | 'section_not_found'; icon: LucideIcon }) {
  const { t } = useTranslation();
  return (
    <div className="flex h-full items-center justify-center">
      <EmptyState heading title={t(`${name}.title`)} text={t(`${name}.text`)} icon={icon}>
        <Link to="/" className="text-accent hover:underline">
          {t('home.title')}
        </Link>
      </EmptyState>
    </div>
  );
}

export const NotFoundPage = () => <Page name="not_found" icon={FileQuestion} />;
export const UnauthorizedPage = () => <Page name="unauthorized" icon={ShieldX} />;
/** The record or document of the address does not exist, or not within this person's scope. */
export const SectionNotFoundPage = () => <Page name="section_not_found" icon={FileQuestion} />;
