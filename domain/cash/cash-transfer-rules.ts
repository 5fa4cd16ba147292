/** Rules of a cash transfer: two different accounts, both amounts, and the rate that results from the amounts. */

import type { Facts } from '../deciding/facts.ts';
import { bankFee } from '../documents/bank-fee.ts';
import type { SettledCurrency } from '../documents/document-rules.ts';
import { checkPlace, known, settleRate, systemCurrency, timeOf } from '../documents/document-rules.ts';
import { divideRounded } from '../values/fixed-point.ts';
import { type Money, readMoney, ZERO } from '../values/money.ts';
import { IQD, printRate, RATE_SCALE, toRate, USD } from '../values/rate.ts';
import { Issues } from '../values/refusal.ts';
import type { CashTransferInput } from './cash-transfer.schema.ts';
import type { CashTransfer } from './cash-transfer-events.ts';

export function cashTransferFacts(input: CashTransferInput, facts: Facts): CashTransfer {
  const issues = new Issues();
  checkPlace(input, facts, issues);
  const toOutlet = input.to_outlet_fk ?? input.outlet_fk;
  known(facts, issues, 'to_outlet_fk', 'outlet', input.to_outlet_fk);
  // Nobody confirms money as goods are received, so both outlets have to be the person's.
  if (!facts.actor.hasOutlet(toOutlet) && toOutlet !== input.outlet_fk) issues.add('to_outlet_fk', 'not_your_outlet');
  const from = accountFacts('from_account_fk', input.from_account_fk, input.outlet_fk, facts, issues);
  const to = accountFacts('to_account_fk', input.to_account_fk, toOutlet, facts, issues);
  if (input.from_account_fk === input.to_account_fk) issues.add('to_account_fk', 'accounts_must_differ');
  if ((readMoney(input.amount) ?? ZERO) <= 0n) issues.add('amount', 'greater_than', { value: '0' });
  issues.throwIfAny();
  const toAmount = amountReceived(input, from.currency === to.currency, issues);
  const currency =
    from.currency === to.currency
      ? settleRate({ ...input, currency_fk: from.currency }, 'in', facts, issues)
      : followingRate({ ...from, amount: input.amount }, { ...to, amount: toAmount }, facts, issues);
  const fee = bankFee(input, from.type, facts, issues);
  issues.throwIfAny();
  return {
    outlet_fk: input.outlet_fk,
    to_outlet_fk: toOutlet,
    date: input.date,
    time: timeOf(input, facts),
    from_account_fk: input.from_account_fk,
    from_account_type: from.type,
    to_account_fk: input.to_account_fk,
    to_account_type: to.type,
    ...currency,
    to_currency_fk: to.currency,
    amount: input.amount,
    to_amount: toAmount,
    ...fee,
    reference_number: input.reference_number ?? null,
    note: input.note ?? null,
  };
}

function accountFacts(
  field: string,
  id: number,
  outlet: number,
  facts: Facts,
  issues: Issues,
): { readonly type: number; readonly currency: number } {
  const data = known(facts, issues, field, 'cash', id)?.data;
  const own = data?.['outlet_fk'];
  if (own && own !== outlet) issues.add(field, 'not_of_the_outlet');
  return { type: Number(data?.['cash_type'] ?? 1), currency: Number(data?.['currency_fk'] ?? IQD) };
}

/** The received amount: entered when the currencies differ, equal to `amount` in one currency. */
function amountReceived({ amount, to_amount }: CashTransferInput, sameCurrency: boolean, issues: Issues): string {
  const given = to_amount ?? null;
  if (given === null) {
    if (!sameCurrency) issues.add('to_amount', 'required');
    return amount;
  }
  if ((readMoney(given) ?? ZERO) <= 0n) issues.add('to_amount', 'greater_than', { value: '0' });
  else if (sameCurrency && readMoney(given) !== readMoney(amount)) issues.add('to_amount', 'amounts_must_be_equal');
  return sameCurrency ? amount : given;
}

/** An amount of money in one of the two currencies of an exchange. */
interface Side {
  readonly currency: number;
  readonly amount: string;
}

const RATE_ONE = 10n ** BigInt(RATE_SCALE);
/** An entered rate has fewer digits than this limit. */
const RATE_LIMIT = 10n ** 14n;

/** The rate (dinar for one dollar) calculated from the two amounts; `fields` are those of the issues. */
export function followingRate(
  from: Side,
  to: Side,
  facts: Facts,
  issues: Issues,
  fields: Readonly<Record<'account' | 'rate', string>> = { account: 'to_account_fk', rate: 'rate' },
): SettledCurrency {
  const amountIn = (currency: number): Money | undefined =>
    readMoney([from, to].find((side) => side.currency === currency)?.amount ?? '');
  const [dinar, dollar] = [amountIn(IQD), amountIn(USD)];
  const base = { currency_fk: from.currency, system_currency_fk: systemCurrency(facts), rate_fk: null };
  if (dinar === undefined || dollar === undefined) {
    issues.add(fields.account, 'account_of_another_currency');
    return { ...base, rate: null };
  }
  const value = dollar > 0n ? divideRounded(dinar * RATE_ONE, dollar) : 0n;
  if (value <= 0n) issues.add(fields.rate, 'greater_than', { value: '0' });
  if (value >= RATE_LIMIT * RATE_ONE) issues.add(fields.rate, 'less_than', { value: String(RATE_LIMIT) });
  return { ...base, rate: printRate(toRate(value)) };
}
