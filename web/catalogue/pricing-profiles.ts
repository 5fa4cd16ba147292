/** Pricing lists: what the customers who name them pay. */
import { type LucideIcon, Pause, Play } from 'lucide-react';
import { patch } from '../shared/api/client.ts';
import { recordForm } from '../shared/form/record-form.tsx';
import { say } from '../shared/language/language.ts';
import { optionLabel } from '../shared/language/names.ts';
import { notifySuccess } from '../shared/notify/notify.ts';
import type { RowAction } from '../shared/table/declaration.ts';
import { tableScreen } from '../shared/table/table-screen.tsx';
import { oneOf, usual } from '../shared/table/usual-columns.ts';

/** An action of the row's menu that gives the list another status. */
function turn(name: string, status: string, icon: LucideIcon, isPossible: (status: unknown) => boolean): RowAction {
  return {
    name,
    label: `catalogue:${name}`,
    icon,
    permission: 'pricing_profiles/update',
    shown: (row) => isPossible(row['status']),
    run: async (row, { reload }) => {
      await patch(`pricing_profiles/${Number(row['profile_id'])}`, { status, revision: row['revision'] });
      const params = { title: String(row['profile_name']), status: optionLabel('status', status) };
      notifySuccess(say('catalogue:profile_turned', params));
      await reload();
    },
  };
}

export const Table = tableScreen({
  resource: 'pricing_profiles',
  title: 'catalogue:pricing_profiles',
  empty: 'catalogue:pricing_profiles_empty',
  columns: [
    { field: 'profile_name', kind: 'text', main: true },
    { field: 'apply_on', kind: 'option' },
    { field: 'discount_percentage', kind: 'percent' },
    { field: 'discount_start_amount', kind: 'amount', sortable: false },
    { field: 'discount_end_amount', kind: 'amount', sortable: false },
    ...usual('start_date', 'end_date'),
    { field: 'status', kind: 'status', tones: { draft: 'neutral', active: 'success', inactive: 'warning' } },
  ],
  filters: [
    oneOf('status', ['draft', 'active', 'inactive']),
    oneOf('apply_on', ['all_items', 'categories', 'brands', 'items']),
  ],
  rowActions: [
    turn('activate', 'active', Play, (status) => status !== 'active'),
    turn('inactivate', 'inactive', Pause, (status) => status === 'active'),
  ],
  inactive: { field: 'status', value: 'inactive' },
});

export const Form = recordForm({
  resource: 'pricing_profiles',
  title: 'catalogue:pricing_profile',
  sections: [
    { fields: ['profile_name', 'profile_name_ar', 'profile_name_ckb', 'status', 'start_date', 'end_date'] },
    { title: 'catalogue:sections.applies', fields: ['apply_on', 'categories', 'brands', 'items'] },
    {
      title: 'catalogue:sections.discount',
      fields: ['discount_percentage', 'discount_start_amount', 'discount_end_amount', 'note'],
    },
  ],
});
