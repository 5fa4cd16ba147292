/** Row actions that activate and deactivate a record by its status: a pricing list, a promotion. */
import { type LucideIcon, Pause, Play } from 'lucide-react';
import { amend } from '../api/command.ts';
import { resourceOf } from '../api/resources.ts';
import { say } from '../language/language.ts';
import { optionLabel } from '../language/names.ts';
import { notifySuccess } from '../notify/notify.ts';
import type { RowAction } from './declaration.ts';

interface StatusWords {
  /** Keys of both actions, and of the message afterwards with `title` and `status`. */
  readonly activate: string;
  readonly inactivate: string;
  readonly turned: string;
}

export function statusActions(resource: string, words: StatusWords): readonly RowAction[] {
  const turn = (name: 'activate' | 'inactivate', status: 'active' | 'inactive', icon: LucideIcon): RowAction => ({
    name,
    label: words[name],
    icon,
    permission: `${resource}/update`,
    shown: (row) => (row['status'] === 'active') === (status === 'inactive'),
    run: async (row, { reload }) => {
      const params = { resource, id: Number(row[resourceOf(resource).id]) };
      await amend(':resource/:id', { params, body: { status, revision: row['revision'] } });
      const title = String(row[resourceOf(resource).name]);
      notifySuccess(say(words.turned, { title, status: optionLabel('status', status) }));
      await reload();
    },
  });
  return [turn('activate', 'active', Play), turn('inactivate', 'inactive', Pause)];
}
