/**
 * `GET r/{id}/effect`: all effects of a document: its journal lines with all later differences and reversals, its stock
 * movements, and the balances that it changed, without and with it, as at its own day. Shows only balances that the
 * person sees in a list or report already.
 */
import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import type { DocumentDeclaration } from '../../domain/documents/document.ts';
import { seesAccountBalance, seesPartyBalance, seesStock } from '../../domain/registry/seen-figures.ts';
import { kindWords } from '../../domain/values/kind-words.ts';
import { money, printMoney, toMoney } from '../../domain/values/money.ts';
import { NO_QUANTITY, printQuantity, quantity, toQuantity } from '../../domain/values/quantity.ts';
import type { Person } from '../../identity/person.ts';
import { accountBalances } from '../books/account-balances.ts';
import { type EntryLine, EntryLineSchema, entryLines } from '../books/entry.ts';
import { shownName } from '../database/names-by-language.ts';
import { inSnapshot, type Snapshot } from '../database/reader.ts';
import { findDocument } from '../details/find.ts';
import { IdParams } from '../http/query.schema.ts';
import { declareRead } from '../http/route.ts';
import { allOf, rowScope, seesCost } from '../http/scope.ts';
import { InUnits, withUnits } from '../lists/in-units.ts';
import { fetchNames } from '../lists/names.ts';

const Text = () => Type.Union([Type.String(), Type.Null()]);

const StockEffect = Type.Object({
  item_fk: Type.Integer(),
  item_name: Text(),
  inventory_fk: Type.Integer(),
  inventory_name: Text(),
  quantity: Type.String(),
  in_units: InUnits(),
  value: Text(),
  kind: Type.String(),
  effective_date: Type.String(),
  recorded_at: Type.String(),
  position: Type.String(),
  cause_position: Type.String(),
});
const BalanceEffect = Type.Object({
  /** `account`, `party` or `stock`. */
  of: Type.String(),
  /** Number of the account, stream of the party, `item:inventory`. */
  id: Type.String(),
  key: Text(),
  name: Text(),
  before: Type.String(),
  after: Type.String(),
  /** Of stock, in the units of the item. */
  before_in_units: Type.Optional(InUnits()),
  after_in_units: Type.Optional(InUnits()),
});
const Effect = Type.Object({
  entry: Type.Array(EntryLineSchema),
  stock: Type.Array(StockEffect),
  balances: Type.Array(BalanceEffect),
});
type StockEffect = Static<typeof StockEffect>;
type BalanceEffect = Static<typeof BalanceEffect>;

export function effectRoute(declaration: DocumentDeclaration) {
  const { one, a } = kindWords(declaration);
  return declareRead({
    url: `/${declaration.resource}/:id/effect`,
    permission: `${declaration.resource}/show`,
    reads: ['documents', 'books', 'records'],
    params: IdParams,
    answer: Effect,
    operationId: `show${one}Effect`,
    tag: declaration.folder,
    summary: `What ${a} did: journal lines, stock movements, balances before and after`,
    handle: ({ reader, person, params }) =>
      inSnapshot(reader, async (snapshot) => {
        const id = Number(params['id']);
        await findDocument(snapshot, declaration, id, person);
        return effectOf(snapshot, declaration.kind, id, person);
      }),
  });
}

async function effectOf(snapshot: Snapshot, kind: string, id: number, person: Person): Promise<Static<typeof Effect>> {
  const entry = await entryLines(snapshot, [sql`j.document_kind = ${kind} and j.document_id = ${id}`], person);
  const stock = await stockOf(snapshot, kind, id, person);
  const balances = [
    ...(await accountEffects(snapshot, entry, person)),
    ...(await partyEffects(snapshot, entry, person)),
    ...(seesStock(person) ? await stockEffects(snapshot, stock) : []),
  ];
  return { entry, stock, balances: balances.filter(({ before, after }) => before !== after) };
}

async function stockOf(snapshot: Snapshot, kind: string, id: number, person: Person): Promise<StockEffect[]> {
  const { rows } = await sql<Omit<StockEffect, 'in_units'>>`
    select j.item_fk, ${shownName('i')} as item_name, j.inventory_fk, ${shownName('p')} as inventory_name, j.quantity, j.value,
      j.kind,
      j.effective_date, j.recorded_at, j.position, j.move_position as cause_position
    from read.stock_line j
    left join read.record i on i.kind = 'item' and i.id = j.item_fk
    left join read.record p on p.kind = 'inventory' and p.id = j.inventory_fk
    where j.document_kind = ${kind} and j.document_id = ${id}
      and ${allOf(rowScope(person, { inventory: sql`j.inventory_fk` }))}
    order by j.position, j.move_position, j.move_line`.execute(snapshot);
  // A cost difference has no quantity, so without its value nothing remains to show.
  const shown = seesCost(person)
    ? rows
    : rows.filter((row) => row.quantity !== '0').map((row) => ({ ...row, value: null }));
  return withUnits(snapshot, shown, (row) => row);
}

