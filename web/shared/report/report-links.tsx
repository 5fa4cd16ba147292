/** Links from figures to their document and their event. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Moment } from '../controls/amount.tsx';
import { hasText, say } from '../language/language.ts';
import { usePreferences } from '../language/preferences.ts';
import { DOCUMENT_PAGES } from '../navigation/document-pages.ts';
import { formatDate, formatMoment } from '../typing/date-words.ts';
import { shapeDigits } from '../typing/digits.ts';

/** At least 24 by 24 pixels, for touch. */
export const LINK = 'inline-block min-h-6 min-w-6 py-0.5 text-accent underline-offset-2 hover:underline';

interface DocumentLinkProps {
  readonly kind: string;
  readonly id: number;
  readonly number: string | null;
  /** -1 beside boxes that Tab leads through. */
  readonly tabIndex?: number;
}

export function documentWords({ kind, id, number }: DocumentLinkProps): string {
  return `${kindWords(kind)} ${numberOf({ kind, id, number })}`;
}

/** A document without a number is a draft. */
const numberOf = ({ kind, id, number }: DocumentLinkProps): string =>
  number ?? (DOCUMENT_PAGES.has(kind) ? say('document:draft_number', { id: String(id) }) : String(id));

/** A stream of the log (`sale-12`) as the name of its document or record; other texts unchanged. */
export function streamWords(text: string): string {
  const [, kind, id] = /^([a-z_]+)-(\d{1,9})$/.exec(text) ?? [];
  return kind === undefined ? text : `${kindWords(kind)} ${id}`;
}

/** The name of a kind of document or record, which is the label of fields that reference it. */
export function kindWords(kind: string): string {
  const key = [`report:documents.${kind}`, `documents:${kind}.one`, `fields:${kind}_fk`, `labels:${kind}_fk`].find(
    hasText,
  );
  return key === undefined ? kind.replaceAll('_', ' ') : say(key);
}

/** The page of a document; undefined for kinds without one. */
export const documentPath = (kind: string, id: number): string | undefined => {
  const page = DOCUMENT_PAGES.get(kind);
  return page && `${page.path}/${id}`;
};

export function DocumentLink(props: DocumentLinkProps) {
  const path = documentPath(props.kind, props.id);
  const words = (
    <bdi>
      {kindWords(props.kind)} <span className="whitespace-nowrap">{numberOf(props)}</span>
    </bdi>
  );
  return path ? (
    <Link to={path} tabIndex={props.tabIndex} className={LINK}>
      {words}
    </Link>
  ) : (
    words
  );
}

/** A link to the page of an event, named by its words or its moment. */
export function EventLink({ position, children, label }: EventLinkProps) {
  return (
    <Link to={`/ledger/events/${position}`} className={LINK} aria-label={label}>
      {children}
    </Link>
  );
}

interface EventLinkProps {
  readonly position: string;
  readonly children: ReactNode;
  readonly label?: string;
}

/** The moment of an event as a link to its page. */
export function RecordedLink({ position, at }: { position: string; at: string }) {
  const { t } = useTranslation();
  const { digits } = usePreferences();
  return (
    <EventLink position={position} label={t('report:event_at', { moment: shapeDigits(formatMoment(at), digits) })}>
      <Moment value={at} />
    </EventLink>
  );
}

/** A note for lines outside of the document's own entry: a cost difference, a reversal. It links to its cause. */
export function KindNote({ kind, cause, position }: { kind: string; cause: string; position: string }) {
  const { t } = useTranslation();
  if (kind === 'normal' || kind === 'movement') return null;
  const words = t(`report:kinds.${kind}`);
  return (
    <span className="ms-2 rounded-sm bg-neutral px-1.5 text-xs text-neutral-ink">
      {cause === position ? words : <EventLink position={cause}>{words}</EventLink>}
    </span>
  );
}

/** A note for prior-period adjustments: the day in a closed year. */
export function TrueDateNote({ date }: { date: string | null | undefined }) {
  const { t } = useTranslation();
  const { digits } = usePreferences();
  if (!date) return null;
  return (
    <span className="ms-2 rounded-sm bg-warning px-1.5 text-xs text-warning-ink">
      {t('report:true_date', { date: shapeDigits(formatDate(date), digits) })}
    </span>
  );
}
