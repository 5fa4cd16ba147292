/** Chooses the source document of a new one: by number, party or reference. */
import { PackagePlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useList } from '../../api/list.ts';
import { Amount, Day } from '../../controls/amount.tsx';
import { Button } from '../../controls/button.tsx';
import { EmptyState, SkeletonLines } from '../../controls/states.tsx';
import { TextField } from '../../form/fields/text-field.tsx';

interface DocumentPickerProps {
  readonly resource: string;
  /** The selectable status. */
  readonly status?: string;
  /** Field with the party's name: `customer_name`. */
  readonly party: string;
  readonly title: string;
  readonly label: string;
  readonly hint: string;
  readonly none: string;
  readonly onChoose: (id: number) => void;
  /** Continues without a source. */
  readonly without: { readonly label: string; readonly go: () => void };
}

export function DocumentPicker({
  resource,
  status = 'complete,closed',
  party,
  onChoose,
  without,
  ...words
}: DocumentPickerProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const { data } = useList(resource, {
    search,
    per_page: 10,
    sortColumn: 'date',
    sortDir: 'desc',
    filter: { status },
  });
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-4 p-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-xl font-semibold">{t(words.title)}</h1>
        <Button icon={PackagePlus} onClick={without.go}>
          {t(without.label)}
        </Button>
      </div>
      <TextField
        label={t(words.label)}
        hint={t(words.hint)}
        value={search}
        onChange={setSearch}
        type="search"
        autoFocus
      />
      <div className="overflow-hidden rounded-lg border border-edge bg-surface-1 shadow-card">
        {!data && <SkeletonLines lines={5} />}
        {data?.data.length === 0 && <EmptyState title={t(words.none)} />}
        <ul>
          {data?.data.map((row) => (
            <li key={Number(row['id'])} className="border-b border-edge last:border-0">
              <button
                type="button"
                onClick={() => onChoose(Number(row['id']))}
                className="grid w-full grid-cols-[120px_110px_1fr_auto] max-md:grid-cols-[1fr_auto] items-center gap-x-3 gap-y-1 px-4 py-2 text-start hover:bg-surface-2"
              >
                <bdi className="font-medium">{String(row['number'] ?? '')}</bdi>
                <Day value={String(row['date'] ?? '')} />
                <bdi className="truncate">{String(row[party] ?? '')}</bdi>
                <Amount value={String(row['total'] ?? '')} />
              </button>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
