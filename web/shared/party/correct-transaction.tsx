/** A payment is corrected by reversing it and entering it again: the two name each other. */
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { PenLine } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { get } from '../api/client.ts';
import type { ListPage } from '../api/list.ts';
import { Button } from '../controls/button.tsx';
import { ReasonDialog } from '../document/dialogs/transition-dialogs.tsx';
import type { DocumentSession } from '../document/model/session.ts';
import { useSessionState } from '../document/model/use-session.ts';
import { LINK } from '../report/report-links.tsx';
import { useCan } from '../session/session.ts';

export function CorrectTransaction({ session }: { session: DocumentSession }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const can = useCan();
  const [asking, setAsking] = useState(false);
  const { server } = useSessionState(session);
  const { resource, path } = session.declaration;
  if (!server) return null;
  const enterAgain = () => void navigate({ to: `${path}/new`, search: { replaces: server.id } });
  const onClose = () => {
    setAsking(false);
    if (session.read().server?.status === 'reversed') enterAgain();
  };
  return (
    <>
      <Linked session={session} onEnterAgain={enterAgain} />
      {server.possible.includes('reverse') && can(`${resource}/destroy`) && can(`${resource}/store`) && (
        <Button icon={PenLine} onClick={() => setAsking(true)}>
          {t('parties:settle.correct')}
        </Button>
      )}
      {asking && <ReasonDialog session={session} name="reverse" onClose={onClose} />}
    </>
  );
}

/** What this one corrects, and what corrects it; one that was only reversed can still be entered again. */
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
      return (await get<ListPage>(resource, { query })).data.data;
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
