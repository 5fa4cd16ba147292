/**
 * The content of an export: the accounts, currencies and parties of the books, and their entries in the order of
 * recording, each with its document, event and person. A person sees the lines of their own outlets; the lines of other
 * outlets are summed into one line without an account, so that every entry still balances.
 */
import { sql } from 'kysely';
import { type Money, money, toMoney, ZERO } from '../../../domain/values/money.ts';
import type { Person } from '../../../identity/person.ts';
import { type Chart, readChart } from '../../books/chart.ts';
import { booksPosition, type Known, readKnownAt, systemCurrency } from '../../books/known-at.ts';
import type { Snapshot } from '../../database/reader.ts';
import { outletsOf, rowScope } from '../../http/scope.ts';
import { whereAll } from '../../lists/list.ts';
import type { Condition } from '../../lists/list-source.ts';
import { eventsOfLines } from '../events-of-lines.ts';
import type { GoodsMoved, Lot } from './goods-moved.ts';

export interface ExportQuery {
  readonly as_at?: string;
  readonly known_at?: string;
}

export interface Books {
  readonly business: string;
  readonly taxNumber: string | undefined;
  readonly chart: Chart;
  /** Accounts with lines, and all accounts above them. */
  readonly accounts: ReadonlySet<number>;
  readonly system: number;
  /** Codes by currency: the symbol where it is a unique code of three letters. */
  readonly codes: ReadonlyMap<number, string>;
  readonly names: ReadonlyMap<string, string>;
  readonly asAt: string | undefined;
  readonly known: Known | undefined;
  /** As known at this position. */
  readonly position: string;
  /** Date of the first entry; undefined without entries. */
  readonly firstDate: string | undefined;
  readonly lastDate: string | undefined;
}

export interface ExportLine {
  /** Undefined for the sum of lines in outlets that the person does not see. */
  readonly account: number | undefined;
  readonly outlet: number | undefined;
  readonly party: string | null;
  /** System currency, debit positive. */
  readonly base: Money;
  readonly currency: number;
  readonly foreign: Money;
  readonly rate: string | null;
  /** The goods that the line moves into its inventory or out of it; empty in formats without quantities. */
  readonly lots: readonly Lot[];
}

export interface ExportEntry {
  readonly position: string;
  readonly entryNo: number;
  readonly effectiveDate: string;
  readonly recordedAt: string;
  /** normal, restatement, reversal, closing. */
  readonly kind: string;
  /** Stream and number of the entry's document. */
  readonly document: string;
  readonly number: string | null;
  readonly actor: string;
  readonly reason: string | null;
  readonly lines: readonly ExportLine[];
}

/** Without a person, all lines are included. */
export async function readBooks(snapshot: Snapshot, requested: ExportQuery, person?: Person): Promise<Books> {
  const known = await readKnownAt(snapshot, requested.known_at);
  const chart = await readChart(snapshot, 'own');
  const system = await systemCurrency(snapshot);
  const given = person === undefined ? [] : rowScope(person, { outlet: sql`outlet_fk` });
  const { rows: used } = await sql<{ account: number }>`
    select distinct account from read.movement_month ${whereAll(given)}`.execute(snapshot);
  const { rows: days } = await sql<{ first: string | null; last: string | null }>`
    select min(effective_date) as first, max(effective_date) as last from read.movement_day
    ${whereAll(requested.as_at === undefined ? [] : [sql`effective_date <= ${requested.as_at}::date`])}`.execute(
    snapshot,
  );
  const { rows: records } = await sql<{ kind: string; id: number; name: string; symbol: string | null }>`
    select kind, id, name, data ->> 'symbol' as symbol from read.record
    where kind in ('customer', 'supplier', 'currency', 'user', 'item')`.execute(snapshot);
  return {
    ...(await readBusiness(snapshot)),
    chart,
    accounts: withParents(
      chart,
      used.map(({ account }) => account),
    ),
    system,
    codes: codesOf(records.filter(({ kind }) => kind === 'currency')),
    names: new Map(records.map(({ kind, id, name }) => [`${kind}-${id}`, name])),
    asAt: requested.as_at,
    known,
    position: String(known?.position ?? (await booksPosition(snapshot))),
    firstDate: days[0]?.first ?? undefined,
    lastDate: requested.as_at ?? days[0]?.last ?? undefined,
  };
}

/** The name of the shop as on its papers, otherwise that of the settings; and its tax number. */
async function readBusiness(snapshot: Snapshot): Promise<Pick<Books, 'business' | 'taxNumber'>> {
  const { rows } = await sql<{ name: string; tax_number: string | null }>`
    select name, data ->> 'tax_number' as tax_number from read.record
    where kind in ('system_profile', 'system_setting') and id = 1 and name <> ''
    order by kind = 'system_profile' desc`.execute(snapshot);
  const taxNumber = rows.find(({ tax_number }) => tax_number)?.tax_number ?? undefined;
  return { business: rows[0]?.name ?? 'Daftar', taxNumber };
}

function withParents(chart: Chart, accounts: readonly number[]): Set<number> {
  const found = new Set<number>();
  for (const account of accounts) {
    for (let at = chart.get(account); at; at = at.parent === null ? undefined : chart.get(at.parent))
      found.add(at.account);
  }
  return found;
}

