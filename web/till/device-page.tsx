/** The device page of a till: pending and refused entries, catalogue, storage, clock, and updates. */
import { CloudUpload, Download, RefreshCw, ShieldCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Moment } from '../shared/controls/amount.tsx';
import { Button } from '../shared/controls/button.tsx';
import { StatusChip, type Tone } from '../shared/controls/status-chip.tsx';
import { usePreferences } from '../shared/language/preferences.ts';
import { formatDecimal } from '../shared/typing/number-format.ts';
import type { TillDevice } from './device/device.ts';
import { useWatched } from './device/use-watched.ts';
import { PrinterCard } from './printing/printer-card.tsx';
import { RefusedEntries } from './refused-entries.tsx';
import { saveFile } from './save-file.ts';
import { useNow, WaitingChip } from './waiting-chip.tsx';

interface Props {
  readonly device: TillDevice;
}

export function DevicePage({ device }: Props) {
  const { t } = useTranslation();
  const identity = useWatched(device.identity);
  return (
    <main className="mx-auto flex max-w-4xl flex-col gap-4 p-4">
      <header className="flex flex-wrap items-center gap-3">
        <h1 className="text-lg font-semibold">{t('device:title')}</h1>
        {identity && (
          <bdi className="text-ink-muted">
            {identity.till_name} · {identity.outlet_name}
          </bdi>
        )}
        <span className="ms-auto">
          <WaitingChip device={device} />
        </span>
      </header>
      {!identity && <NotEnrolled device={device} />}
      <div className="grid gap-4 md:grid-cols-2">
        <Sending device={device} />
        <CatalogueCard device={device} />
        <StorageCard device={device} />
        <ClockCard device={device} />
        <CashiersCard device={device} />
        <VersionCard device={device} />
        <PrinterCard device={device} />
      </div>
      <RefusedEntries device={device} />
    </main>
  );
}

function NotEnrolled({ device }: Props) {
  const { t } = useTranslation();
  const network = useWatched(device.network);
  return (
    <p role="alert" className="rounded-lg bg-warning p-3 text-warning-ink">
      {t(network === 'online' ? 'device:not_enrolled' : 'device:not_reached_yet')}
    </p>
  );
}

function Card({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="flex flex-col items-start gap-3 rounded-lg border border-edge bg-surface-1 p-4 shadow-card">
      <h2 className="text-base font-semibold">{title}</h2>
      {children}
    </section>
  );
}

function Sending({ device }: Props) {
  const { t } = useTranslation();
  const { waiting, reason, retry_at } = useWatched(device.sender.state);
  return (
    <Card title={t('device:sending')}>
      <WaitingChip device={device} />
      {reason !== null && <p className="text-ink-muted">{t(`device:reason.${reason}`)}</p>}
      {waiting > 0 && retry_at !== null && (
        <p className="text-ink-muted">
          {t('device:next_try')} <Moment value={retry_at} />
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          icon={CloudUpload}
          disabled={waiting === 0}
          aria-description={waiting === 0 ? t('device:all_sent') : undefined}
          onClick={() => device.sender.wake()}
        >
          {t('device:send_now')}
        </Button>
        <Button icon={Download} onClick={() => void saveFile(device)}>
          {t('device:export_all')}
        </Button>
      </div>
    </Card>
  );
}

function CatalogueCard({ device }: Props) {
  const { t } = useTranslation();
  const { status, items, as_of, loading } = useWatched(device.catalogue.state);
  const [busy, setBusy] = useState(false);
  const refresh = async () => {
    setBusy(true);
    await device.refresh();
    setBusy(false);
  };
  return (
    <Card title={t('device:catalogue')}>
      {status === 'none' && <p className="text-ink-muted">{t('device:catalogue_none')}</p>}
      {loading && <p role="status">{t('device:catalogue_loading', { count: loading.items })}</p>}
      {status === 'ready' && <p>{t('device:catalogue_items', { count: items })}</p>}
      {as_of !== null && (
        <p className="text-ink-muted">
          {t('device:as_of')} <Moment value={as_of} />
        </p>
      )}
      <Button icon={RefreshCw} busy={busy} onClick={() => void refresh()}>
        {t('device:refresh')}
      </Button>
    </Card>
  );
}

const MEGABYTE = 1_000_000;

function StorageCard({ device }: Props) {
  const { t } = useTranslation();
  const { digits } = usePreferences();
  const { persisted, usage, quota, full, lost } = useWatched(device.storage.state);
  const [was, tone]: ['kept' | 'may_be_emptied', Tone] = persisted
    ? ['kept', 'success']
    : ['may_be_emptied', 'warning'];
  const megabytes = (bytes: number) => formatDecimal(String(Math.round(bytes / MEGABYTE)), { digits });
  return (
    <Card title={t('device:storage')}>
      {persisted !== null && <StatusChip tone={tone} label={t(`device:storage_${was}`)} />}
      {usage !== null && quota !== null && (
        <p className="text-ink-muted">{t('device:storage_used', { used: megabytes(usage), of: megabytes(quota) })}</p>
      )}
      {full && <Warning>{t('device:storage_full')}</Warning>}
      {lost && <Warning>{t('device:storage_lost')}</Warning>}
      {persisted === false && (
        <Button icon={ShieldCheck} onClick={() => void device.storage.persist()}>
          {t('device:keep_storage')}
        </Button>
      )}
    </Card>
  );
}

const Warning = ({ children }: { readonly children: ReactNode }) => (
  <p role="alert" className="rounded-md bg-danger p-2 text-danger-ink">
    {children}
  </p>
);

const MINUTE_MS = 60_000;

function ClockCard({ device }: Props) {
  const { t } = useTranslation();
  const { offset_ms, measured_at, wrong } = useWatched(device.clock.state);
  const now = useNow(device);
  const minutes = Math.round(Math.abs(offset_ms) / MINUTE_MS);
  return (
    <Card title={t('device:clock')}>
      <p>
        <Moment value={now.toISOString()} />
      </p>
      {measured_at === null && <p className="text-ink-muted">{t('device:clock_not_measured')}</p>}
      {measured_at !== null && !wrong && <StatusChip tone="success" label={t('device:clock_right')} />}
      {wrong && <Warning>{t(offset_ms > 0 ? 'device:clock_slow' : 'device:clock_fast', { count: minutes })}</Warning>}
    </Card>
  );
}

function CashiersCard({ device }: Props) {
  const { t } = useTranslation();
  useWatched(device.cashiers.session);
  useWatched(device.catalogue.state);
  const offline = device.cashiers.list().filter((cashier) => cashier.offline);
  return (
    <Card title={t('device:cashiers')}>
      {offline.length === 0 && <p className="text-ink-muted">{t('device:cashiers_none')}</p>}
      <ul className="flex flex-wrap gap-2">
        {offline.map(({ id, name }) => (
          <li key={id}>
            <StatusChip tone="neutral" label={name} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function VersionCard({ device }: Props) {
  const { t } = useTranslation();
  const { ready } = useWatched(device.updates.state);
  const [isBusy, setBusy] = useState(false);
  const apply = async () => setBusy((await device.updates.apply()) === 'busy');
  return (
    <Card title={t('device:version')}>
      {ready ? (
        <>
          <StatusChip tone="info" label={t('device:version_ready')} />
          {isBusy && <Warning>{t('device:version_busy')}</Warning>}
          <Button look="primary" onClick={() => void apply()}>
            {t('device:version_apply')}
          </Button>
        </>
      ) : (
        <StatusChip tone="success" label={t('device:version_newest')} />
      )}
    </Card>
  );
}
