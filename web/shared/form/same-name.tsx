/** Above the fields of a record: others that have the name that is typed. It warns; a setting refuses. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { Row } from '../api/list.ts';
import { fetchLookup } from '../api/lookup.ts';
import { hintOf, nameFieldsOf, resourceOf } from '../api/resources.ts';
import { foldForSearch } from '../typing/fold.ts';
import type { FormValues } from './values.ts';

const PAUSE_MS = 400;
const SHOWN_MAX = 3;

interface SameNameProps {
  readonly resource: string;
  readonly control: Control<FormValues>;
  /** Undefined for a new record. */
  readonly id: number | undefined;
}

/** Records of another number whose name in any language is this one, in whatever spelling. */
export function withSameName(rows: readonly Row[], resource: string, name: string, id: number | undefined): Row[] {
  const wanted = foldForSearch(name);
  return rows.filter(
    (row) =>
      Number(row[resourceOf(resource).id]) !== id &&
      nameFieldsOf(resource).some((field) => foldForSearch(String(row[field] ?? '')) === wanted),
  );
}

export function SameName({ resource, control, id }: SameNameProps) {
  const { t } = useTranslation();
  const { name: field, path } = resourceOf(resource);
  const typed = String(useWatch({ control, name: field }) ?? '').trim();
  const [name, setName] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setName(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data = [] } = useQuery({
    queryKey: [resource, 'same-name', name],
    queryFn: () => fetchLookup(resource, name, {}),
    enabled: name.length > 1,
    meta: { quiet: true },
  });
  const same = name === typed && name.length > 1 ? withSameName(data, resource, name, id) : [];
  if (same.length === 0) return null;
  return (
    <p role="status" data-same-name className="rounded-md bg-warning px-3 py-2 text-warning-ink">
      {t('form:same_name')}{' '}
      {same.slice(0, SHOWN_MAX).map((row) => {
        const number = Number(row[resourceOf(resource).id]);
        return (
          <Link key={number} to={`${path}/${number}`} className="me-3 underline">
            <bdi>{[row[field], hintOf(resource, row)].filter(Boolean).join(' · ')}</bdi>
          </Link>
        );
      })}
    </p>
  );
}
