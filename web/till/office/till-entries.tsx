/** The till entries of a receipt: device, sequence number, state of the chain, broken rules. */
import { useTranslation } from 'react-i18next';
import { Moment } from '../../shared/controls/amount.tsx';
import { StatusChip, type Tone } from '../../shared/controls/status-chip.tsx';
import type { DocumentSession } from '../../shared/document/model/session.ts';
import { eventWords } from '../../shared/history/event-words.ts';
import { usePreferences } from '../../shared/language/preferences.ts';
import { DocumentLink } from '../../shared/report/report-links.tsx';
import { formatDate } from '../../shared/typing/date-words.ts';
import { shapeDigits } from '../../shared/typing/digits.ts';
import { ChainFindings } from './chain-findings.tsx';
import { type TillEntry, useTillEntries } from './drawer-figures.ts';

const TONES: Readonly<Record<TillEntry['chain'], Tone>> = {
  whole: 'success',
  gap: 'warning',
  double: 'danger',
  changed: 'danger',
};

/** Renders nothing for a document that no till entered. */
export function TillEntries({ session }: { session: DocumentSession }) {
  const { t } = useTranslation();
  const { entries = [] } = useTillEntries(session) ?? {};
  if (entries.length === 0) return null;
  return (
    <section aria-label={t('till:entries')} className="flex flex-col gap-3">
      <h2 className="text-base font-semibold">{t('till:entries')}</h2>
      <ChainFindings session={session} />
      <ul className="flex flex-col gap-3">
        {entries.map((entry) => (
          <li key={entry.uuid} className="flex flex-col gap-1 border-b border-edge pb-3">
            <p className="flex flex-wrap items-center gap-2">
              <span className="font-medium">{eventWords(entry.event)}</span>
              <bdi>{entry.till_name}</bdi>
              <span className="text-ink-muted">{t('till:entry_number', { number: entry.sequence })}</span>
              <StatusChip tone={TONES[entry.chain]} label={t(`till:chain_state.${entry.chain}`)} />
            </p>
            <p className="text-ink-muted">
              <bdi>{entry.user_name}</bdi> · <Moment value={entry.made_at} />
              {entry.printed_at !== null && (
                <>
                  {' · '}
                  <PrintedAt said={entry.printed_at} />
                </>
              )}
              {entry.approved_by_name && (
                <>
                  {' · '}
                  {t('till:allowed_by', { name: entry.approved_by_name })}
                </>
              )}
            </p>
            {entry.rules.map((rule) => (
              <p key={rule} className="text-warning-ink">
                {rule}
              </p>
            ))}
            {entry.note !== null && (
              <p className="text-ink-muted">
                {t('till:reviewed_by', { name: entry.reviewed_by_name ?? '' })}: <bdi>{entry.note}</bdi>
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The moment on the paper, which the books do not have. */
function PrintedAt({ said }: { readonly said: string }) {
  const { t } = useTranslation();
  const { digits } = usePreferences();
  const [day, time = ''] = said.split(' ');
  return t('till:printed_at', { moment: shapeDigits(`${formatDate(day)} ${time}`, digits) });
}

/** The receipt that this one replaced, and the receipt that replaced this one. */
export function Replacements({ session }: { session: DocumentSession }) {
  const { t } = useTranslation();
  const { replaces = [], replaced_by = [] } = useTillEntries(session) ?? {};
  const links = [
    ...replaces.map((document) => ['till:replaces', document] as const),
    ...replaced_by.map((document) => ['till:replaced_by', document] as const),
  ];
  return links.map(([label, { document_kind, document_id, number }]) => (
    <p key={`${label} ${document_id}`}>
      {t(label)}: <DocumentLink kind={document_kind} id={document_id} number={number} />
    </p>
  ));
}
