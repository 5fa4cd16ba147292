/**
 * The details of stopped models: the affected figures, the unprocessable event, its document, the cause, and the
 * remedy.
 */
import { Link } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { RESOURCES } from '../../shared/api/resources.ts';
import { Moment } from '../../shared/controls/amount.tsx';
import { fieldLabel } from '../../shared/language/names.ts';
import { documentPath, documentWords } from '../../shared/report/report-links.tsx';
import { useCan } from '../../shared/session/session.ts';
import type { StoppedAt, StoppedDocument } from '../server-state.ts';
import { Banner } from './banner.tsx';
import { DoctorHint } from './doctor-hint.tsx';

/** In the banner's text colour, because links' accent colour lacks contrast there. */
const LINK = 'inline-block min-h-6 min-w-6 py-0.5 underline underline-offset-2';

/** Largest number of listed events. */
const SHOWN_MAX = 3;

export default function StoppedBanner({ stopped }: { stopped: readonly StoppedAt[] }) {
  const { t } = useTranslation();
  const models = [...new Set(stopped.flatMap((stoppedAt) => stoppedAt.models))];
  const behind = models.map((model) => t(`stopped.models.${model}`)).join(t('stopped.and'));
  const [since] = stopped.map((stoppedAt) => stoppedAt.since).sort();
  return (
    <Banner icon={TriangleAlert} title={t('stopped.title')}>
      <p>
        <strong className="font-semibold">{t('stopped.title')}</strong> {t('stopped.since')} <Moment value={since} />
        {': '}
        {t('stopped.behind', { models: behind })}
      </p>
      {stopped.slice(0, SHOWN_MAX).map((stoppedAt) => (
        <EventLine key={stoppedAt.position} stopped={stoppedAt} />
      ))}
      <DoctorHint text={t('stopped.what_to_do')} />
    </Banner>
  );
}

function EventLine({ stopped: { position, cause, models, document } }: { stopped: StoppedAt }) {
  const { t } = useTranslation();
  // The log shows the event to users who may show its document, unless the log's own model is stopped.
  const isShown = useCan()('model_loges/events_log') && document !== null && !models.includes('events');
  return (
    <p>
      {t('stopped.event')} {document && <DocumentName document={document} />}
      {isShown && (
        <>
          {' ('}
          <Link to={`/ledger/events/${position}`} className={LINK}>
            {t('report:columns.event')}
          </Link>
          {')'}
        </>
      )}
      {': '}
      {t(`stopped.causes.${cause}`)}
    </p>
  );
}

function DocumentName({ document: { kind, resource, id, name, can_open } }: { document: StoppedDocument }) {
  const words =
    resource === null ? documentWords({ kind, id, number: name }) : `${fieldLabel(`${kind}_fk`)} ${name ?? id}`;
  const list = resource === null ? undefined : RESOURCES[resource]?.path;
  const path = resource === null ? documentPath(kind, id) : list && `${list}/${id}`;
  if (!can_open || !path) return <bdi className="whitespace-nowrap">{words}</bdi>;
  return (
    <Link to={path} className={LINK}>
      <bdi>{words}</bdi>
    </Link>
  );
}
