/** What documents of one amount post (income, expense, purchase of a fixed asset): one debit and one credit. */
import type { OtherMoney } from '../documents/other-money.ts';
import { effectiveTime } from '../values/effective-date.ts';
import { money, negate } from '../values/money.ts';
import { currencyOf } from './document-currency.ts';
import { type DocumentLine, inSystemCurrency, type Posting, posting } from './entry.ts';
import { foreignCash } from './foreign-cash.ts';
import { inMoneyGiven } from './money-given.ts';
import { openedBy } from './open-items.ts';

interface OneAmount extends OtherMoney {
  readonly outlet_fk: number;
  readonly date: string;
  readonly time: string | null;
  readonly amount: string;
  readonly currency_fk: number;
  readonly system_currency_fk: number;
  readonly rate: string | null;
  readonly due_date?: string;
}

type Side = Pick<DocumentLine, 'account' | 'party'>;

/** `direction` is that of the money. `document` is the stream of the document, under which its debt is open. */
export function postOneAmount(
  of: OneAmount,
  { debit, credit }: { readonly debit: Side; readonly credit: Side },
  direction: 'in' | 'out',
  document: string,
): Posting {
  const amount = money(of.amount);
  const outlet = of.outlet_fk;
  const sides = [
    { outlet, ...debit, amount },
    { outlet, ...credit, amount: negate(amount) },
  ];
  const lines = inMoneyGiven(of, of.system_currency_fk, inSystemCurrency(sides, currencyOf(of)));
  const effective = effectiveTime(of.date, of.time, direction);
  const dues = [debit, credit].flatMap(({ party }) => (party === undefined ? [] : [{ party, day: of.due_date }]));
  return posting(effective, lines, foreignCash(lines), openedBy(lines, of.date, document, dues));
}
