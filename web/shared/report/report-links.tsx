/** Links from figures to their document and their event. */
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { DOCUMENT_PAGES } from '../../shell/document-pages.ts';
import { hasText, say } from '../language/language.ts';
import { usePreferences } from '../language/preferences.ts';
import { formatDate } from '../typing/date-words.ts';
import { shapeDigits } from '../typing/digits.ts';

/** At least 24 by 24 pixels, for touch. */
export const LINK = 'inline-block min-h-6 min-w-6 py-0.5 text-accent underline-offset-2 hover:underline';

interface DocumentLinkProps {
  readonly kind: string;
  readonly id: number;
  readonly number: string | null;
}

export function documentWords({ kind, id, number }: DocumentLinkProps): string {
  return `${kindWords(kind)} ${numberOf({ id, number })}`;
}

const numberOf = ({ id, number }: Pick<DocumentLinkProps, 'id' | 'number'>): string => number ?? `#${id}`;

/** A stream of the log (`sale-12`) as the name of its document or record; other texts unchanged. */
export function streamWords(text: string): string {
  const [, kind, id] = /^([a-z_]+)-(\d{1,9})$/.exec(text) ?? [];
  return kind === undefined ? text : documentWords({ kind, id: Number(id), number: null });
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
    <Link to={path} className={LINK}>
      {words}
    </Link>
  ) : (
    words
  );
}

export function EventLink({ position }: { position: string }) {
  const { t } = useTranslation();
  return (
    <Link
      to={`/ledger/events/${position}`}
      className={`numeric ${LINK}`}
      aria-label={t('report:event_at', { position })}
    >
      #{position}
    </Link>
  );
}

/** A note for lines outside of the document's own entry: a cost difference, a reversal. */
export function KindNote({ kind, cause, position }: { kind: string; cause: string; position: string }) {
  const { t } = useTranslation();
  if (kind === 'normal' || kind === 'movement') return null;
  return (
    <span className="ms-2 rounded-sm bg-neutral px-1.5 text-xs text-neutral-ink">
      {t(`report:kinds.${kind}`)}
      {cause !== position && (
        <>
          {' '}
          <EventLink position={cause} />
        </>
      )}
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
