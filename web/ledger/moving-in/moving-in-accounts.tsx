/** The accounts of the program before and those here, beside each other, with what is still different. */
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { accountOf, isCashAccount } from '../../../domain/chart/chart.ts';
import { OPENING_ACCOUNTS } from '../../../domain/ledger/opening-balance.schema.ts';
import { FIRST_YEAR } from '../../../domain/organisation/first-year.ts';
import { isOneOf } from '../../../domain/values/members.ts';
import { money } from '../../../domain/values/money.ts';
import { isOpen, titleOf, useChart } from '../../shared/api/chart.ts';
import { amend, type Posts } from '../../shared/api/command.ts';
import { enter } from '../../shared/api/enter.ts';
import { Amount } from '../../shared/controls/amount.tsx';
import { Button } from '../../shared/controls/button.tsx';
import { SmallTable } from '../../shared/controls/small-table.tsx';
import { SelectField } from '../../shared/form/fields/select-field.tsx';
import { accountCode, accountName } from '../../shared/report/account-name.ts';
import { useCan, useMe } from '../../shared/session/session.ts';
import { CARD, type Compared, type Comparison, type Unmapped, useSending } from './opening-comparison.ts';
import { openedAccount } from './opening-wire.ts';

/** Accounts of the program before without an account here: each is chosen once. */
export function NotTaken({ rows }: { rows: readonly Unmapped[] }) {
  const { t } = useTranslation();
  const can = useCan();
  const { data: chart = [] } = useChart(rows.length > 0);
  const { send } = useSending();
  if (rows.length === 0) return null;
  const options = chart
    .filter((account) => isOpen(account) && account.key !== 'opening-equity')
    .map((account) => ({ value: String(account.account), label: `${account.code} ${titleOf(account)}` }));
  const choose = (row: Unmapped, account: string) =>
    void send((idempotencyKey) =>
      amend('old_accounts/:id', {
        params: { id: row.old_account_id },
        body: { account: Number(account), revision: row.revision },
        idempotencyKey,
      }),
    );
  return (
    <section className={CARD} data-moving-unmapped>
      <h2 className="mb-2 font-semibold">{t('ledger:moving.choose')}</h2>
      <ul className="divide-y divide-edge">
        {rows.map((row) => (
          <li key={row.old_account_id} className="flex flex-wrap items-end gap-x-4 gap-y-1 py-2">
            <bdi className="w-20 pb-1.5 text-ink-muted">{row.code}</bdi>
            <bdi className="min-w-40 flex-1 pb-1.5">{row.name}</bdi>
            <span className="pb-1.5">
              <Amount value={row.before} />
            </span>
            <div className="w-80 max-md:w-full">
              <SelectField
                name={`account_${row.code}`}
                label={t('ledger:moving.account_here')}
                value=""
                empty=""
                disabled={!can('old_accounts/update')}
                options={options}
                onChange={(account) => account !== '' && choose(row, account)}
              />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Accounts({ comparison }: { comparison: Comparison }) {
  const { t } = useTranslation();
  const { rows, totals } = comparison;
  const numbers = (['before', 'opened', 'difference'] as const).map((field) => ({
    head: t(`ledger:moving.${field}`),
    number: true,
    cell: (row: Compared | typeof totals) => <Amount value={row[field]} />,
  }));
  if (rows.length === 0) return null;
  return (
    <section className={CARD} data-moving-accounts>
      <div className="mb-2 flex flex-wrap items-center gap-3">
        <h2 className="flex-1 font-semibold">{t('ledger:moving.accounts')}</h2>
        <OpenRest comparison={comparison} />
      </div>
      <div className="overflow-x-auto">
        <SmallTable
          rows={rows}
          keyOf={({ account }) => account}
          rowClass={({ difference }) => (money(difference) === 0n ? '' : 'font-medium')}
          columns={[
            {
              head: t('ledger:moving.account_here'),
              cell: ({ account, key, name }) => (
                <bdi>
                  {accountCode(account)} {accountName(key, name)}
                </bdi>
              ),
            },
            ...numbers,
          ]}
        />
      </div>
      <dl className="mt-2 flex flex-wrap justify-end gap-x-6 font-semibold" data-moving-totals>
        {(['before', 'opened', 'difference'] as const).map((field) => (
          <div key={field} className="flex gap-2">
            <dt className="text-ink-muted">{t(`ledger:moving.${field}`)}</dt>
            <dd>
              <Amount value={totals[field]} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The differences that no other screen opens, as a draft of opening balances. */
function OpenRest({ comparison }: { comparison: Comparison }) {
  const { t } = useTranslation();
  const can = useCan();
  const navigate = useNavigate();
  const { current_outlet_fk, system_currency } = useMe();
  const { busy, send } = useSending();
  const rest = restOf(comparison, system_currency.currency_id);
  const outlet_fk = current_outlet_fk;
  const isNothing = rest.cashes.length + rest.accounts.length === 0;
  if (!can('opening_balances/store') || isNothing || outlet_fk === null) return null;
  const body = { outlet_fk, financial_year_fk: FIRST_YEAR, ...rest };
  const open = async () => {
    let id: unknown;
    const isStored = await send(async (idempotencyKey) => {
      const answer = await enter('opening_balances', body, { idempotencyKey });
      id = answer.data.id;
      return answer;
    });
    if (isStored) void navigate({ to: `/settings/opening-balance/accounting-opening-balance/${id}` });
  };
  return (
    <Button look="primary" busy={busy} onClick={() => void open()}>
      {t('ledger:moving.open_rest')}
    </Button>
  );
}

type Opened<Section extends 'cashes' | 'accounts'> = NonNullable<Posts['opening_balances']['body'][Section]>[number];

/** Money in the system currency, and accounts that opening balances take; parties, goods and assets have their own screens. */
export function restOf({ rows }: Pick<Comparison, 'rows'>, system: number) {
  const cashes: Opened<'cashes'>[] = [];
  const accounts: Opened<'accounts'>[] = [];
  for (const { account, currency_fk, difference: amount } of rows) {
    const named = accountOf(account);
    if (!named || money(amount) === 0n) continue;
    if (isCashAccount(named)) {
      if (named.of !== undefined && currency_fk === system) cashes.push({ account_fk: named.of, amount });
    } else if (isOneOf(OPENING_ACCOUNTS, named.key) || named.key.startsWith('other-')) {
      const opened = openedAccount(named);
      if (opened) accounts.push({ ...opened, amount });
    }
  }
  return { cashes, accounts };
}
