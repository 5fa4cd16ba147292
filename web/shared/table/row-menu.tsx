/** The menu of a row: shown when at least one of its actions is permitted and possible. */
import { useNavigate } from '@tanstack/react-router';
import { EllipsisVertical, FileText, Pencil, Printer, Share2, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { remove } from '../api/command.ts';
import { ApiError } from '../api/error.ts';
import type { Row } from '../api/list.ts';
import { forget } from '../api/query.ts';
import { Confirm } from '../controls/dialog.tsx';
import { ActionMenu } from '../controls/menu.tsx';
import { say } from '../language/language.ts';
import { notifyProblem, notifySuccess } from '../notify/notify.ts';
import type { PaperAction } from '../paper/paper-actions.ts';
import { isPrinted, printPath } from '../paper/printing/print-path.ts';
import { useCan, useMe } from '../session/session.ts';
import { idOf, type RowAction, type RowActionContext, type Table } from './declaration.ts';
import { documentActions } from './document-actions.ts';

/** Edit and delete, for most records. */
function usualActions(table: Table): readonly RowAction[] {
  if (!table.canEdit || !table.path) return [];
  return [
    {
      name: 'edit',
      icon: Pencil,
      permission: `${table.resource}/update`,
      run: (row, { open }) => open(`${table.path}/${idOf(table, row)}`),
    },
    {
      name: 'delete',
      icon: Trash2,
      permission: `${table.resource}/destroy`,
      dangerous: true,
      confirm: 'table:confirm_delete',
      run: async (row, { reload }) => {
        const { revision } = row;
        const params = { resource: table.endpoint, id: idOf(table, row) };
        const answer = await remove(':resource/:id', { params, body: { revision } });
        notifySuccess(answer.message ?? say('table:deleted'));
        await reload();
      },
    },
  ];
}

/** The paper of a document from its row: its page, or at once as PDF or shared. */
function paperActions({ resource, isDocument }: Table, printedBy: string): readonly RowAction[] {
  if (!isDocument || !isPrinted(resource)) return [];
  const permission = `${resource}/show`;
  const take =
    (action: PaperAction): RowAction['run'] =>
    async (row, { open }) => {
      const id = Number(row['id']);
      const { takePaper } = await import('../paper/paper-actions.ts');
      await takePaper(action, { resource, id, printedBy, openPage: () => open(printPath(resource, id)) });
    };
  return [
    {
      name: 'print',
      label: 'paper:open',
      icon: Printer,
      permission,
      run: (row, { open }) => open(printPath(resource, Number(row['id']))),
    },
    { name: 'pdf', label: 'paper:pdf', icon: FileText, permission, run: take('pdf') },
    { name: 'share', label: 'paper:share', icon: Share2, permission, run: take('share') },
  ];
}

/** The actions of a row that the person may take now. */
export function useRowActions(table: Table, row: Row): readonly RowAction[] {
  const can = useCan();
  const { user_name } = useMe();
  const own = [...(table.rowActions ?? []), ...paperActions(table, user_name)];
  const all = table.isDocument ? documentActions(table, own) : [...own, ...usualActions(table)];
  return all.filter((action) => can(action.permission) && (action.shown?.(row) ?? true));
}

export function RowMenu({ table, row }: { table: Table; row: Row }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const actions = useRowActions(table, row);
  const [asking, setAsking] = useState<RowAction>();
  const [busy, setBusy] = useState(false);
  if (actions.length === 0) return null;

  const run = async (action: RowAction) => {
    setBusy(true);
    try {
      const open: RowActionContext['open'] = (path, search) => void navigate({ to: path, search: search ?? {} });
      await action.run(row, { open, reload: () => forget(table.endpoint) });
      setAsking(undefined);
    } catch (problem) {
      notifyProblem(problem);
      // Reloads the row, so that the action can be repeated on its current state.
      if (problem instanceof ApiError && problem.stale) await forget(table.endpoint);
    } finally {
      setBusy(false);
    }
  };
  const labelOf = (action: RowAction) => t(action.label ?? `table:actions.${action.name}`);
  const main = table.columns.find((column) => column.main);
  return (
    <>
      <ActionMenu
        label={t('table:actions_label')}
        actions={actions.map((action) => ({
          key: action.name,
          label: labelOf(action),
          ...(action.icon ? { icon: action.icon } : {}),
          dangerous: action.dangerous ?? false,
          onSelect: () => (action.confirm ? setAsking(action) : void run(action)),
        }))}
      >
        <EllipsisVertical size={16} aria-hidden />
      </ActionMenu>
      {asking && (
        <Confirm
          open
          title={labelOf(asking)}
          text={t(asking.confirm ?? '', { name: String(main ? row[main.field] : idOf(table, row)) })}
          action={labelOf(asking)}
          dangerous={asking.dangerous ?? false}
          busy={busy}
          onConfirm={() => void run(asking)}
          onClose={() => setAsking(undefined)}
        />
      )}
    </>
  );
}
