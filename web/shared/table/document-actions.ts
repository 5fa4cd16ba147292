/** The menu of a document in its list: the actions that its status allows. The server checks again. */
import { Eye, Pencil, Trash2, Undo2 } from 'lucide-react';
import { command } from '../api/command.ts';
import { say } from '../language/language.ts';
import { notifySuccess } from '../notify/notify.ts';
import { idOf, type RowAction, type Table } from './declaration.ts';

/** Statuses of documents that are not posted. */
const UNPOSTED: readonly unknown[] = ['draft', 'pending'];
/** A receipt that was put aside: it is not edited in the office, but discarded. */
const HELD = 'hold';
const IN_FORCE: readonly unknown[] = ['complete', 'closed', 'sent', 'received'];

/** `own` are the table's actions, placed between opening and discarding. */
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
      // A document with a number cannot be discarded, because numbers have no gaps.
      shown: ({ status, number }) => (isDraft(status) || status === HELD) && (number ?? null) === null,
      run: async (row, { reload }) => {
        const params = { resource: endpoint, id: idOf(table, row), transition: 'discard' };
        await command(':resource/:id/:transition', { params, body: { revision: row['revision'] } });
        notifySuccess(say('table:discarded'));
        await reload();
      },
    },
  ];
}
