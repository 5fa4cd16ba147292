/** The bar above the table while rows are selected: their number, "select all matching", and bulk actions. */
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { EllipsisVertical, FileSpreadsheet, Printer, X } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type BulkAction, useBulkActions } from '../../api/bulk.ts';
import { fetchIds, type ListPage, type ListParams } from '../../api/list.ts';
import { Button, IconButton } from '../../controls/button.tsx';
import { ActionMenu } from '../../controls/menu.tsx';
import { usePreferences } from '../../language/preferences.ts';
import { notifyProblem } from '../../notify/notify.ts';
import { useCan } from '../../session/session.ts';
import { formatDecimal } from '../../typing/number-format.ts';
import type { Table } from '../declaration.ts';
import type { Selection } from '../selection.ts';
import { actionLabel } from './bulk-words.ts';

/** Loaded when an action is first chosen. */
const BulkDialog = lazy(async () => ({ default: (await import('./bulk-dialog.tsx')).BulkDialog }));

export interface BulkBarProps {
  readonly table: Table;
  readonly page: ListPage;
  readonly params: ListParams;
  readonly selection: Selection;
  readonly onPrint: (ids: readonly number[]) => void;
  readonly onExport: (ids: readonly number[]) => void;
}

/** Number of actions shown as buttons; the others are in a menu. */
const BUTTONS_MAX = 3;

export function BulkBar({ table, page, params, selection, onPrint, onExport }: BulkBarProps) {
  const { t } = useTranslation();
  const { digits } = usePreferences();
  const [asking, setAsking] = useState<BulkAction>();
  const { chosen } = table;
  const can = useCan();
  const navigate = useNavigate();
  const { data: actions = [] } = useBulkActions(table.resource, selection.ids.size > 0);
  const all = useMutation({
    mutationFn: () => fetchIds(table.endpoint, params),
    onSuccess: (rows) => selection.choose(rows),
    onError: notifyProblem,
  });
  const number = (value: number) => formatDecimal(String(value), { digits });
  if (selection.ids.size === 0) return null;
  const ids = [...selection.ids];
  const rows = ids.map((id) => ({ id, revision: selection.revisions.get(id) ?? 0 }));
  const whole = selection.ids.size >= Math.min(page.data.length, page.total) && page.total > selection.ids.size;
  return (
    <section
      aria-label={t('table:selection')}
      className="no-print mx-4 mb-3 flex flex-wrap items-center gap-2 rounded-lg border border-accent/40 bg-accent-soft px-3 py-1.5"
    >
      <p role="status" className="font-medium">
        {t('table:selected', { number: number(selection.ids.size) })}
      </p>
      {whole && actions.length > 0 && (
        <Button look="quiet" busy={all.isPending} onClick={() => all.mutate()}>
          {t('table:select_all_matching', { number: number(page.total) })}
        </Button>
      )}
      <div className="ms-auto flex flex-wrap items-center gap-1">
        {actions.slice(0, BUTTONS_MAX).map((action) => (
          <Button key={action.name} onClick={() => setAsking(action)}>
            {actionLabel(action.name)}
          </Button>
        ))}
        {chosen && can(chosen.permission) && (
          <Button onClick={() => void navigate({ to: chosen.path, search: { [chosen.parameter]: ids.join(',') } })}>
            {t(chosen.label)}
          </Button>
        )}
        {actions.length > BUTTONS_MAX && (
          <ActionMenu
            label={t('table:more_actions')}
            actions={actions.slice(BUTTONS_MAX).map((action) => ({
              key: action.name,
              label: actionLabel(action.name),
              onSelect: () => setAsking(action),
            }))}
          >
            <EllipsisVertical size={16} aria-hidden />
          </ActionMenu>
        )}
        <IconButton icon={Printer} label={t('table:print_selected')} onClick={() => onPrint(ids)} />
        <IconButton icon={FileSpreadsheet} label={t('table:excel_selected')} onClick={() => onExport(ids)} />
        <IconButton icon={X} label={t('table:clear_selection')} onClick={selection.clear} />
      </div>
      {asking && (
        <Suspense>
          <BulkDialog
            {...{ table, rows }}
            action={asking}
            onChanged={selection.renew}
            onClose={() => setAsking(undefined)}
          />
        </Suspense>
      )}
    </section>
  );
}
