/** Links to the drafts that a page has made. */
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { documentPage } from '../navigation/document-pages.ts';
import type { MadeDraft } from './use-made-drafts.ts';

export function MadeDrafts({ made }: { readonly made: readonly MadeDraft[] }) {
  const { t } = useTranslation();
  if (made.length === 0) return null;
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-lg border border-edge bg-surface-1 p-3"
    >
      <span>{t('document:drafts_made')}</span>
      {made.map(({ resource, id, label, page }) => {
        const { path, name } = page ?? pageOf(resource);
        return (
          <Link
            key={`${resource} ${id}`}
            to={`${path}/${id}`}
            className="text-accent underline-offset-2 hover:underline"
          >
            {t(name)} <bdi>{label}</bdi>
          </Link>
        );
      })}
    </div>
  );
}

function pageOf(resource: string): { readonly path: string; readonly name: string } {
  const { path, kind } = documentPage(resource);
  return { path, name: `documents:${kind}.one` };
}
