/**
 * A payment is corrected by a new one, which starts as its copy and reverses it when stored. Until then nothing
 * changes. Both link to each other.
 */
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { PenLine } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { read, readPage } from '../api/read.ts';
import { Button } from '../controls/button.tsx';
import { idOf } from '../document/model/draft.ts';
import { useEditing } from '../document/model/editing-store.ts';
import type { DocumentSession } from '../document/model/session.ts';
import { useSessionState } from '../document/model/use-session.ts';
import { LINK } from '../report/report-links.tsx';
import { useCan } from '../session/session.ts';

export function CorrectTransaction({ session }: { session: DocumentSession }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const can = useCan();
  const { server } = useSessionState(session);
  const { resource, path } = session.declaration;
  if (!server) return <WillReplace session={session} />;
  const enterAgain = () => void navigate({ to: `${path}/new`, search: { replaces: server.id } });
  return (
    <>
      <Linked session={session} onEnterAgain={enterAgain} />
      {server.possible.includes('reverse') && can(`${resource}/destroy`) && can(`${resource}/store`) && (
        <Button icon={PenLine} onClick={enterAgain}>
          {t('parties:settle.correct')}
        </Button>
      )}
    </>
  );
}

/** A notice that storing this payment reverses the other. */
function WillReplace({ session }: { session: DocumentSession }) {
  const { t } = useTranslation();
  const { header } = useEditing(session.store).draft;
  const { resource, path } = session.declaration;
  const id = idOf(header, 'replaces_fk');
  const { data } = useQuery({
    queryKey: [resource, 'start', id],
    queryFn: () => read(':resource/:id', { params: { resource, id: Number(id) } }),
    enabled: id !== undefined,
    meta: { quiet: true },
  });
  if (!data || header['replaces_standing'] !== true) return null;
  return (
    <Link to={`${path}/${id}`} className={LINK}>
      {t('parties:settle.will_replace', { number: String(data['number'] ?? '') })}
    </Link>
  );
}

/** Links to the corrected and the correcting payment; a reversed one can be entered again. */
function Linked({ session, onEnterAgain }: { session: DocumentSession; onEnterAgain: () => void }) {
  const { t } = useTranslation();
  const can = useCan();
  const { server } = useSessionState(session);
  const { resource, path } = session.declaration;
  const reversed = server?.status === 'reversed';
  const { data } = useQuery({
    queryKey: [resource, 'replacing', server?.id],
    queryFn: async () => {
      const query = { 'filter[replaces_fk]': server?.id };
      return (await readPage(resource, { query })).data;
    },
    enabled: reversed,
    meta: { quiet: true },
  });
  const before = server?.data['replaces_fk'];
  const after = data?.[0];
  return (
    <>
      {typeof before === 'number' && (
        <Link to={`${path}/${before}`} className={LINK}>
          {t('parties:settle.corrects')}
        </Link>
      )}
      {after && (
        <Link to={`${path}/${after['id']}`} className={LINK}>
          {t('parties:settle.corrected_by', { number: String(after['number'] ?? '') })}
        </Link>
      )}
      {reversed && data?.length === 0 && can(`${resource}/store`) && (
        <Button icon={PenLine} onClick={onEnterAgain}>
          {t('parties:settle.enter_again')}
        </Button>
      )}
    </>
  );
}
