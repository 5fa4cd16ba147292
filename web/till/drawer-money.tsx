/** The money of a drawer by account: float, paid out, expected, counted, over or short, and what stayed in it. */
import { useTranslation } from 'react-i18next';
import { membersOf, objectsOf } from '../../domain/kernel/members.ts';
import { type Money, printMoney, readMoney, subtract, sum, ZERO } from '../../domain/kernel/money.ts';
import { Amount } from '../shared/controls/amount.tsx';
import { ShownName } from '../shared/document/fields/shown-name.tsx';
import { useCurrencies } from '../shared/document/model/amount-format.ts';
import type { DocumentSession } from '../shared/document/model/session.ts';
import { useSessionState } from '../shared/document/model/use-session.ts';

const ACCOUNT = { field: 'account_fk', kind: 'lookup', resource: 'cashes' } as const;

type Data = Readonly<Record<string, unknown>>;

interface AccountMoney {
  readonly account: number;
  readonly currency: number;
  readonly float: Money;
  readonly paidOut: Money;
  /** Undefined until it is counted, or closed. */
  readonly counted: Money | undefined;
  readonly expected: Money | undefined;
  readonly left: Money | undefined;
}

const amount = (value: unknown): Money | undefined => (typeof value === 'string' ? readMoney(value) : undefined);

export function moneyOfDrawer(data: Data): readonly AccountMoney[] {
  const of = (list: unknown, account: unknown): Data =>
    objectsOf(membersOf(list)['accounts']).find((each) => each['account_fk'] === account) ?? {};
  return objectsOf(data['accounts']).map(({ account_fk, currency_fk, float_amount }) => {
    const closed = of(data['closing'], account_fk);
    const payouts = objectsOf(data['payouts']).filter(
      (each) => membersOf(each['account'])['account_fk'] === account_fk,
    );
    return {
      account: Number(account_fk),
      currency: Number(currency_fk),
      float: amount(float_amount) ?? ZERO,
      paidOut: sum(payouts.map((each) => amount(each['amount']) ?? ZERO)),
      counted: amount(closed['counted_amount']) ?? amount(of(data['count'], account_fk)['counted_amount']),
      expected: amount(closed['expected_amount']),
      left: amount(closed['left_amount']),
    };
  });
}

export function DrawerMoney({ session }: { session: DocumentSession }) {
  const { t } = useTranslation();
  const currencies = useCurrencies();
  const { server } = useSessionState(session);
  const accounts = moneyOfDrawer(server?.data ?? {});
  const rows: readonly (readonly [label: string, of: (account: AccountMoney) => Money | undefined])[] = [
    ['till:float', ({ float }) => float],
    ['till:paid_out', ({ paidOut }) => paidOut],
    ['till:expected', ({ expected }) => expected],
    ['till:counted', ({ counted }) => counted],
    [
      'till:over_or_short',
      ({ counted, expected }) =>
        counted !== undefined && expected !== undefined ? subtract(counted, expected) : undefined,
    ],
    ['till:left', ({ left }) => left],
  ];
  return (
    <div className="flex flex-col gap-3 overflow-auto p-4">
      <table className="w-full max-w-2xl">
        <thead>
          <tr className="border-b border-edge">
            <th className="sr-only">{t('till:figures')}</th>
            {accounts.map(({ account }) => (
              <th key={account} scope="col" className="py-2 ps-4 text-end font-medium">
                <ShownName field={ACCOUNT} value={account} line={{}} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([label, of]) => (
            <tr key={label} className="border-b border-edge">
              <th scope="row" className="py-2 text-start font-normal">
                {t(label)}
              </th>
              {accounts.map((each) => {
                const value = of(each);
                return (
                  <td key={each.account} className="py-2 ps-4 text-end">
                    {value === undefined ? '–' : <Amount value={printMoney(value)} {...currencies(each.currency)} />}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {server?.status === 'open' && <p className="text-ink-muted">{t('till:still_open')}</p>}
    </div>
  );
}
