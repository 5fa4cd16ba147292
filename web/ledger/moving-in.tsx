/**
 * The opening of a business on one page: the first open day, the trial balance of the program before, what is opened
 * beside it account by account, and what is still different. Each part has its screen; what has none (money, loans,
 * equity, results) is opened here from the differences.
 */
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isOneOf } from '../../domain/kernel/members.ts';
import { money } from '../../domain/kernel/money.ts';
import { accountOf, isCashAccount } from '../../domain/ledger/chart.ts';
import { OPENING_ACCOUNTS } from '../../domain/ledger/opening-balance.schema.ts';
import { FIRST_YEAR } from '../../domain/organisation/first-year.ts';
import { isOpen, titleOf, useChart } from '../shared/api/chart.ts';
import { get, patch, post } from '../shared/api/client.ts';
import { useWrite } from '../shared/api/idempotency.ts';
import { forget } from '../shared/api/query.ts';
import { fetchRecord } from '../shared/api/record.ts';
import { Amount, Day } from '../shared/controls/amount.tsx';
import { Button } from '../shared/controls/button.tsx';
import { SmallTable } from '../shared/controls/small-table.tsx';
import { FailedState, SkeletonLines } from '../shared/controls/states.tsx';
import { DateField } from '../shared/form/date-field.tsx';
import { SelectField } from '../shared/form/select-field.tsx';
import { notifyProblem, notifySuccess } from '../shared/notify/notify.ts';
import { accountCode, accountName } from '../shared/report/account-name.ts';
import { useCan, useMe } from '../shared/session/session.ts';
import { openedAccount } from './opening-wire.ts';

interface Compared {
  readonly account: number;
  readonly key: string;
  readonly name: string | null;
  readonly currency_fk: number | null;
  readonly before: string;
  readonly opened: string;
  readonly difference: string;
}
interface Unmapped {
  readonly old_account_id: number;
  readonly revision: number;
  readonly code: string;
  readonly name: string;
  readonly before: string;
}
interface Elsewhere {
  readonly document_kind: string;
  readonly document_id: number;
  readonly number: string | null;
  readonly day: string | null;
}
interface Comparison {
  readonly first_day: string | null;
  readonly year_from: string | null;
  readonly rows: readonly Compared[];
  readonly totals: Readonly<Record<'before' | 'opened' | 'difference', string>>;
  readonly opening_equity: string;
  readonly unmapped: readonly Unmapped[];
  readonly elsewhere: readonly Elsewhere[];
}

const QUERY = ['opening_balances', 'comparison'] as const;

export function MovingIn() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery({
    queryKey: QUERY,
    queryFn: async ({ signal }) => (await get<Comparison>('opening_comparison', { signal })).data,
    meta: { quiet: true },
  });
  const body = () => {
    if (error) return <FailedState problem={error} onRetry={() => void refetch()} />;
    if (!data) return <SkeletonLines lines={8} />;
    return (
      <>
        <Outcome comparison={data} />
        <FirstDay key={data.first_day} comparison={data} />
        <Parts />
        <NotTaken rows={data.unmapped} />
        <Accounts comparison={data} />
      </>
    );
  };
  return (
    <div className="flex flex-col gap-4 p-4" data-moving-in>
      <h1 className="text-xl font-semibold">{t('ledger:moving.title')}</h1>
      {body()}
    </div>
  );
}

const CARD = 'rounded-lg border border-edge bg-surface-1 p-4 shadow-card';

/** Whether something is still different, in one sentence. */
function Outcome({ comparison }: { comparison: Comparison }) {
  const { t } = useTranslation();
  const { rows, unmapped, opening_equity, elsewhere } = comparison;
  const different = rows.filter(({ difference }) => money(difference) !== 0n).length;
  const isDone = different === 0 && unmapped.length === 0 && money(opening_equity) === 0n && elsewhere.length === 0;
  return (
    <section className={CARD} data-moving-outcome={isDone ? 'done' : 'open'}>
      <p className="font-medium">{t(isDone ? 'ledger:moving.done' : 'ledger:moving.not_done')}</p>
      <dl className="mt-2 grid grid-cols-[max-content_1fr] gap-x-4 gap-y-1">
        <dt className="text-ink-muted">{t('ledger:moving.different')}</dt>
        <dd>{different}</dd>
        <dt className="text-ink-muted">{t('ledger:moving.not_taken')}</dt>
        <dd>{unmapped.length}</dd>
        <dt className="text-ink-muted">{t('ledger:moving.equity')}</dt>
        <dd>
          <Amount value={opening_equity} />
        </dd>
      </dl>
    </section>
  );
}

/** Shared by the buttons of this page: sends, tells the problem, and reads the page again. */
function useSending() {
  const [busy, setBusy] = useState(false);
  const write = useWrite();
  const send = async (work: (key: string) => Promise<unknown>): Promise<boolean> => {
    setBusy(true);
    try {
      await write(work);
      return true;
    } catch (problem) {
      notifyProblem(problem);
      return false;
    } finally {
      setBusy(false);
      await forget('opening_balances');
    }
  };
  return { busy, send };
}

