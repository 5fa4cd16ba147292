/** The lines that a figure is the sum of: of the journal, or of the stock ledger. */
import { type RawBuilder, sql } from 'kysely';
import { forbidden } from '../../../identity/guard.ts';
import type { Person } from '../../../identity/person.ts';
import type { Snapshot } from '../../database/reader.ts';
import { checkInventory, checkOutlet, rowScope, seesCost } from '../../http/scope.ts';
import { type Condition, whereAll } from '../../lists/list.ts';
import { type Chart, costAccounts } from '../../reports/chart.ts';
import { type Known, readKnownAt } from '../../reports/known-at.ts';
import { inTimes } from '../../reports/running.ts';
import type { Figure } from './figure.ts';

export interface Lines {
  readonly table: 'journal_line' | 'stock_line';
  /** All on columns of `j`. */
  readonly where: readonly Condition[];
  /** What each line adds to the figure; on columns of `j`. */
  readonly amount: RawBuilder<unknown>;
  readonly known: Known | undefined;
}

/** Throws 403 and 404 for what the person may not see. */
export async function linesOf(snapshot: Snapshot, chart: Chart, figure: Figure, person: Person): Promise<Lines> {
  const known = await readKnownAt(snapshot, figure.known_at);
  const times = inTimes(figure.from, figure.as_at, known);
  if (figure.report === 'inventory') return { ...stockLines(figure, person, times), known };
  const { account, party, currency_fk: currency, outlet_fk: outlet, measure, side, own } = figure;
  const below = account === undefined ? undefined : chart.subtree(Number(account));
  const accounts = own ? below?.slice(0, 1) : below;
  const hidden = new Set(costAccounts(chart));
  if (!seesCost(person) && accounts?.some((each) => hidden.has(each))) throw forbidden('items/show_cost');
  checkOutlet(person, outlet === undefined ? undefined : Number(outlet));
  return {
    table: 'journal_line',
    where: [
      ...times,
      ...(accounts ? [sql<boolean>`j.account = any(${[...accounts]}::int[])`] : []),
      ...(party ? [sql<boolean>`j.party = ${party}`] : []),
      ...(currency ? [sql<boolean>`j.currency_fk = ${Number(currency)}`] : []),
      ...(outlet ? [sql<boolean>`j.outlet_fk = ${Number(outlet)}`] : rowScope(person, { outlet: sql`j.outlet_fk` })),
      ...(measure === 'debit' ? [sql<boolean>`j.base > 0`] : []),
      ...(measure === 'credit' ? [sql<boolean>`j.base < 0`] : []),
    ],
    amount: side === 'credit' ? AMOUNTS.credit : AMOUNTS[measure ?? 'base'],
    known,
  };
}

const AMOUNTS: Readonly<Record<NonNullable<Figure['measure']>, RawBuilder<unknown>>> = {
  base: sql`j.base`,
  debit: sql`j.base`,
  credit: sql`-j.base`,
  foreign: sql`j.foreign_amount`,
  quantity: sql`j.quantity`,
  value: sql`j.value`,
};

function stockLines({ item_fk, inventory_fk, measure }: Figure, person: Person, times: Condition[]) {
  if (measure === 'value' && !seesCost(person)) throw forbidden('items/show_cost');
  checkInventory(person, inventory_fk === undefined ? undefined : Number(inventory_fk));
  return {
    table: 'stock_line' as const,
    where: [
      ...times,
      sql<boolean>`j.item_fk = ${Number(item_fk)}`,
      ...(inventory_fk
        ? [sql<boolean>`j.inventory_fk = ${Number(inventory_fk)}`]
        : rowScope(person, { inventory: sql`j.inventory_fk` })),
      ...(measure === 'quantity' ? [sql<boolean>`j.quantity <> 0`] : []),
    ],
    amount: AMOUNTS[measure ?? 'quantity'],
  };
}

export const tableOf = ({ table }: Lines) => sql.table(`read.${table}`);
export const whereOf = ({ where }: Lines) => whereAll(where);
