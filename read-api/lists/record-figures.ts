/**
 * Figures from the books in lists and pages of records: balances of parties in each currency and of cash accounts, each
 * with its own permission.
 */

import { sql } from 'kysely';
import { SYSTEM_ACCOUNTS } from '../../domain/chart/chart.ts';
import { seesPartyBalance } from '../../domain/registry/seen-figures.ts';
import { defined } from '../../domain/values/defined.ts';
import { add, type Money, money, negate, printMoney, ZERO } from '../../domain/values/money.ts';
import type { Person } from '../../identity/person.ts';
import { shownName } from '../database/names-by-language.ts';
import type { Snapshot } from '../database/reader.ts';
import type { Reader } from '../database/reader-type.ts';
import { rowScope } from '../http/scope.ts';
import type { ModelName } from '../wait-for-position/position-watch.ts';
import { besideAssets } from './asset-figures.ts';
import { besideCollections } from './collection-figures.ts';
import { whereAll } from './list.ts';
import type { Row } from './names.ts';
import { besideTills } from './till-figures.ts';

export interface RecordFigures {
  readonly reads: readonly ModelName[];
  beside(reader: Reader | Snapshot, rows: readonly Row[], person: Person): Promise<Row[]>;
}

/** Undefined for kinds without figures. */
export function figuresOf(kind: string): RecordFigures | undefined {
  return FIGURES[kind];
}

const FIGURES: Readonly<Record<string, RecordFigures>> = {
  customer: ofParties('customer'),
  supplier: ofParties('supplier'),
  cash: { reads: ['books'], beside: besideCash },
  collection: { reads: ['books'], beside: besideCollections },
  fixed_asset: { reads: ['books', 'documents'], beside: besideAssets },
  mobile_section: { reads: [], beside: besideSections },
  brand: { reads: [], beside: besideBrands },
  till: { reads: [], beside: besideTills },
};

/** The country's name in the list's language; brands from before the list of countries keep their text. */
async function besideBrands(_reader: Reader | Snapshot, rows: readonly Row[]): Promise<Row[]> {
  return rows.map((row) => ({ ...row, brand_made_in: row['made_in_name'] ?? row['brand_made_in'] ?? null }));
}

/** The control account of each kind of party. */
const CONTROL = { customer: SYSTEM_ACCOUNTS.receivable.code, supplier: SYSTEM_ACCOUNTS.payable.code } as const;
export const controlAccount = (kind: keyof typeof CONTROL): number => CONTROL[kind];

interface PartyBalance {
  readonly party: string;
  readonly currency_fk: number;
  readonly currency_name: string | null;
  readonly amount: string;
  readonly base: string;
}

/** The amount owed: by a customer to us, by us to a supplier. */
function ofParties(kind: 'customer' | 'supplier'): RecordFigures {
  const owed = (amount: string): Money => (kind === 'customer' ? money(amount) : negate(money(amount)));
  return {
    reads: ['books'],
    async beside(reader, rows, person) {
      if (!seesPartyBalance(person, `${kind}-`))
        return rows.map((row) => ({ ...row, account_fk: controlAccount(kind) }));
      const parties = rows.map((row) => `${kind}-${String(row['id'])}`);
      const found = Map.groupBy(await balancesOf(reader, parties, person), (partyBalance) => partyBalance.party);
      return rows.map((row, index) => {
        const balances = (found.get(defined(parties[index])) ?? []).map(({ party: _party, ...each }) => ({
          ...each,
          amount: printMoney(owed(each.amount)),
          base: printMoney(owed(each.base)),
        }));
        const pending = balances.reduce((sum, { base }) => add(sum, money(base)), ZERO);
        return { ...row, account_fk: controlAccount(kind), balances, pending_amount: printMoney(pending) };
      });
    },
  };
}

async function balancesOf(
  reader: Reader | Snapshot,
  parties: readonly string[],
  person: Person,
): Promise<readonly PartyBalance[]> {
  if (parties.length === 0) return [];
  const conditions = [
    sql<boolean>`p.party = any(${[...parties]}::text[])`,
    ...rowScope(person, { outlet: sql`p.outlet_fk` }),
  ];
  const { rows } = await sql<PartyBalance>`
    select b.*, ${shownName('c')} as currency_name from (
      select p.party, p.currency_fk, sum(p.foreign_debit - p.foreign_credit) as amount, sum(p.debit - p.credit) as base
      from read.party_day p ${whereAll(conditions)} group by p.party, p.currency_fk
    ) b left join read.record c on c.kind = 'currency' and c.id = b.currency_fk
    where b.amount <> 0 or b.base <> 0 order by b.party, b.currency_fk`.execute(reader);
  return rows;
}

/** In the account's own currency and in the system currency; requires the permission for balances. */
async function besideCash(reader: Reader | Snapshot, rows: readonly Row[], person: Person): Promise<Row[]> {
  if (!person.can('cashes/balance_view') || rows.length === 0) return [...rows];
  const conditions = [
    sql<boolean>`a.record_kind = 'cash' and a.record_id = any(${rows.map((row) => Number(row['id']))}::int[])`,
    ...rowScope(person, { outlet: sql`m.outlet_fk` }),
  ];
  const { rows: found } = await sql<{ id: number; currency_fk: number; amount: string; base: string }>`
    select a.record_id as id, m.currency_fk, sum(m.foreign_debit - m.foreign_credit) as amount, sum(m.debit - m.credit) as base
    from read.account a join read.movement_month m on m.account = a.account
    ${whereAll(conditions)} group by a.record_id, m.currency_fk`.execute(reader);
  return rows.map((row) => {
    const own = found.filter((value) => value.id === row['id']);
    const inCurrency = own.filter((value) => value.currency_fk === row['currency_fk']);
    return {
      ...row,
      balance: sumOf(inCurrency.map(({ amount }) => amount)),
      balance_base: sumOf(own.map(({ base }) => base)),
    };
  });
}

/** The section's place on the home screen of the application, from 1; null sorts last. */
async function besideSections(reader: Reader | Snapshot, rows: readonly Row[]): Promise<Row[]> {
  const { rows: found } = await sql<{ arrangement: number[] | null }>`
    select r.data -> 'section_arrangement' as arrangement from read.record r where r.kind = 'app_setting' and r.id = 1`.execute(
    reader,
  );
  const arrangement = found[0]?.arrangement ?? [];
  return rows.map((row) => {
    const place = arrangement.indexOf(Number(row['id']));
    return { ...row, place: place < 0 ? null : place + 1 };
  });
}

const sumOf = (amounts: readonly string[]): string =>
  printMoney(amounts.reduce((sum, amount) => add(sum, money(amount)), ZERO));
