/** On a form: the rate and the money beside a chosen account, where that is in the other currency. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Fields, idOf, textOf } from '../model/draft.ts';
import { accountQuery, rateOn, useReferenceData } from '../model/reference-data.ts';
import { moneyCurrency } from './money-fields.ts';

interface Paying {
  /** The day of the payment, and the currency, account and rate of what is paid. */
  readonly of: Fields;
  readonly direction: 'in' | 'out';
}

interface MoneyOfForm {
  /** As the fields of a document that is paid so. */
  readonly header: Fields;
  /** What is sent; empty where the account is in the currency of what is paid. */
  readonly given: Fields;
  readonly type: (typed: Fields) => void;
}

export function useOtherMoney({ of, direction }: Paying): MoneyOfForm {
  const account = idOf(of, 'account_fk');
  const [typed, setTyped] = useState<{ readonly account: number | undefined; readonly money: Fields }>();
  // What was typed belongs to the account that it was typed for.
  const money = typed?.account === account ? typed?.money : undefined;
  const { data: row } = useQuery({ ...accountQuery(account ?? 0), enabled: account !== undefined });
  useReferenceData(of['date']);
  const currency = row?.['currency_fk'];
  const own = { ...of, ...money, money_in: typeof currency === 'number' ? currency : null };
  const isOther = moneyCurrency(own) !== undefined;
  const known = textOf(of, 'rate') ?? rateOn(of['date'])?.[direction] ?? null;
  const paid_rate = isOther ? (money?.['paid_rate'] ?? known) : null;
  return {
    header: { ...own, paid_rate },
    given: isOther ? { paid_rate: paid_rate || null, money_amount: textOf(own, 'money_amount') ?? null } : {},
    type: (next) => setTyped({ account, money: { ...money, ...next } }),
  };
}
