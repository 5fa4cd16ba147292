/** What each account holds in each outlet and currency: in the system currency, and in the currency itself. */
import { sql } from 'kysely';
import { money, printMoney, sum } from '../../../domain/values/money.ts';
import { readChart } from '../../books/chart.ts';
import { systemCurrency } from '../../books/known-at.ts';
import type { Snapshot } from '../../database/reader.ts';
import type { Called } from './called-records.ts';
import { accountTitle } from './words.ts';

interface Balance {
  readonly account: number;
  readonly outlet_fk: number;
  readonly currency_fk: number;
  readonly debit: string;
  readonly credit: string;
  readonly in_currency: string;
}

export async function balanceRows(snapshot: Snapshot, called: Called) {
  const chart = await readChart(snapshot, 'own');
  const system = await systemCurrency(snapshot);
  // An amount in the system currency has no amount in another one.
  const foreign = sql`case when currency_fk = ${system} then debit - credit else foreign_debit - foreign_credit end`;
  const { rows: balances } = await sql<Balance>`
    select account, outlet_fk, currency_fk,
      trim_scale(greatest(sum(debit - credit), 0))::text as debit,
      trim_scale(greatest(sum(credit - debit), 0))::text as credit, trim_scale(sum(${foreign}))::text as in_currency
    from read.movement_day group by account, outlet_fk, currency_fk
    having sum(debit - credit) <> 0 or sum(${foreign}) <> 0 order by account, outlet_fk, currency_fk`.execute(snapshot);
  const currency = (id: number): string => called.get(`currency-${id}`) ?? String(id);
  return {
    rows: balances.map(({ account, outlet_fk, currency_fk, ...amounts }) => ({
      account,
      account_name: nameOf(chart.get(account), account),
      outlet: called.get(`outlet-${outlet_fk}`) ?? String(outlet_fk),
      currency: currency(currency_fk),
      ...amounts,
    })),
    totals: [...Map.groupBy(balances, ({ currency_fk }) => currency_fk)].flatMap(([id, own]) =>
      (['debit', 'credit', 'in_currency'] as const).map((field): [of: string, total: string] => [
        `${currency(id)}, ${field}`,
        printMoney(sum(own.map((row) => money(row[field])))),
      ]),
    ),
  };
}

const nameOf = (account: Parameters<typeof accountTitle>[0] | undefined, number: number): string =>
  account ? accountTitle(account) : String(number);
