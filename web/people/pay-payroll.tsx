/** Pays chosen persons of a payroll from one account: what is left of their lines. All are chosen at first. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { printMoney, sum } from '../../domain/values/money.ts';
import { Amount } from '../shared/controls/amount.tsx';
import { Name } from '../shared/controls/name.tsx';
import { SmallTable } from '../shared/controls/small-table.tsx';
import { PayOutDialog } from '../shared/document/dialogs/pay-out-dialog.tsx';
import type { TransitionDialogProps } from '../shared/document/dialogs/transition-dialogs.tsx';
import { fieldLabel } from '../shared/language/names.ts';
import { linesOf, type PayrollLineShown } from './payroll-lines.ts';

export function PayPayroll(props: TransitionDialogProps) {
  const { t } = useTranslation();
  const open = linesOf(props.session.read().server?.data ?? {}).filter(({ rest }) => rest > 0n);
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const chosen = open.filter(({ line_id }) => !left.has(line_id));
  const choose = (ids: readonly number[], isChosen: boolean) =>
    setLeft(isChosen ? new Set([...left].filter((id) => !ids.includes(id))) : new Set([...left, ...ids]));
  const tick = (label: string, ids: readonly number[]) => (
    <input
      type="checkbox"
      checked={ids.some((id) => !left.has(id))}
      aria-label={label}
      onChange={(event) => choose(ids, event.target.checked)}
      className="size-4 align-middle accent-accent"
    />
  );
  const all = open.map(({ line_id }) => line_id);
  const lines = chosen.map(({ line_id }) => ({ line_id }));
  return (
    <PayOutDialog
      {...props}
      amount={printMoney(sum(chosen.map(({ rest }) => rest)))}
      extra={chosen.length === open.length ? {} : { lines }}
      disabled={chosen.length === 0}
      width="wide"
    >
      <div className="max-h-80 overflow-y-auto">
        <SmallTable<PayrollLineShown>
          rows={open}
          keyOf={({ line_id }) => line_id}
          columns={[
            {
              head: t('people:payroll.pays'),
              cell: ({ line_id, name }) => tick(t('people:payroll.pays_person', { name }), [line_id]),
            },
            { head: fieldLabel('user_fk'), cell: ({ name }) => <Name of={name} /> },
            {
              head: t('people:payroll.left'),
              number: true,
              cell: ({ rest }) => <Amount value={printMoney(rest)} />,
            },
          ]}
        />
      </div>
      <p className="flex items-center gap-2 font-medium" data-paid-now>
        {tick(t('people:payroll.pays_all'), all)}
        <span>{t('people:payroll.paid_now')}</span>
        <Amount value={printMoney(sum(chosen.map(({ rest }) => rest)))} className="ms-auto" />
      </p>
    </PayOutDialog>
  );
}
