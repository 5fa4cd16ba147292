/** Below the total of a purchase: what its bills come to, when they have prices of their own, what was allowed, and what is owed. */
import { useTranslation } from 'react-i18next';
import { totalsOf } from '../../domain/kernel/document-amounts.ts';
import { listOf, membersOf, objectsOf } from '../../domain/kernel/members.ts';
import { money, negate, printMoney, sum } from '../../domain/kernel/money.ts';
import { Amount } from '../shared/controls/amount.tsx';
import type { DocumentSession } from '../shared/document/model/session.ts';
import { useSessionState } from '../shared/document/model/use-session.ts';
import { optionLabel } from '../shared/language/names.ts';
import { OwedFigures } from '../shared/party/owed-figures.tsx';

export function BilledFigures({ session }: { session: DocumentSession }) {
  const { t } = useTranslation();
  const { server } = useSessionState(session);
  const allowed = server ? allowedOn(server.data) : '0';
  const isBilled = listOf(server?.data['billed_lines']).length > 0;
  return (
    <>
      {server && isBilled && (
        <div className="flex min-w-72 items-baseline justify-between gap-8 px-4 pb-1" data-owed="billed">
          <span className="font-semibold">{t('purchasing:billed_in_all')}</span>
          <Amount value={printMoney(totalsOf(server.data).total)} />
        </div>
      )}
      {server && allowed !== '0' && (
        <div className="flex min-w-72 items-baseline justify-between gap-8 px-4 pb-1" data-owed="allowed">
          <span className="text-ink-muted">{optionLabel('cost_type', 'allowance')}</span>
          <Amount value={allowed} />
        </div>
      )}
      <OwedFigures session={session} />
    </>
  );
}

/** What the supplier allowed of the debt of the purchase, in its currency, as an amount below zero. */
export function allowedOn(data: Readonly<Record<string, unknown>>): string {
  const settled = objectsOf(data['entered']).flatMap(({ cost, settled_amount }) => {
    const { supplier_fk, currency_fk } = membersOf(cost);
    const isOwn = supplier_fk === data['supplier_fk'] && currency_fk === data['currency_fk'];
    return isOwn && typeof settled_amount === 'string' ? [money(settled_amount)] : [];
  });
  return printMoney(negate(sum(settled)));
}
