/** Above the fields of a record: others that have the name or the telephone that is typed. It warns; a setting refuses names. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { objectsOf } from '../../../domain/values/members.ts';
import { telephoneKey, telephoneTyped } from '../../../domain/values/telephone.ts';
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

/** Records of another number one of whose telephones is one of these, in whatever spelling. */
export function withSameTelephone(
  rows: readonly Row[],
  resource: string,
  typed: readonly string[],
  id: number | undefined,
): Row[] {
  const keys = new Set(typed.map(telephoneKey));
  const numberOf = (row: Row) => Number(row[resourceOf(resource).id]);
  const others = rows.filter((row) => numberOf(row) !== id && telephonesOf(row).some((key) => keys.has(key)));
  return [...new Map(others.map((row) => [numberOf(row), row])).values()];
}

const telephonesOf = (row: Row): readonly string[] =>
  [row['mobile'], row['office_phone'], ...objectsOf(row['addresses']).map(({ phone }) => phone)].flatMap((told) =>
    typeof told === 'string' && told !== '' ? [telephoneKey(told)] : [],
  );

/** What has been typed, once nothing was typed for a moment. */
function useAfterPause(typed: string): string {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return settled;
}

export function SameName({ resource, control, id }: SameNameProps) {
  const { t } = useTranslation();
  const typed = String(useWatch({ control, name: resourceOf(resource).name }) ?? '').trim();
  const name = useAfterPause(typed);
  const { data = [] } = useQuery({
    queryKey: [resource, 'same-name', name],
    queryFn: () => fetchLookup(resource, name, {}),
    enabled: name.length > 1,
    meta: { quiet: true },
  });
  const same = name === typed && name.length > 1 ? withSameName(data, resource, name, id) : [];
  return <Others {...{ resource, label: t('form:same_name'), rows: same }} />;
}

/** Families and firms share a telephone, so it only asks whether the record is there already (docs/decisions/0140). */
export function SameTelephone({
  resource,
  control,
  id,
  fields,
}: SameNameProps & { readonly fields: readonly string[] }) {
  const { t } = useTranslation();
  const values: readonly unknown[] = useWatch({ control, name: [...fields] });
  const typed = values
    .filter((value): value is string => typeof value === 'string' && telephoneTyped(value) !== undefined)
    .join('\n');
  const numbers = useAfterPause(typed);
  const { data = [] } = useQuery({
    queryKey: [resource, 'same-telephone', numbers],
    queryFn: async () =>
      (await Promise.all(numbers.split('\n').map((number) => fetchLookup(resource, number, {})))).flat(),
    enabled: numbers !== '',
    meta: { quiet: true },
  });
  const same = numbers === typed && numbers !== '' ? withSameTelephone(data, resource, numbers.split('\n'), id) : [];
  return <Others {...{ resource, label: t('form:same_telephone'), rows: same }} />;
}

interface OthersProps {
  readonly resource: string;
  readonly label: string;
  readonly rows: readonly Row[];
}

function Others({ resource, label, rows }: OthersProps) {
  const { name: field, path } = resourceOf(resource);
  if (rows.length === 0) return null;
  return (
    <p role="status" data-same-name className="rounded-md bg-warning px-3 py-2 text-warning-ink">
      {label}{' '}
      {rows.slice(0, SHOWN_MAX).map((row) => {
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
