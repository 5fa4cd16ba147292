/** Balances of a customer or supplier in each currency; beside a row and on the party's page. */

import { ArrowLeftRight, FileText } from 'lucide-react';
import { lazy, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Row } from '../shared/api/list.ts';
import { listThatFits } from '../shared/api/wire.ts';
import { Amount } from '../shared/controls/amount.tsx';
import type { FormDeclaration, FormTab } from '../shared/form/form-declaration.ts';
import { History } from '../shared/history/history.tsx';
import { historyPermission } from '../shared/history/history-permission.ts';
import { fieldLabel } from '../shared/language/names.ts';
import { useCan, useMe } from '../shared/session/session.ts';
import type { RowAction } from '../shared/table/declaration.ts';

interface Balance {
  readonly currency_fk: number;
  readonly currency_name: string | null;
  readonly amount: string;
  readonly base: string;
}

/** Called outside of a component with the server's record, so the figures are a component of their own. */
export const PartyBalances = (record: Row): ReactNode => <Balances record={record} />;

function Balances({ record }: { record: Row }) {
  const { t } = useTranslation();
  const { currencies, system_currency } = useMe();
  const balances = record['balances'] === undefined ? undefined : listThatFits<Balance>(record['balances'], {});
  const decimalsOf = (currency: number) =>
    currencies.find((candidate) => candidate.currency_id === currency)?.decimals ?? 2;
  // Without the permission the server sends no balances.
  if (!balances) return null;
  return (
    <dl
      className="flex flex-wrap items-baseline gap-x-8 gap-y-1 rounded-lg border border-edge bg-surface-1 px-4 py-3"
      data-balances
    >
      <div className="flex items-baseline gap-2">
        <dt className="font-semibold">{fieldLabel('pending_amount')}</dt>
        <dd className="text-lg font-semibold">
          <Amount value={String(record['pending_amount'] ?? '0')} decimals={system_currency.decimals} />{' '}
          <span className="text-xs font-normal text-ink-muted">{system_currency.symbol}</span>
        </dd>
      </div>
      {balances.length === 0 && <div className="text-ink-muted">{t('parties:nothing_owed')}</div>}
      {balances.map(({ currency_fk, currency_name, amount }) => (
        <div key={currency_fk} className="flex items-baseline gap-2">
          <dt className="text-ink-muted">
            <bdi>{currency_name}</bdi>
          </dt>
          <dd>
            <Amount value={amount} decimals={decimalsOf(currency_fk)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

type AccountModule = Parameters<typeof lazy<FormTab['content']>>[0];

type PartyForm = Pick<FormDeclaration, 'aside' | 'tab' | 'warnsOfSameName' | 'telephones'>;

/** The page of a party: balances above its fields, its account in a tab, and a word when its name or telephone is there already. */
export const partyForm = (account: AccountModule): PartyForm => ({
  aside: PartyBalances,
  warnsOfSameName: true,
  telephones: ['mobile', 'office_phone'],
  tab: { title: 'parties:account.title', shown: () => true, content: lazy(account) },
});

/** Links to the transactions of a party, and to its statement. */
export const partyActions = (resource: 'customers' | 'suppliers'): readonly RowAction[] => {
  const one = resource === 'customers' ? 'customer' : 'supplier';
  return [
    {
      name: 'transactions',
      label: `documents:${one}_transaction.many`,
      icon: ArrowLeftRight,
      permission: `${one}_transactions/index`,
      run: (row, { open }) => open(`/${resource}/${row['consumer_id']}/transactions`),
    },
    {
      name: 'statement',
      label: 'parties:statement',
      icon: FileText,
      permission: `reports/${resource}_statement`,
      run: (row, { open }) => open(`/reports/${one}-statements?consumer_id=${row['consumer_id']}`),
    },
  ];
};

const SHOWN = ['code', 'mobile', 'office_phone', 'email', 'customer_group_name', 'city_name', 'address'] as const;

/** The side panel of a party: balances, contact, and history. */
export const partyPanel = (resource: string) => (row: Row, id: number) => <Panel {...{ resource, row, id }} />;

function Panel({ resource, row, id }: { resource: string; row: Row; id: number }) {
  const { t } = useTranslation();
  const can = useCan();
  const known = SHOWN.filter((field) => typeof row[field] === 'string' && row[field] !== '');
  return (
    <div className="flex flex-col gap-3 p-4">
      <Balances record={row} />
      <dl className="divide-y divide-edge">
        {known.map((field) => (
          <div key={field} className="flex items-baseline justify-between gap-4 py-1.5">
            <dt className="shrink-0 text-ink-muted">
              {fieldLabel(field.replace(/^(city|customer_group)_name$/, '$1_fk'))}
            </dt>
            <dd className="min-w-0 text-end break-words">
              <bdi>{String(row[field])}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {can(historyPermission(resource)) && (
        <>
          <h3 className="font-semibold">{t('history:title')}</h3>
          <History endpoint={resource} id={id} />
        </>
      )}
    </div>
  );
}
