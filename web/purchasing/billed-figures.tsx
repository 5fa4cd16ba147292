/** Below the total of a purchase: what its bills come to, when they have prices of their own, and what is owed. */
import { useTranslation } from 'react-i18next';
import { totalsOf } from '../../domain/documents/document-amounts.ts';
import { listOf } from '../../domain/values/members.ts';
import { printMoney } from '../../domain/values/money.ts';
import { Amount } from '../shared/controls/amount.tsx';
import type { DocumentSession } from '../shared/document/model/session.ts';
import { useSessionState } from '../shared/document/model/use-session.ts';
import { OwedFigures } from '../shared/party/owed-figures.tsx';

export function BilledFigures({ session }: { session: DocumentSession }) {
  const { t } = useTranslation();
  const { server } = useSessionState(session);
  const isBilled = listOf(server?.data['billed_lines']).length > 0;
  return (
    <>
      {server && isBilled && (
        <div className="flex min-w-72 items-baseline justify-between gap-8 px-4 pb-1" data-owed="billed">
          <span className="font-semibold">{t('purchasing:billed_in_all')}</span>
          <span className="number-cell min-w-36">
            <Amount value={printMoney(totalsOf(server.data).total)} />
          </span>
        </div>
      )}
      <OwedFigures session={session} />
    </>
  );
}
