/** A field for the open drawer that pays a refund, and the sentences of a refusal. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Members } from '../../../domain/values/members.ts';
import { useList } from '../../shared/api/list.ts';
import { read } from '../../shared/api/read.ts';
import { SelectField } from '../../shared/form/fields/select-field.tsx';
import type { AccountFigures } from './drawer-figures.ts';

const DRAWERS_MAX = 100;

export interface ChosenDrawer {
  readonly drawers: readonly Members[];
  /** Id of the drawer as text; empty without a choice. */
  readonly value: string;
  readonly setChosen: (value: string) => void;
}

/** The open drawers; a single one is chosen automatically. */
export function useOpenDrawer(outlet: unknown): ChosenDrawer {
  const { data } = useList('closing_drawers', {
    per_page: DRAWERS_MAX,
    filter: { status: 'open', ...(typeof outlet === 'number' ? { outlet_fk: String(outlet) } : {}) },
  });
  const drawers = data?.data ?? [];
  const [chosen, setChosen] = useState('');
  const value = chosen || (drawers.length === 1 ? String(drawers[0]?.['id']) : '');
  return { drawers, value, setChosen };
}

/** Accounts of the chosen drawer, one for each currency. */
export function useDrawerAccounts({ value }: Pick<ChosenDrawer, 'value'>): readonly AccountFigures[] {
  const { data } = useQuery({
    queryKey: ['closing_drawers', 'accounts', value],
    queryFn: ({ signal }) => read('closing_drawers/:id/figures', { params: { id: value }, signal }),
    enabled: value !== '',
  });
  return data?.accounts ?? [];
}

export function OpenDrawerField({ drawers, value, setChosen }: ChosenDrawer) {
  const { t } = useTranslation();
  if (drawers.length === 0) return <p className="text-danger-ink">{t('till:no_open_drawer')}</p>;
  return (
    <SelectField
      label={t('till:from_drawer')}
      name="drawer_fk"
      value={value}
      onChange={setChosen}
      options={drawers.map((drawer) => ({
        value: String(drawer['id']),
        label: `${String(drawer['number'] ?? '')} · ${String(drawer['user_name'] ?? '')}`,
      }))}
      required
    />
  );
}

export function Problems({ sentences }: { sentences: readonly string[] }) {
  return [...new Set(sentences)].map((sentence) => (
    <p key={sentence} role="alert" className="text-danger-ink">
      {sentence}
    </p>
  ));
}
