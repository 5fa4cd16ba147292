/** Which sale comes back: by its number, its customer or its reference. */
import { useNavigate } from '@tanstack/react-router';
import { PackagePlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useList } from '../shared/api/list.ts';
import { Amount, Day } from '../shared/controls/amount.tsx';
import { Button } from '../shared/controls/button.tsx';
import { EmptyState, SkeletonLines } from '../shared/controls/states.tsx';
import { TextField } from '../shared/form/text-field.tsx';

export function SalePicker() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [search, setSearch] = useState('');
  const { data } = useList('sales', {
    search,
    per_page: 10,
    sortColumn: 'date',
    sortDir: 'desc',
    filter: { status: 'complete,closed' },
  });
  const choose = (sale: number) => void navigate({ to: '.', search: { sale } as never });
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-4 p-4">
      <div className="flex items-center justify-between gap-3">
        <h1 className="text-xl font-semibold">{t('sales:new_return')}</h1>
        <Button icon={PackagePlus} onClick={() => void navigate({ to: '.', search: { unlinked: true } as never })}>
          {t('sales:without_sale')}
        </Button>
      </div>
      <TextField
        label={t('sales:choose_sale')}
        hint={t('sales:choose_sale_hint')}
        value={search}
        onChange={setSearch}
        type="search"
        autoFocus
      />
      <div className="overflow-hidden rounded-lg border border-edge bg-surface-1 shadow-card">
        {!data && <SkeletonLines lines={5} />}
        {data?.data.length === 0 && <EmptyState title={t('sales:no_such_sale')} />}
        <ul>
          {data?.data.map((sale) => (
            <li key={Number(sale['id'])} className="border-b border-edge last:border-0">
              <button
                type="button"
                onClick={() => choose(Number(sale['id']))}
                className="grid w-full grid-cols-[120px_110px_1fr_auto] items-center gap-3 px-4 py-2 text-start hover:bg-surface-2"
              >
                <bdi className="font-medium">{String(sale['number'] ?? '')}</bdi>
                <Day value={String(sale['date'] ?? '')} />
                <bdi className="truncate">{String(sale['customer_name'] ?? '')}</bdi>
                <Amount value={String(sale['total'] ?? '')} />
              </button>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
