/** Opens a counting round: its inventory and its items, which are loaded before the round is opened. */
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { COUNT_SCOPES } from '../../../domain/stock/count-round.schema.ts';
import { enter } from '../../shared/api/enter.ts';
import { forget } from '../../shared/api/query.ts';
import { type Reads, read } from '../../shared/api/read.ts';
import { Button } from '../../shared/controls/button.tsx';
import { LookupField } from '../../shared/form/fields/lookup-field.tsx';
import { CheckField, SelectField } from '../../shared/form/fields/select-field.tsx';
import { TextField } from '../../shared/form/fields/text-field.tsx';
import { fieldLabel } from '../../shared/language/names.ts';
import { documentPage } from '../../shared/navigation/document-pages.ts';
import { notifyProblem } from '../../shared/notify/notify.ts';
import { localToday } from '../../shared/typing/date-words.ts';

type ItemsToCount = Reads['count_rounds/items'];

export function NewRound() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [inventory, setInventory] = useState<{ readonly id: number; readonly outlet: number } | null>(null);
  const [scope, setScope] = useState('inventory');
  const [category, setCategory] = useState<number | null>(null);
  const [shelf, setShelf] = useState('');
  const [takesUnlisted, setTakesUnlisted] = useState(true);
  const chosen = {
    inventory_fk: inventory?.id ?? null,
    count_scope: scope,
    ...(scope === 'category' ? { category_fk: category } : {}),
    ...(scope === 'shelf' ? { shelf } : {}),
  };
  const isChosen =
    inventory !== null && (scope !== 'category' || category !== null) && (scope !== 'shelf' || shelf !== '');
  const loading = useMutation({
    mutationFn: () => read('count_rounds/items', { query: chosen }),
    onError: notifyProblem,
  });
  const opening = useMutation({
    mutationFn: async ({ items }: ItemsToCount) => {
      const { data } = await enter('count_rounds', {
        ...chosen,
        inventory_fk: Number(inventory?.id),
        count_scope: COUNT_SCOPES.find((known) => known === scope) ?? 'inventory',
        outlet_fk: Number(inventory?.outlet),
        date: localToday(),
        takes_unlisted: takesUnlisted,
        items,
      });
      return data.id;
    },
    onSuccess: async (id) => {
      await forget('count_rounds');
      await navigate({ to: `${documentPage('count_rounds').path}/${id}`, replace: true });
    },
    onError: notifyProblem,
  });
  const { data: loaded } = loading;
  const change =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      set(value);
      loading.reset();
    };
  return (
    <div className="flex h-full flex-col gap-3 overflow-y-auto p-4 max-md:p-2">
      <h1 className="text-xl font-semibold">{t('documents:count_round.new')}</h1>
      <div className="flex max-w-md flex-col gap-3 rounded-lg border border-edge bg-surface-1 p-4 shadow-card">
        <LookupField
          label={fieldLabel('inventory_fk')}
          resource="inventories"
          required
          value={inventory?.id ?? null}
          onChange={(id, row) => change(setInventory)(id === null ? null : { id, outlet: Number(row?.['outlet_fk']) })}
          creatable={false}
        />
        <SelectField
          label={fieldLabel('count_scope')}
          value={scope}
          onChange={change(setScope)}
          options={COUNT_SCOPES.map((value) => ({ value, label: t(`fields:options.count_scope.${value}`) }))}
        />
        {scope === 'category' && (
          <LookupField
            label={fieldLabel('category_fk')}
            resource="categories"
            required
            value={category}
            onChange={change(setCategory)}
            creatable={false}
          />
        )}
        {scope === 'shelf' && (
          <TextField label={fieldLabel('shelf')} required value={shelf} onChange={change(setShelf)} maxLength={40} />
        )}
        <CheckField label={fieldLabel('takes_unlisted')} value={takesUnlisted} onChange={setTakesUnlisted} />
        {loaded && <ListedWords loaded={loaded} />}
        <div className="flex flex-wrap justify-end gap-2">
          {loaded && loaded.items.length > 0 ? (
            <Button look="primary" busy={opening.isPending} onClick={() => opening.mutate(loaded)}>
              {t('counting:start')}
            </Button>
          ) : (
            <Button look="primary" busy={loading.isPending} disabled={!isChosen} onClick={() => loading.mutate()}>
              {t('counting:load')}
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}

function ListedWords({ loaded: { items, has_more } }: { loaded: ItemsToCount }) {
  const { t } = useTranslation();
  const number = String(items.length);
  if (items.length === 0) return <p role="status">{t('counting:none')}</p>;
  return (
    <div role="status" className="flex flex-col gap-1">
      <p className="font-medium">{t('counting:loaded', { number })}</p>
      {has_more && <p className="text-warning-ink">{t('counting:loaded_more', { number })}</p>}
    </div>
  );
}
