/** Promotions: what must be bought, and what the customer is given for it. */
import { type LucideIcon, Pause, Play } from 'lucide-react';
import { patch } from '../shared/api/client.ts';
import { recordForm } from '../shared/form/record-form.tsx';
import { say } from '../shared/language/language.ts';
import { optionLabel } from '../shared/language/names.ts';
import { notifySuccess } from '../shared/notify/notify.ts';
import type { RowAction } from '../shared/table/declaration.ts';
import { tableScreen } from '../shared/table/table-screen.tsx';
import { oneOf, usual } from '../shared/table/usual-columns.ts';

/** An action of the row's menu that gives the promotion another status. */
function turn(name: string, status: string, icon: LucideIcon, isPossible: (status: unknown) => boolean): RowAction {
  return {
    name,
    label: `sales:${name}`,
    icon,
    permission: 'promotions/update',
    shown: (row) => isPossible(row['status']),
    run: async (row, { reload }) => {
      await patch(`promotions/${Number(row['section_id'])}`, { status, revision: row['revision'] });
      notifySuccess(
        say('sales:promotion_turned', { title: String(row['title']), status: optionLabel('status', status) }),
      );
      await reload();
    },
  };
}

export const Table = tableScreen({
  resource: 'promotions',
  title: 'sales:promotions',
  empty: 'sales:promotions_empty',
  columns: [
    { field: 'title', kind: 'text', main: true },
    { field: 'reward_type', kind: 'option' },
    ...usual('start_date', 'end_date', 'outlet_fk'),
    { field: 'status', kind: 'status', tones: { draft: 'neutral', active: 'success', inactive: 'warning' } },
  ],
  filters: [
    oneOf('status', ['draft', 'active', 'inactive']),
    oneOf('reward_type', ['get_free', 'get_discount', 'get_amount']),
    { field: 'start_date', kind: 'date_range' },
  ],
  rowActions: [
    turn('activate', 'active', Play, (status) => status !== 'active'),
    turn('inactivate', 'inactive', Pause, (status) => status === 'active'),
  ],
  inactive: { field: 'status', value: 'inactive' },
});

export const Form = recordForm({
  resource: 'promotions',
  title: 'sales:promotion',
  sections: [
    { fields: ['title', 'status', 'start_date', 'end_date', 'outlet_fk'] },
    { title: 'sales:sections.condition', fields: ['items', 'minimum_amount', 'currency_fk', 'applies'] },
    { title: 'sales:sections.reward', fields: ['reward_type', 'reward_items', 'reward_percentage', 'reward_amount'] },
  ],
});
