/** Below the total of a payroll: its payments and its corrected lines. */
import { useTranslation } from 'react-i18next';
import { Amount, Day } from '../shared/controls/amount.tsx';
import { Name } from '../shared/controls/name.tsx';
import { SmallTable } from '../shared/controls/small-table.tsx';
import type { DocumentSession } from '../shared/document/model/session.ts';
import { useSessionState } from '../shared/document/model/use-session.ts';
import { fieldLabel } from '../shared/language/names.ts';
import { usePreferences } from '../shared/language/preferences.ts';
import { shapeDigits } from '../shared/typing/digits.ts';
import { type CorrectionShown, correctionsOf, type PaymentShown, paymentsOf } from './payroll-lines.ts';

export function PayrollPayments({ session }: { session: DocumentSession }) {
  const { t } = useTranslation();
  const { digits } = usePreferences();
  const { server } = useSessionState(session);
  const data = server?.data ?? {};
  const [payments, corrections] = [paymentsOf(data), correctionsOf(data)];
  return (
    <div className="flex flex-col gap-4 px-4 pb-3 empty:hidden">
      {payments.length > 0 && (
        <section aria-label={t('people:payroll.payments')} data-payments>
          <h2 className="font-medium">{t('people:payroll.payments')}</h2>
          <SmallTable<PaymentShown>
            rows={payments}
            keyOf={(_, index) => index}
            columns={[
              { head: fieldLabel('date'), cell: ({ date }) => <Day value={date} /> },
              { head: fieldLabel('account_fk'), cell: ({ account }) => <Name of={account} /> },
              {
                head: t('people:payroll.persons'),
                number: true,
                cell: ({ persons }) => shapeDigits(String(persons), digits),
              },
              { head: fieldLabel('amount'), number: true, cell: ({ amount }) => <Amount value={amount} /> },
            ]}
          />
        </section>
      )}
      {corrections.length > 0 && (
        <section aria-label={t('people:payroll.corrections')} data-corrections>
          <h2 className="font-medium">{t('people:payroll.corrections')}</h2>
          <SmallTable<CorrectionShown>
            rows={corrections}
            keyOf={(_, index) => index}
            columns={[
              { head: fieldLabel('date'), cell: ({ date }) => <Day value={date} /> },
              { head: fieldLabel('user_fk'), cell: ({ name }) => <Name of={name} /> },
              { head: fieldLabel('before'), number: true, cell: ({ before }) => <Amount value={before} /> },
              { head: fieldLabel('after'), number: true, cell: ({ after }) => <Amount value={after} /> },
              { head: fieldLabel('reason'), cell: ({ reason }) => <Name of={reason} /> },
            ]}
          />
        </section>
      )}
    </div>
  );
}