/** The first open day, which can be moved while nothing but openings is posted, and the openings of another day. */
function FirstDay({ comparison }: { comparison: Comparison }) {
  const { t } = useTranslation();
  const can = useCan();
  const [typed, setTyped] = useState(comparison.first_day ?? '');
  const { busy, send } = useSending();
  const [moving, setMoving] = useState(false);
  const change = async () => {
    const done = await send(async (idempotencyKey) => {
      const { revision } = await fetchRecord('financial_years', FIRST_YEAR);
      return patch(`financial_years/${FIRST_YEAR}`, { first_day: typed, revision }, { idempotencyKey });
    });
    if (done) notifySuccess(t('ledger:moving.day_changed'));
    await forget('financial_years');
  };
  /** Assets have no transition of their own for it: they are returned to draft and completed. */
  const movable = comparison.elsewhere.filter(({ document_kind }) => document_kind !== 'asset_purchase');
  const move = async () => {
    setMoving(true);
    for (const { document_kind, document_id } of movable) {
      const resource = document_kind === 'opening_item' ? 'opening_items' : 'opening_balances';
      const isMoved = await send((idempotencyKey) => post(`${resource}/${document_id}/move`, {}, { idempotencyKey }));
      if (!isMoved) break;
    }
    setMoving(false);
  };
  return (
    <section className={`${CARD} flex flex-wrap items-end gap-3`}>
      <div className="w-44">
        <DateField
          name="first_day"
          label={t('ledger:moving.first_day')}
          value={typed}
          onChange={setTyped}
          disabled={!can('financial_years/update')}
        />
      </div>
      {can('financial_years/update') && (
        <Button
          busy={busy}
          disabled={typed === '' || typed === comparison.first_day}
          onClick={() => void change()}
        >
          {t('ledger:moving.change_day')}
        </Button>
      )}
      <p className="min-w-60 flex-1 text-ink-muted">{t('ledger:moving.day_hint')}</p>
      {comparison.elsewhere.length > 0 && (
        <div className="w-full">
          <p className="text-danger">
            {t('ledger:moving.elsewhere', { number: String(comparison.elsewhere.length) })}
          </p>
          {movable.length > 0 && can('opening_items/update') && (
            <Button busy={moving} onClick={() => void move()}>
              {t('ledger:moving.move_all')}
            </Button>
          )}
          {comparison.elsewhere
            .filter(({ document_kind }) => document_kind === 'asset_purchase')
            .map(({ document_id, number, day }) => (
              <p key={document_id}>
                <Link to={`/accounting/asset-purchases/${document_id}` as never} className="text-accent underline">
                  {number ?? document_id}
                </Link>{' '}
                <Day value={day} />
              </p>
            ))}
        </div>
      )}
    </section>
  );
}

const OPENING = '/settings/opening-balance';
/** The parts of an opening: their lists, and the import of a file for each. */
const PARTS = [
  ['old_accounts', `${OPENING}/old-accounts`, '/old-accounts/import', 'old_accounts'],
  ['invoices', `${OPENING}/opening-invoices`, '/opening-invoices/import', 'opening_items'],
  ['stock', `${OPENING}/inventory-opening-balance`, '/opening-stock/import', 'opening_balances'],
  ['assets', '/accounting/asset-purchases', '/opening-assets/import', 'asset_purchases'],
  ['accounts', `${OPENING}/accounting-opening-balance`, undefined, 'opening_balances'],
] as const;

function Parts() {
  const { t } = useTranslation();
  const can = useCan();
  return (
    <section className={CARD}>
      <h2 className="mb-2 font-semibold">{t('ledger:moving.parts')}</h2>
      <ul className="flex flex-col gap-1">
        {PARTS.map(([name, list, file, resource]) => (
          <li key={name} className="flex flex-wrap gap-x-3">
            <Link to={list as never} className="text-accent hover:underline">
              {t(`ledger:moving.part.${name}`)}
            </Link>
            {file && can(`${resource}/import`) && (
              <Link to={file as never} className="text-accent hover:underline">
                {t('ledger:moving.from_file')}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Accounts of the program before without an account here: each is chosen once. */
function NotTaken({ rows }: { rows: readonly Unmapped[] }) {
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
      patch(
        `old_accounts/${row.old_account_id}`,
        { account: Number(account), revision: row.revision },
        { idempotencyKey },
      ),
    );
  return (
    <section className={CARD} data-moving-unmapped>
      <h2 className="mb-2 font-semibold">{t('ledger:moving.choose')}</h2>
      <SmallTable
        rows={rows}
        keyOf={({ old_account_id }) => old_account_id}
        columns={[
          { head: t('ledger:moving.old_code'), cell: ({ code }) => <bdi>{code}</bdi> },
          { head: t('ledger:moving.old_name'), cell: ({ name }) => <bdi>{name}</bdi> },
          { head: t('ledger:moving.before'), number: true, cell: ({ before }) => <Amount value={before} /> },
          {
            head: t('ledger:moving.account_here'),
            cell: (row) => (
              <SelectField
                name={`account_${row.code}`}
                label={t('ledger:moving.account_here')}
                value=""
                empty=""
                disabled={!can('old_accounts/update')}
                options={options}
                onChange={(account) => account !== '' && choose(row, account)}
              />
            ),
          },
        ]}
      />
    </section>
  );
}

function Accounts({ comparison }: { comparison: Comparison }) {
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
  if (!can('opening_balances/store') || rest.cashes.length + rest.accounts.length === 0) return null;
  const body = { outlet_fk: current_outlet_fk, financial_year_fk: FIRST_YEAR, ...rest };
  const open = async () => {
    let id: unknown;
    const isStored = await send(async (idempotencyKey) => {
      const answer = await post<{ readonly id: number }>('opening_balances', body, { idempotencyKey });
      id = answer.data.id;
      return answer;
    });
    if (isStored) void navigate({ to: `${OPENING}/accounting-opening-balance/${id}` as never });
  };
  return (
    <Button look="primary" busy={busy} onClick={() => void open()}>
      {t('ledger:moving.open_rest')}
    </Button>
  );
}

/** Money in the system currency, and accounts that opening balances take; parties, goods and assets have their own screens. */
export function restOf({ rows }: Pick<Comparison, 'rows'>, system: number) {
  const cashes: object[] = [];
  const accounts: object[] = [];
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
