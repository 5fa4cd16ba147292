/** Journal lines of an entry with names; lines that reveal the cost of goods require the permission for cost. */
import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { money, printMoney, toMoney } from '../../domain/values/money.ts';
import type { Person } from '../../identity/person.ts';
import type { Snapshot } from '../database/reader.ts';
import { rowScope, seesCost } from '../http/scope.ts';
import { linesCounted } from '../lists/counted-blind.ts';
import { whereAll } from '../lists/list.ts';
import type { Condition } from '../lists/list-source.ts';
import { fetchNames } from '../lists/names.ts';
import { costAccounts, readChart } from './chart.ts';

const Text = () => Type.Union([Type.String(), Type.Null()]);

export const EntryLineSchema = Type.Object({
  account: Type.Integer(),
  account_key: Type.String(),
  account_name: Text(),
  debit: Type.String(),
  credit: Type.String(),
  currency_fk: Type.Integer(),
  foreign_amount: Type.String(),
  party: Text(),
  party_name: Text(),
  document: Type.String(),
  outlet_fk: Type.Integer(),
  item_fk: Type.Union([Type.Integer(), Type.Null()]),
  line_id: Type.Union([Type.Integer(), Type.Null()]),
  kind: Type.String(),
  effective_date: Type.String(),
  true_date: Text(),
  recorded_at: Type.String(),
  position: Type.String(),
  cause_position: Type.String(),
});
export type EntryLine = Static<typeof EntryLineSchema>;

type Stored = Omit<EntryLine, 'account_key' | 'account_name' | 'debit' | 'credit' | 'party_name'> & {
  readonly base: string;
};

/** In the order of entry. Conditions are on columns of `j`. */
export async function entryLines(
  snapshot: Snapshot,
  conditions: readonly Condition[],
  person: Person,
): Promise<EntryLine[]> {
  const chart = await readChart(snapshot);
  const scope = rowScope(person, { outlet: sql`j.outlet_fk` });
  const cost = seesCost(person) ? [] : [withoutCost(costAccounts(chart))];
  const { rows } = await sql<Stored>`
    select j.account, j.base, j.currency_fk, j.foreign_amount, j.party, j.document, j.outlet_fk, j.item_fk, j.line_id, j.kind,
      j.effective_date, j.true_date, j.recorded_at, j.position, j.cause_position
    from read.journal_line j ${whereAll([...conditions, ...scope, ...cost, ...linesCounted(person)])}
    order by j.position, j.line_no`.execute(snapshot);
  const nameOf = await fetchNames(
    snapshot,
    rows.flatMap(({ party }) => (party === null ? [] : [party])),
  );
  return rows.map(({ base, ...line }) => {
    const amount = money(base);
    const account = chart.get(line.account);
    return {
      ...line,
      account_key: account?.key ?? '',
      account_name: account?.name ?? null,
      debit: printMoney(toMoney(amount > 0n ? amount : 0n)),
      credit: printMoney(toMoney(amount < 0n ? -amount : 0n)),
      party_name: line.party === null ? null : nameOf(undefined, line.party),
    };
  });
}

/** Lines of purchases on cost accounts are prices; every other line of these accounts is a cost. */
export const withoutCost = (accounts: readonly number[]): Condition =>
  sql`j.kind not in ('cost', 'restatement')
    and not ((j.kind <> 'normal' or j.document_kind is distinct from 'purchase') and j.account = any(${[...accounts]}::int[]))`;