const lastDay = (rows: readonly { readonly effective_date: string }[]): string | undefined =>
  rows
    .map((row) => row.effective_date)
    .sort()
    .at(-1);

/** Sums of the lines by a key. */
function sums<Line>(
  lines: readonly Line[],
  by: (line: Line) => string | null,
  amount: (line: Line) => bigint,
): Map<string, bigint> {
  const found = new Map<string, bigint>();
  for (const line of lines) {
    const key = by(line);
    if (key !== null) found.set(key, (found.get(key) ?? 0n) + amount(line));
  }
  return found;
}

const baseOf = (line: EntryLine): bigint => money(line.debit) - money(line.credit);
const effect = (
  of: BalanceEffect['of'],
  id: string,
  key: string | null,
  name: string | null,
  after: bigint,
  own: bigint,
) => ({
  of,
  id,
  key,
  name,
  before: printMoney(toMoney(after - own)),
  after: printMoney(toMoney(after)),
});

async function accountEffects(
  snapshot: Snapshot,
  entry: readonly EntryLine[],
  person: Person,
): Promise<BalanceEffect[]> {
  const shown = entry.filter((line) => seesAccountBalance(person, line.account_key));
  const asAt = lastDay(entry);
  if (asAt === undefined || shown.length === 0) return [];
  const own = sums(shown, (line) => String(line.account), baseOf);
  const balances = await accountBalances(snapshot, {
    asAt,
    known: undefined,
    where: [sql`account = any(${[...own.keys()].map(Number)}::int[])`, ...rowScope(person, { outlet: sql`outlet_fk` })],
  });
  const after = sums(
    balances,
    (balance) => String(balance.account),
    (balance) => money(balance.base),
  );
  return [...own].map(([account, amount]) => {
    const line = shown.find((value) => String(value.account) === account);
    return effect(
      'account',
      account,
      line?.account_key ?? null,
      line?.account_name ?? null,
      after.get(account) ?? 0n,
      amount,
    );
  });
}

async function partyEffects(snapshot: Snapshot, entry: readonly EntryLine[], person: Person): Promise<BalanceEffect[]> {
  const asAt = lastDay(entry);
  const shown = entry.filter(({ party }) => party !== null && seesPartyBalance(person, party));
  const own = sums(shown, (line) => line.party, baseOf);
  if (asAt === undefined || own.size === 0) return [];
  const { rows } = await sql<{ party: string; base: string }>`
    select j.party, sum(j.base) as base from read.journal_line j
    where j.party = any(${[...own.keys()]}::text[]) and j.effective_at < (${asAt}::date + 1)::timestamp
      and ${allOf(rowScope(person, { outlet: sql`j.outlet_fk` }))}
    group by j.party`.execute(snapshot);
  const after = new Map(rows.map((row) => [row.party, money(row.base)]));
  const nameOf = await fetchNames(snapshot, own.keys());
  return [...own].map(([party, amount]) =>
    effect('party', party, null, nameOf(undefined, party), after.get(party) ?? 0n, amount),
  );
}

/** Quantities on hand. */
async function stockEffects(snapshot: Snapshot, stock: readonly StockEffect[]): Promise<BalanceEffect[]> {
  const asAt = lastDay(stock);
  if (asAt === undefined) return [];
  const poolOf = (line: StockEffect) => `${line.item_fk}:${line.inventory_fk}`;
  const own = sums(stock, poolOf, (line) => quantity(line.quantity));
  const pools = [...own.keys()].map((pool) => pool.split(':').map(Number));
  const { rows } = await sql<{ pool: string; quantity: string }>`
    select j.item_fk || ':' || j.inventory_fk as pool, sum(j.quantity) as quantity
    from unnest(${pools.map(([item]) => item)}::int[], ${pools.map(([, inventory]) => inventory)}::int[]) w (item, inventory)
    join read.stock_line j on j.item_fk = w.item and j.inventory_fk = w.inventory
    where j.effective_at < (${asAt}::date + 1)::timestamp
    group by 1`.execute(snapshot);
  const after = new Map(rows.map((row) => [row.pool, quantity(row.quantity)]));
  const found = [...own].map(([pool, amount]): BalanceEffect => {
    const name = stock.find((line) => poolOf(line) === pool)?.item_name ?? null;
    const now = after.get(pool) ?? NO_QUANTITY;
    const before = printQuantity(toQuantity(now - amount));
    return { of: 'stock', id: pool, key: null, name, before, after: printQuantity(now) };
  });
  const items = new Map(stock.map((line) => [poolOf(line), line.item_fk]));
  const told = (side: 'before' | 'after') =>
    withUnits(snapshot, found, ({ id, [side]: held }) => ({ item_fk: items.get(id) ?? 0, quantity: held }));
  const [was, is] = [await told('before'), await told('after')];
  return found.map((balance, index) => ({
    ...balance,
    before_in_units: was[index]?.in_units ?? [],
    after_in_units: is[index]?.in_units ?? [],
  }));
}
