/**
 * The figures of a drawer: its X report while open, its Z report when closed; and errors in the chain of its device.
 */
import { useTranslation } from 'react-i18next';
import { membersOf, objectsOf } from '../../../domain/values/members.ts';
import { printMoney, readMoney, sum } from '../../../domain/values/money.ts';
import { Amount } from '../../shared/controls/amount.tsx';
import { SkeletonLines } from '../../shared/controls/states.tsx';
import { useCurrencies } from '../../shared/document/model/amount-format.ts';
import type { DocumentSession } from '../../shared/document/model/session.ts';
import { useSessionState } from '../../shared/document/model/use-session.ts';
import { fieldLabel } from '../../shared/language/names.ts';
import { usePreferences } from '../../shared/language/preferences.ts';
import { useMe } from '../../shared/session/session.ts';
import { formatDate, formatTime } from '../../shared/typing/date-words.ts';
import { shapeDigits } from '../../shared/typing/digits.ts';
import { ChainFindings } from './chain-findings.tsx';
import { type AccountFigures, type DrawerFigures, type DrawerMove, useDrawerFigures } from './drawer-figures.ts';
import { RemovedLines } from './removed-lines.tsx';

export function DrawerMoney({ session }: { session: DocumentSession }) {
  const { t } = useTranslation();
  const { server } = useSessionState(session);
  const figures = useDrawerFigures(session);
  if (!figures) return <SkeletonLines lines={6} />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what is scrolled is reached by the keyboard.
    <div tabIndex={0} role="region" aria-label={t('till:figures')} className="flex flex-col gap-6 overflow-auto p-4">
      <ChainFindings session={session} />
      <h2 className="text-base font-semibold">{t(figures.report === 'x' ? 'till:x_report' : 'till:z_report')}</h2>
      <Accounts accounts={figures.accounts} />
      <Owed closing={server?.data['closing']} />
      <DifferenceReason closing={server?.data['closing']} />
      {server?.status === 'open' && figures.accounts.every(({ expected }) => expected === null) && (
        <p className="text-ink-muted">{t('till:still_open')}</p>
      )}
      <Trade figures={figures} />
      <Moves moves={figures.moves} />
      <RemovedLines removed={figures.removed} />
    </div>
  );
}

type Part = Exclude<keyof AccountFigures, `${string}_fk` | `${string}_name`>;

const PARTS: readonly (readonly [part: Part, label: string])[] = [
  ['float_amount', 'till:float'],
  ['paid_in', 'till:paid_in'],
  ['paid_out', 'till:paid_out'],
  ['sales', 'till:cash_sales'],
  ['refunds', 'till:cash_refunds'],
  ['other', 'till:other_cash'],
  ['expected', 'till:expected'],
  ['counted', 'till:counted'],
  ['difference', 'till:over_or_short'],
  ['left', 'till:left'],
];

/** Also shown in the dialog for reopening a drawer. */
export function Accounts({ accounts }: { accounts: readonly AccountFigures[] }) {
  const { t } = useTranslation();
  const currencies = useCurrencies();
  return (
    <table className="w-full max-w-2xl">
      <thead>
        <tr className="border-b border-edge">
          <th className="sr-only">{t('till:figures')}</th>
          {accounts.map(({ account_fk, account_name }) => (
            <th key={account_fk} scope="col" className="py-2 ps-4 text-end font-medium">
              <bdi>{account_name}</bdi>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {PARTS.map(([part, label]) => (
          <tr key={part} className="border-b border-edge">
            <th scope="row" className="py-2 text-start font-normal">
              {t(label)}
            </th>
            {accounts.map((each) => {
              const value = each[part];
              return (
                <td key={each.account_fk} className="py-2 ps-4 text-end">
                  {value === null ? '–' : <Amount value={value} {...currencies(each.currency_fk)} />}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What the cashier owes of the shortages, when the setting made them owe it at the closing. */
function Owed({ closing }: { closing: unknown }) {
  const { t } = useTranslation();
  const { system_currency } = useMe();
  const amounts = objectsOf(membersOf(closing)['accounts']).map(({ owed_amount }) => readMoney(String(owed_amount)));
  const owed = sum(amounts.filter((amount) => amount !== undefined));
  if (owed === 0n) return null;
  return (
    <p data-figure="owed_amount" className="flex max-w-2xl justify-between gap-4">
      {t('fields:owed_amount')} <Amount value={printMoney(owed)} {...system_currency} />
    </p>
  );
}

/** Why the count was not what was expected, as the cashier or the office said it. */
function DifferenceReason({ closing }: { closing: unknown }) {
  const { difference_reason: reason } = membersOf(closing);
  if (typeof reason !== 'string') return null;
  return (
    <p data-figure="difference_reason" className="flex max-w-2xl justify-between gap-4">
      {fieldLabel('difference_reason')} <bdi>{reason}</bdi>
    </p>
  );
}

function Trade({ figures }: { figures: DrawerFigures }) {
  const { t } = useTranslation();
  const { system_currency } = useMe();
  const { digits } = usePreferences();
  const counts = [
    ['till:receipts', figures.receipts],
    ['till:invoices', figures.invoices],
    ['till:refunds_made', figures.refund_count],
    ...(figures.late > 0 ? ([['till:late', figures.late]] as const) : []),
  ] as const;
  const amounts = [
    ['till:gross', figures.gross],
    ['till:discounts', figures.discounts],
    ['till:taxes', figures.taxes],
    ['till:sold', figures.sold],
    ['till:refunded', figures.refunded],
    ['till:method_app', figures.app],
    ['till:method_credit', figures.credit],
  ] as const;
  const row = 'flex justify-between gap-4 border-b border-edge py-1.5';
  return (
    <dl className="grid max-w-2xl gap-x-8 sm:grid-cols-2">
      {counts.map(([label, count]) => (
        <div key={label} className={row}>
          <dt className="text-ink-muted">{t(label)}</dt>
          <dd className="numeric">{shapeDigits(String(count), digits)}</dd>
        </div>
      ))}
      {amounts.map(([label, amount]) => (
        <div key={label} className={row}>
          <dt className="text-ink-muted">{t(label)}</dt>
          <dd>{amount === null ? '–' : <Amount value={amount} {...system_currency} />}</dd>
        </div>
      ))}
    </dl>
  );
}

function Moves({ moves }: { moves: readonly DrawerMove[] }) {
  const { t } = useTranslation();
  const currencies = useCurrencies();
  const { digits } = usePreferences();
  if (moves.length === 0) return null;
  return (
    <table className="w-full max-w-2xl">
      <caption className="py-2 text-start font-medium">{t('till:moves')}</caption>
      <tbody>
        {moves.map((move, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: payments in and out keep their order.
          <tr key={index} className="border-b border-edge">
            <td className="py-1.5">{t(`till:move.${move.kind}`)}</td>
            <td className="py-1.5 whitespace-nowrap text-ink-muted">
              {formatDate(move.date)} <bdi>{shapeDigits(formatTime(move.time ?? ''), digits)}</bdi>
            </td>
            <td className="py-1.5 text-ink-muted">
              <bdi>{[move.expense_type_name, move.note].filter(Boolean).join(' · ')}</bdi>
            </td>
            <td className="py-1.5 text-end">
              <Amount value={move.amount} {...currencies(move.currency_fk)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
