/** Tills: this device, how cashiers sign in, all tills, and settings for every till. */
import { Link } from '@tanstack/react-router';
import { LockOpen, MonitorCheck, MonitorX, SlidersHorizontal } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { command } from '../shared/api/command.ts';
import type { Row } from '../shared/api/list.ts';
import { forget } from '../shared/api/query.ts';
import { StatusChip } from '../shared/controls/status-chip.tsx';
import { recordForm } from '../shared/form/record-form.tsx';
import { usePreferences } from '../shared/language/preferences.ts';
import { notifySuccess } from '../shared/notify/notify.ts';
import { LINK } from '../shared/report/report-links.tsx';
import { useCan } from '../shared/session/session.ts';
import type { RowAction } from '../shared/table/declaration.ts';
import { tableScreen } from '../shared/table/table-screen.tsx';
import { by, oneOf, usual } from '../shared/table/usual-columns.ts';
import { shapeDigits } from '../shared/typing/digits.ts';
import { Form as TillSettings } from '../till/office/settings-form.ts';
import { WaitingReviews } from '../till/office/waiting-reviews.tsx';
import { CashierSettings } from './cashier-settings.tsx';
import { deviceWords } from './device-words.ts';
import { Card, THIS_TILL, ThisDevice } from './this-device.tsx';

function Cards() {
  return (
    // A third card ends the row, or fills one of its own: it leaves no hole beside it.
    <div className="grid gap-4 px-4 pb-4 lg:grid-cols-2 2xl:grid-cols-3 [&>:nth-child(3)]:lg:max-2xl:col-span-2">
      <ThisDevice />
      <CashierSettings />
      <OfTills />
    </div>
  );
}

/** Links to separate pages. */
function OfTills() {
  const { t } = useTranslation();
  const can = useCan();
  if (!can('pos_sales/review##closing_drawers/review')) return null;
  return (
    <Card title={t('till:of_all_tills')}>
      <WaitingReviews />
      <Link to="/sales/till-reviews" className={LINK}>
        {t('till:reviews')}
      </Link>
    </Card>
  );
}

/** Empty for a device that has reported nothing. */
function WhatWaits({ row }: { row: Row }) {
  const { digits } = usePreferences();
  const { waiting } = row;
  if (typeof waiting !== 'number') return <span className="text-ink-muted">–</span>;
  return <StatusChip tone={waiting === 0 ? 'success' : 'warning'} label={shapeDigits(String(waiting), digits)} />;
}

function Version({ row }: { row: Row }) {
  const { t } = useTranslation();
  if (row['has_update'] === true) return <StatusChip tone="info" label={t('till:newer_waits')} />;
  if (row['has_update'] === false) return <StatusChip tone="success" label={t('till:newest')} />;
  return <span className="text-ink-muted">–</span>;
}

const action = (name: 'revoke' | 'unlock', more: Partial<RowAction>): RowAction => ({
  name,
  label: `people:actions.${name}`,
  run: async (row, { reload }) => {
    const { message } = await command(`tills/:id/${name}`, {
      params: { id: String(row['till_id']) },
      body: { revision: Number(row['revision']) },
    });
    if (message) notifySuccess(message);
    await Promise.all([reload(), forget(THIS_TILL)]);
  },
  ...more,
});

const Tills = tableScreen({
  resource: 'tills',
  title: 'people:pos_settings',
  empty: 'people:tills_empty',
  canAdd: false,
  columns: [
    { field: 'till_name', kind: 'text', main: true },
    ...usual('outlet_fk'),
    { field: 'status', kind: 'status', tones: { enrolled: 'success', revoked: 'neutral' } },
    { field: 'seen_at', kind: 'moment', sortable: false },
    {
      field: 'waiting',
      kind: 'number',
      sortable: false,
      cell: (row) => <WhatWaits row={row} />,
      text: (row) => String(row['waiting'] ?? ''),
    },
    { field: 'oldest_at', kind: 'moment', sortable: false },
    { field: 'refused', kind: 'number', sortable: false },
    { field: 'missing', kind: 'number', sortable: false },
    {
      field: 'version',
      kind: 'text',
      sortable: false,
      cell: (row) => <Version row={row} />,
      text: (row) => String(row['version'] ?? ''),
    },
    { field: 'number_prefix', kind: 'code', sortable: false },
    {
      field: 'device',
      kind: 'text',
      sortable: false,
      cell: (row) => <bdi title={String(row['device'] ?? '')}>{deviceWords(String(row['device'] ?? ''))}</bdi>,
      text: (row) => deviceWords(String(row['device'] ?? '')),
    },
  ],
  filters: [...by('outlet_fk'), oneOf('status', ['enrolled', 'revoked'])],
  rowActions: [
    {
      name: 'enrol_here',
      label: 'people:actions.enrol_here',
      icon: MonitorCheck,
      permission: 'tills/store',
      confirm: 'people:confirm.enrol_here',
      run: async (row, { reload }) => {
        const { message } = await command('tills/enrol', {
          body: { till_fk: Number(row['till_id']), revision: Number(row['revision']) },
        });
        if (message) notifySuccess(message);
        await Promise.all([reload(), forget(THIS_TILL)]);
      },
    },
    action('unlock', { icon: LockOpen, permission: 'tills/update', shown: (row) => row['status'] === 'enrolled' }),
    action('revoke', {
      icon: MonitorX,
      permission: 'tills/destroy',
      dangerous: true,
      confirm: 'people:confirm.revoke',
      shown: (row) => row['status'] === 'enrolled',
    }),
  ],
  inactive: { field: 'status', value: 'revoked' },
  banner: () => <Cards />,
});

const TABS = [
  { name: 'devices', icon: MonitorCheck, to: '/settings/pos' },
  { name: 'rules', icon: SlidersHorizontal, to: '/settings/pos/settings' },
] as const;

/** One page with two tabs; users without the settings permission see the devices only. */
function PosPage({ shown, children }: { shown: (typeof TABS)[number]['name']; children: ReactNode }) {
  const { t } = useTranslation();
  const can = useCan();
  return (
    <div className="flex h-full flex-col">
      {can('till_settings/show') && (
        <nav aria-label={t('people:pos_settings')} className="no-print flex gap-1 px-4 pt-2">
          {TABS.map(({ name, icon: Icon, to }) => (
            <Link
              key={name}
              to={to}
              activeOptions={{ exact: true }}
              aria-current={name === shown ? 'page' : undefined}
              className="inline-flex h-8 items-center gap-1.5 rounded-md px-3 text-ink-muted hover:bg-surface-3 hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent-strong"
            >
              <Icon size={15} aria-hidden />
              {t(`till:tabs.${name}`)}
            </Link>
          ))}
        </nav>
      )}
      <div className="min-h-0 flex-1 overflow-y-auto">{children}</div>
    </div>
  );
}

/** The address of a till's desktop application; everybody who sells at one may see it. */
export function PosSettings() {
  const can = useCan();
  return (
    <PosPage shown="devices">
      {/* In a narrow window the cards are stacked, and the page grows with the list of devices. */}
      {can('tills/index') ? (
        <div className="h-full max-lg:h-[64rem]">
          <Tills />
        </div>
      ) : (
        <Cards />
      )}
    </PosPage>
  );
}

export function PosRules() {
  return (
    <PosPage shown="rules">
      <TillSettings />
    </PosPage>
  );
}

export const Form = recordForm({
  resource: 'tills',
  title: 'people:till',
  sections: [{ fields: ['till_name', 'outlet_fk', 'inventory_fk'] }],
});
