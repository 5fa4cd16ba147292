/** The log for auditors: events with person, time and device, newest first. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Reads, read } from '../shared/api/read.ts';
import { eventWords } from '../shared/history/event-words.ts';
import { reasonCodes, reasonWords } from '../shared/history/reason-words.ts';
import { say } from '../shared/language/language.ts';
import { useReportAddress } from '../shared/report/address.ts';
import type { ReportColumn } from '../shared/report/declaration.ts';
import { fetchPages } from '../shared/report/fetch-pages.ts';
import { ReportFrame } from '../shared/report/report-frame.tsx';
import { DocumentLink, documentWords, RecordedLink } from '../shared/report/report-links.tsx';
import { ReportPager } from '../shared/report/report-pager.tsx';
import { withoutPage } from '../shared/report/report-screen.tsx';
import type { ReportSearch } from '../shared/report/report-search.ts';
import { formatMoment } from '../shared/typing/date-words.ts';
import { type EventKind, eventFilters } from './event-filters.ts';

export type EventSummary = Reads['events']['data'][number];

const NO_KINDS: readonly EventKind[] = [];

export function EventsReport() {
  const { t } = useTranslation();
  const address = useReportAddress('to');
  const { search } = address;
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['events', 'page', search],
    queryFn: ({ signal }) => read('events', { query: requested(search), signal }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  const { data: kinds = NO_KINDS } = useQuery({
    queryKey: ['events', 'kinds'],
    queryFn: ({ signal }) => read('events/kinds', { signal }),
    meta: { quiet: true },
  });
  return (
    <ReportFrame<EventSummary>
      title={t('ledger:events')}
      label="ledger:events"
      filters={eventFilters(kinds, String(search['kind'] ?? ''), String(search['type'] ?? ''))}
      address={address}
      columns={EVENT_COLUMNS}
      rows={data?.data ?? []}
      rowKey={(row) => row.position}
      loaded={data !== undefined}
      error={error}
      onRetry={() => void refetch()}
      dimmed={isPlaceholderData}
      allRows={() => fetchPages('events', withoutPage(requested(search)))}
      pager={<ReportPager page={data} address={address} />}
    />
  );
}

/** A search for a reason covers typed reasons and the texts of reason codes. */
const requested = (search: ReportSearch): ReportSearch => ({
  ...search,
  reason_code: search['reason'] === undefined ? undefined : reasonCodes(String(search['reason'])),
});

const words = (row: EventSummary) => ({ kind: row.kind, id: row.entity_id ?? 0, number: row.name });

export const EVENT_COLUMNS: readonly ReportColumn<EventSummary>[] = [
  {
    name: 'recorded',
    label: 'report:columns.recorded',
    width: '150px',
    sheet: 'moment',
    text: (row) => formatMoment(row.recorded_at),
    cell: (row) => <RecordedLink position={row.position} at={row.recorded_at} />,
  },
  { name: 'type', label: 'report:columns.what', text: (row) => eventWords(row.type) },
  {
    name: 'stream',
    label: 'report:columns.of',
    text: (row) => documentWords(words(row)),
    cell: (row) => <DocumentLink {...words(row)} />,
  },
  { name: 'actor', label: 'report:columns.person', text: (row) => row.actor_name ?? say('history:system') },
  { name: 'outlet', label: 'report:columns.outlet', text: (row) => row.outlet_name ?? '' },
  { name: 'device', label: 'report:columns.device', text: (row) => row.device ?? '' },
  { name: 'reason', label: 'report:columns.reason', text: (row) => reasonWords(row.reason) },
];
