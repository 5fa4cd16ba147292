/** Journal lines of ledgers: in effective order, with their document, party and account, and a running balance. */
import { type RawBuilder, sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { money, printMoney, toMoney } from '../../domain/values/money.ts';
import { shownName } from '../database/names-by-language.ts';
import type { Snapshot } from '../database/reader.ts';
import { whereAll } from '../lists/list.ts';
import type { Condition } from '../lists/list-source.ts';
import { fetchNames } from '../lists/names.ts';

const Text = () => Type.Union([Type.String(), Type.Null()]);

export const LedgerLine = Type.Object({
  position: Type.String(),
  line_no: Type.Integer(),
  entry_no: Type.Integer(),
  effective_date: Type.String(),
  /** For a prior-period adjustment: the day in a closed year that it concerns. */
  true_date: Text(),
  recorded_at: Type.String(),
  account: Type.Integer(),
  account_key: Type.String(),
  account_name: Text(),
  document: Type.String(),
  document_kind: Type.String(),
  document_id: Type.Integer(),
  number: Text(),
  party: Text(),
  party_name: Text(),
  /** Reference or note of the document. */
  text: Text(),
  debit: Type.String(),
  credit: Type.String(),
  currency_fk: Type.Integer(),
  foreign_amount: Type.String(),
  kind: Type.String(),
  cause_position: Type.String(),
});
export type LedgerLine = Static<typeof LedgerLine>;
/** A line with the account's balance after it. */
export const RunningLine = Type.Object({ ...LedgerLine.properties, balance: Type.String() });
export type RunningLine = Static<typeof RunningLine>;

/** Effective order; lines of one moment in the order of recording. */
export const EFFECT_ORDER = sql`j.effective_at, j.position, j.line_no`;

interface Slice {
  readonly perPage: number;
  readonly offset: number;
}
type Stored = Omit<LedgerLine, 'debit' | 'credit' | 'party_name'> & { readonly base: string };

/** Conditions are on columns of `j`. */
export async function ledgerLines(
  snapshot: Snapshot,
  conditions: readonly Condition[],
  { perPage, offset }: Slice,
  order: RawBuilder<unknown> = EFFECT_ORDER,
): Promise<LedgerLine[]> {
  const { rows } = await sql<Stored>`
    select l.position, l.line_no, l.entry_no, l.effective_date, l.true_date, l.recorded_at, l.account, l.document,
      l.document_kind, l.document_id, l.party, l.base, l.currency_fk, l.foreign_amount, l.kind, l.cause_position, a.key as account_key,
      coalesce(${shownName('r')}, a.name) as account_name, d.number, coalesce(d.reference_number, d.note) as text
    from (
      select row_number() over (order by ${order}) as place, j.position, j.line_no, j.entry_no, j.effective_date,
        j.true_date, j.recorded_at, j.account, j.document, j.document_kind, j.document_id, j.party, j.base, j.currency_fk,
        j.foreign_amount, j.kind, j.cause_position
      from read.journal_line j ${whereAll(conditions)}
      order by ${order} limit ${perPage} offset ${offset}
    ) l
    left join read.account a on a.account = l.account
    left join read.record r on r.kind = a.record_kind and r.id = a.record_id
    left join read.document d on d.kind = l.document_kind and d.id = l.document_id
    order by l.place`.execute(snapshot);
  const nameOf = await fetchNames(
    snapshot,
    rows.flatMap(({ party }) => (party === null ? [] : [party])),
  );
  return rows.map(({ base, ...line }) => ({
    ...line,
    party_name: line.party === null ? null : nameOf(undefined, line.party),
    ...sides(money(base)),
  }));
}

export const sides = (amount: bigint) => ({
  debit: printMoney(toMoney(amount > 0n ? amount : 0n)),
  credit: printMoney(toMoney(amount < 0n ? -amount : 0n)),
});

/** The sum of the lines before the page. */
export async function sumBefore(
  snapshot: Snapshot,
  conditions: readonly Condition[],
  offset: number,
  order: RawBuilder<unknown> = EFFECT_ORDER,
): Promise<Readonly<Record<'base' | 'foreign' | 'debit' | 'credit', bigint>>> {
  if (offset === 0) return { base: 0n, foreign: 0n, debit: 0n, credit: 0n };
  const { rows } = await sql<{ debit: string; credit: string; foreign_amount: string }>`
    select coalesce(sum(greatest(earlier.base, 0)), 0) as debit, coalesce(sum(greatest(-earlier.base, 0)), 0) as credit,
      coalesce(sum(earlier.foreign_amount), 0) as foreign_amount
    from (
      select j.base, j.foreign_amount from read.journal_line j ${whereAll(conditions)}
      order by ${order} limit ${offset}) earlier`.execute(snapshot);
  const [debit, credit] = [money(rows[0]?.debit ?? '0'), money(rows[0]?.credit ?? '0')];
  return { base: toMoney(debit - credit), foreign: money(rows[0]?.foreign_amount ?? '0'), debit, credit };
}

/** The same as an answer has them. */
export const printedSides = ({ debit, credit }: Pick<Turnover, 'debit' | 'credit'>) => ({
  debit: printMoney(toMoney(debit)),
  credit: printMoney(toMoney(credit)),
});

export function running(lines: readonly LedgerLine[], before: bigint): RunningLine[] {
  let balance = before;
  return lines.map((line) => {
    balance += money(line.debit) - money(line.credit);
    return { ...line, balance: printMoney(toMoney(balance)) };
  });
}

export interface Turnover {
  readonly count: number;
  readonly debit: bigint;
  readonly credit: bigint;
}

export async function turnoverOf(snapshot: Snapshot, conditions: readonly Condition[]): Promise<Turnover> {
  const { rows } = await sql<{ count: number; debit: string; credit: string }>`
    select count(*)::int as count, coalesce(sum(j.base) filter (where j.base > 0), 0) as debit,
      coalesce(-sum(j.base) filter (where j.base < 0), 0) as credit
    from read.journal_line j ${whereAll(conditions)}`.execute(snapshot);
  const { count = 0, debit = '0', credit = '0' } = rows[0] ?? {};
  return { count, debit: money(debit), credit: money(credit) };
}
