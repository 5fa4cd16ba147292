/** The menu of a document in its list: what may be done with it in the state that the row says. The server has the last word. */
import { Eye, Pencil, Trash2, Undo2 } from 'lucide-react';
import { post } from '../api/client.ts';
import { say } from '../language/language.ts';
import { notifySuccess } from '../notify/notify.ts';
import { idOf, type RowAction, type Table } from './declaration.ts';

/** States in which a document is not in the books yet. */
const UNPOSTED: readonly unknown[] = ['draft', 'pending'];
const IN_FORCE: readonly unknown[] = ['complete', 'closed', 'sent', 'received'];

/** `own` are those of the table, which stand between opening a document and throwing it away. */
export function documentActions(table: Table, own: readonly RowAction[]): readonly RowAction[] {
  const { resource, endpoint, path, returns } = table;
  if (path === null) return own;
  const open: RowAction['run'] = (row, context) => context.open(`${path}/${idOf(table, row)}`);
  const isDraft = (status: unknown) => UNPOSTED.includes(status);
  return [
    {
      name: 'view',
      icon: Eye,
      permission: `${resource}/show##${resource}/update`,
      shown: ({ status }) => !isDraft(status),
      run: open,
    },
    { name: 'edit', icon: Pencil, permission: `${resource}/update`, shown: ({ status }) => isDraft(status), run: open },
    ...own,
    ...(returns
      ? [
          {
            name: 'return_goods',
            label: 'sales:return_goods',
            icon: Undo2,
            permission: returns.permission,
            shown: ({ status }) => IN_FORCE.includes(status),
            run: (row, context) => context.open(returns.path, { [returns.parameter]: String(idOf(table, row)) }),
          } satisfies RowAction,
        ]
      : []),
    {
      name: 'discard',
      label: 'document:transitions.discard',
      icon: Trash2,
      permission: `${resource}/destroy`,
      dangerous: true,
      confirm: 'document:confirm.discard',
      // What has a number keeps its place among the numbers.
      shown: ({ status, number }) => isDraft(status) && (number ?? null) === null,
      run: async (row, { reload }) => {
        await post(`${endpoint}/${idOf(table, row)}/discard`, { revision: row['revision'] });
        notifySuccess(say('table:discarded'));
        await reload();
      },
    },
  ];
}
