/**
 * Revaluations: foreign money, receivables and payables at the rates of a period's last day, reversed on the next day.
 */

import { useTranslation } from 'react-i18next';
import { useAccountTitle } from '../shared/api/chart.ts';
import { useRecordName } from '../shared/api/lookup.ts';
import { listThatFits } from '../shared/api/wire.ts';
import { Amount, Day } from '../shared/controls/amount.tsx';
import { SmallTable } from '../shared/controls/small-table.tsx';
import { EmptyState } from '../shared/controls/states.tsx';
import { declareEditor } from '../shared/document/declare-editor.ts';
import { documentScreens } from '../shared/document/document-screens.ts';
import { beginsWith } from '../shared/document/fields/usual-fields.ts';
import { rateOn } from '../shared/document/model/reference-data.ts';
import type { DocumentSession } from '../shared/document/model/session.ts';
import { POSTED_TRANSITIONS } from '../shared/document/model/usual-transitions.ts';
import { readDay, readWholeNumber } from '../shared/report/report-search.ts';
import { useMe } from '../shared/session/session.ts';
import { by, oneOf, usual } from '../shared/table/usual-columns.ts';

interface Revalued {
  readonly account: number;
  readonly party: string | null;
  readonly currency_fk: number;
  readonly foreign_amount: string;
  readonly base: string;
  readonly rate: string;
}

/** The valued balances, as the event stores them: amounts and rates. */
function Balances({ session }: { session: DocumentSession }) {
  const { t } = useTranslation();
  const { system_currency } = useMe();
  const { data } = session.read().server ?? {};
  const balances = listThatFits<Revalued>(data?.['balances'], {});
  if (balances.length === 0) {
    return <EmptyState title={t('closing:not_valued')} text={t('closing:not_valued_hint')} />;
  }
  return (
    <div className="overflow-x-auto p-4 max-md:p-2">
      <p className="mb-3 text-ink-muted">
        {t('closing:taken_back_on')} <Day value={String(data?.['next_day'] ?? '')} />
      </p>
      <SmallTable
        className="w-full max-w-4xl"
        rows={balances}
        keyOf={({ account, party, currency_fk }) => `${account} ${party} ${currency_fk}`}
        columns={[
          { head: t('closing:account'), cell: (balance) => <AccountOfParty balance={balance} /> },
          { head: t('closing:foreign'), number: true, cell: (balance) => <ForeignAmount balance={balance} /> },
          {
            head: t('closing:carried'),
            number: true,
            cell: ({ base }) => <Amount value={base} decimals={system_currency.decimals} />,
          },
          { head: t('closing:rate'), number: true, cell: ({ rate }) => <Amount value={rate} /> },
        ]}
      />
    </div>
  );
}

function AccountOfParty({ balance }: { balance: Revalued }) {
  const [kind, id] = (balance.party ?? '').split('-');
  const account = useAccountTitle(balance.account);
  const party = useRecordName(kind === 'supplier' ? 'suppliers' : 'customers', id ? Number(id) : null, undefined);
  return (
    <>
      <bdi>{account ?? balance.account}</bdi>
      {party && (
        <>
          {' · '}
          <bdi>{party}</bdi>
        </>
      )}
    </>
  );
}

function ForeignAmount({ balance }: { balance: Revalued }) {
  const currency = useMe().currencies.find(({ currency_id }) => currency_id === balance.currency_fk);
  return (
    <span className="whitespace-nowrap">
      <Amount value={balance.foreign_amount} decimals={currency?.decimals ?? 2} /> {currency?.symbol}
    </span>
  );
}

/** The close checks of a financial year link here with a day and an outlet. */
function asked(): { readonly date?: string | number; readonly outlet_fk?: string | number } {
  const search = new URLSearchParams(window.location.search);
  const date = readDay(search.get('date') ?? '');
  const outlet_fk = readWholeNumber(search.get('outlet_fk'));
  return { ...(date === undefined ? {} : { date }), ...(outlet_fk === undefined ? {} : { outlet_fk }) };
}

/** Never sent: a rate chosen by a person stays when the day changes. */
const CHOSEN = 'is_rate_chosen';

export const revaluationDeclaration = declareEditor('revaluations', {
  header: [
    'date',
    {
      field: 'rate_fk',
      kind: 'lookup',
      resource: 'currency_rates',
      required: true,
      ofDay: (header) => (header[CHOSEN] ? undefined : { rate_fk: rateOn(header['date'])?.rate_id ?? null }),
      fills: () => ({ [CHOSEN]: true }),
    },
    'outlet_fk',
    'reference_number',
    'note',
  ],
  completion: { transition: 'post', status: 'posted' },
  newHeader: (context) => {
    const header = { ...beginsWith(context, 'outlet_fk', 'date', 'system_currency_fk'), ...asked() };
    return { ...header, rate_fk: rateOn(header['date'])?.rate_id ?? null };
  },
  totals: () => ({ lines: new Map(), rows: [], total: '0' }),
  tab: { name: 'balances', content: Balances },
  transitions: POSTED_TRANSITIONS,
});

export const { Table, Editor } = documentScreens(revaluationDeclaration, {
  columns: [
    ...usual('number', 'date', 'status'),
    { field: 'total', kind: 'amount', currency: 'system', label: 'closing:gain' },
    ...usual('outlet_fk', 'note'),
  ],
  filters: [...by('date'), oneOf('status', ['draft', 'posted', 'reversed'])],
  inactive: { field: 'status', value: 'reversed' },
});