/** Other programs read only a unique symbol of three letters as a currency. */
function codesOf(currencies: readonly { readonly id: number; readonly symbol: string | null }[]): Map<number, string> {
  const codes = new Map([
    [1, 'IQD'],
    [2, 'USD'],
  ]);
  for (const { id, symbol } of currencies) {
    const code = (symbol ?? '').toUpperCase();
    const taken = [...codes].some(([other, theirs]) => other !== id && theirs === code);
    if (/^[A-Z]{3}$/.test(code) && !taken) codes.set(id, code);
  }
  return codes;
}

export const codeOf = ({ codes }: Books, currency: number): string => codes.get(currency) ?? `CUR${currency}`;

interface Row {
  readonly position: string;
  readonly entry_no: number;
  readonly line_no: number;
  readonly kind: string;
  readonly effective_date: string;
  readonly recorded_at: string;
  readonly account: number;
  readonly outlet_fk: number;
  readonly party: string | null;
  readonly base: string;
  readonly currency_fk: number;
  readonly foreign_amount: string;
  readonly rate: string | null;
  readonly item_fk: number | null;
  readonly inventory_fk: number | null;
  readonly document: string;
  readonly number: string | null;
  readonly actor: string;
  readonly reason: string | null;
}

const PAGE = 5_000;

/** Every entry up to `asAt` as known at the position, except entries without a line that the person may see. */
export async function* entriesOf(
  snapshot: Snapshot,
  books: Books,
  person: Person,
  goods?: GoodsMoved,
): AsyncGenerator<readonly ExportEntry[]> {
  const outlets = outletsOf(person);
  const seen = outlets && new Set(outlets);
  let left: Row[] = [];
  let [position, line] = ['0', 0];
  for (;;) {
    const rows = await pageAfter(snapshot, books, position, line);
    const last = rows.at(-1);
    const known = [...left, ...rows];
    await goods?.read(new Set(known.map((row) => row.position)));
    // The last entry of a page may continue on the next one.
    left = last ? known.filter((row) => row.position === last.position && row.entry_no === last.entry_no) : [];
    const whole = known.slice(0, known.length - left.length);
    yield [...Map.groupBy(whole, (row) => `${row.position} ${row.entry_no}`).values()].flatMap((value) =>
      entryOf(value, { books, seen, goods }),
    );
    if (!last) return;
    [position, line] = [last.position, last.line_no];
  }
}

async function pageAfter(snapshot: Snapshot, { asAt, known }: Books, position: string, line: number): Promise<Row[]> {
  const conditions: Condition[] = [
    sql`(j.position, j.line_no) > (${position}::bigint, ${line}::int)`,
    sql`j.position >= ${position}::bigint`,
    ...(asAt === undefined ? [] : [sql<boolean>`j.effective_date <= ${asAt}::date`]),
    ...(known === undefined ? [] : [sql<boolean>`j.position <= ${known.position}`]),
  ];
  const { rows } = await sql<Row>`
    with j as materialized (
      select * from read.journal_line j ${whereAll(conditions)} order by j.position, j.line_no limit ${PAGE}
    ), e as materialized (${eventsOfLines(sql`j`)})
    select j.position, j.entry_no, j.line_no, j.kind, j.effective_date, j.recorded_at, j.account, j.outlet_fk, j.party, j.base, j.item_fk, j.inventory_fk,
      j.currency_fk, j.foreign_amount, j.rate, j.document, d.number, e.actor, e.reason
    from j join e on e.position = j.position
    left join read.document d on d.kind = j.document_kind and d.id = j.document_id
    order by j.position, j.line_no`.execute(snapshot);
  return rows;
}

interface Writing {
  readonly books: Books;
  readonly seen: ReadonlySet<number> | undefined;
  readonly goods: GoodsMoved | undefined;
}

function entryOf(rows: readonly Row[], { books: { system }, seen, goods }: Writing): ExportEntry[] {
  const [first] = rows;
  if (!first) return [];
  const visible = rows.filter((row) => seen === undefined || seen.has(row.outlet_fk));
  if (visible.length === 0) return [];
  const lots = goods?.of(visible.map((row) => ({ ...row, base: money(row.base) })));
  const lines = visible.map(
    (row, index): ExportLine => ({
      account: row.account,
      outlet: row.outlet_fk,
      party: row.party,
      base: money(row.base),
      currency: row.currency_fk,
      foreign: money(row.foreign_amount),
      rate: row.rate,
      lots: lots?.[index] ?? [],
    }),
  );
  const rest = toMoney(-lines.reduce((sum, { base }) => sum + base, 0n));
  if (rest !== ZERO) {
    const elsewhere = { account: undefined, outlet: undefined, party: null, currency: system, rate: null, lots: [] };
    lines.push({ ...elsewhere, base: rest, foreign: rest });
  }
  return [
    {
      position: first.position,
      entryNo: first.entry_no,
      effectiveDate: first.effective_date,
      recordedAt: first.recorded_at,
      kind: first.kind === 'cost' ? 'normal' : first.kind,
      document: first.document,
      number: first.number,
      actor: first.actor,
      reason: first.reason,
      lines,
    },
  ];
}
