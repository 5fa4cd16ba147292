/** Reports for people with some outlets: each report balances, and all of them show one balance of a party. */
import { expect } from 'vitest';
import { allPermissions } from '../../domain/registry/permissions.ts';
import { type Money, money, printMoney } from '../../domain/values/money.ts';
import { type Person, personOf } from '../../identity/person.ts';
import type { Snapshot } from '../../read-api/database/reader.ts';
import { figuresOf } from '../../read-api/lists/record-figures.ts';
import { ageing } from '../../read-api/reports/ageing.ts';
import { balanceSheet } from '../../read-api/reports/balance-sheet.ts';
import { cashFlow } from '../../read-api/reports/cash-flow.ts';
import { journal } from '../../read-api/reports/journal.ts';
import { statement } from '../../read-api/reports/statement.ts';
import { trialBalance } from '../../read-api/reports/trial-balance.ts';
import type { Premises } from '../projector/shop.ts';
import type { Query } from './agreeing.ts';

const sum = (amounts: Iterable<string>): string => {
  let total = 0n;
  for (const amount of amounts) total += money(amount);
  return printMoney(total as Money);
};
const negated = (amount: string): string => printMoney(-money(amount) as Money);
const net = (row: { debit: string; credit: string }): string => sum([row.debit, negated(row.credit)]);

const seeing = (outlets: readonly number[], { inventories }: Premises): Person =>
  personOf(
    9,
    { user_name: 'clerk', email: 'c@example.com', outlets: [...outlets], inventories: [...inventories] },
    { role_name: 'Clerk', permissions: [...allPermissions()] },
  );
const everyone = personOf(1, { user_name: 'all', email: 'a@example.com' }, undefined);

/** A person, and the outlet of the request. */
interface Asking {
  readonly person: Person;
  readonly outlet: Query;
}

const CONTROLS = {
  customer: ['receivable', 'customer-advances'],
  supplier: ['payable', 'supplier-advances'],
} as const;
type Kind = keyof typeof CONTROLS;

/** Every report of these outlets balances, including the accounts between outlets. */
async function reportsBalance(snapshot: Snapshot, { person, outlet }: Asking, query: Query, until: Query) {
  const { rows, totals } = await trialBalance(snapshot, person, { ...query, ...outlet });
  expect([totals.debit, totals.opening_debit, totals.movement_debit]).toEqual([
    totals.credit,
    totals.opening_credit,
    totals.movement_credit,
  ]);
  const byOutlet = await trialBalance(snapshot, person, { ...query, ...outlet, by: 'outlet' });
  for (const { debit, credit } of byOutlet.outlets) expect(debit).toBe(credit);

  const sheet = await balanceSheet(snapshot, person, { ...until, ...outlet });
  const { assets, liabilities, equity, difference } = sheet.totals;
  expect(assets).toBe(sum([liabilities, equity, difference]));
  const between = rows.filter((row) => row.key === 'inter-outlet' && row.parent === null);
  expect(difference).toBe(negated(sum(between.map(net))));
  const shown = sheet.rows.filter(({ name }) => name === 'between_outlets' || name === 'difference');
  expect(shown.map(({ name, amounts }) => [name, amounts.at(-1)])).toEqual(
    difference === '0' ? [] : [['between_outlets', difference]],
  );
  const book = await journal(snapshot, person, { ...query, ...outlet, per_page: '10' });
  expect(book.totals.debit).toBe(book.totals.credit);
  const { movement_debit: debit, movement_credit: credit } = totals;
  if (query['from'] !== undefined) expect({ debit, credit }).toEqual(book.totals);
  const flow = await cashFlow(snapshot, person, { ...query, ...outlet });
  expect([sum([flow.totals.opening, flow.totals.direct]), flow.totals.indirect]).toEqual([
    flow.totals.closing,
    flow.totals.direct,
  ]);
  return rows;
}

type Balances = ReadonlyMap<string, string>;

/** The balance of each party and currency is the same on the card, the statement, the ageing and the open documents. */
async function partiesSayOne(
  snapshot: Snapshot,
  kind: Kind,
  { person, outlet }: Asking,
  { premises, until }: { premises: Premises; until: Query },
): Promise<Balances> {
  const owed = (amount: string) => (kind === 'customer' ? amount : negated(amount));
  const aged = await ageing(snapshot, kind, person, { ...until, ...outlet, per_page: '200' });
  const found = new Map<string, string>();
  for (const party of kind === 'customer' ? premises.customers : premises.suppliers) {
    const own = await statement(snapshot, kind, {
      person,
      query: { ...until, ...outlet, consumer_id: String(party), per_page: '200' },
    });
    const closing = own.closing.filter(({ amount, base }) => amount !== '0' || base !== '0');
    const said = closing.map(({ currency_fk, amount, base }) => ({
      currency_fk,
      amount: owed(amount),
      base: owed(base),
    }));
    const ofAgeing = (rows: typeof aged.data) =>
      rows
        .filter((row) => row.consumer_id === party && (row.balance !== '0' || row.base !== '0'))
        .map(({ currency_fk, balance, base }) => ({ currency_fk, amount: balance, base }));
    expect(ofAgeing(aged.data)).toEqual(said);
    expect(ofAgeing(own.ageing)).toEqual(said);
    for (const { currency_fk, amount } of said) {
      const open = own.open.filter((document) => document.currency_fk === currency_fk);
      expect(sum(open.map((document) => document.amount))).toBe(amount);
      const last = own.data.findLast((line) => line.currency_fk === currency_fk);
      if (last) expect(owed(last.balance)).toBe(amount);
      found.set(`${party} ${currency_fk}`, amount);
    }
    if (Object.keys({ ...until, ...outlet }).length > 0) continue;
    const [card] = (await figuresOf(kind)?.beside(snapshot, [{ id: party }], person)) ?? [];
    const balances = (card?.['balances'] ?? []) as { currency_fk: number; amount: string; base: string }[];
    expect(balances.map(({ currency_fk, amount, base }) => ({ currency_fk, amount, base }))).toEqual(said);
    expect(card?.['pending_amount']).toBe(sum(said.map(({ base }) => base)));
  }
  return found;
}

const added = (parts: readonly Balances[]): [string, string][] => {
  const keys = new Set(parts.flatMap((part) => [...part.keys()]));
  return [...keys]
    .map((key): [string, string] => [key, sum(parts.map((part) => part.get(key) ?? '0'))])
    .filter(([, amount]) => amount !== '0')
    .sort(([a], [b]) => (a < b ? -1 : 1));
};

/** For people with one outlet, two or all, and each of their outlets; the outlets add up to the whole. */
export async function outletsAgree(snapshot: Snapshot, premises: Premises, { from, ...until }: Query): Promise<void> {
  const query = from === undefined ? until : { ...until, from };
  const { outlets } = premises;
  const persons = [...outlets.map((outlet) => [outlet]), outlets].map((seen) => ({
    person: seeing(seen, premises),
    seen,
  }));
  const all = new Map<string, Balances>();
  for (const { person, seen } of [...persons, { person: everyone, seen: outlets }]) {
    for (const one of [undefined, ...seen]) {
      const asking = { person, outlet: one === undefined ? {} : { outlet_fk: String(one) } } as const;
      const rows = await reportsBalance(snapshot, asking, query, until);
      for (const kind of ['customer', 'supplier'] as const) {
        const balances = await partiesSayOne(snapshot, kind, asking, { premises, until });
        const controls = rows.filter((row) => CONTROLS[kind].some((key) => key === row.key) && !row.is_heading);
        const aged = await ageing(snapshot, kind, person, { ...until, ...asking.outlet });
        const held = sum(controls.map(net));
        expect(aged.totals.base).toBe(kind === 'customer' ? held : negated(held));
        const about = one === undefined ? seen : [one];
        const name = `${kind} ${about}`;
        // All people get the same figures for the same outlets.
        expect(added([balances])).toEqual(added([all.get(name) ?? balances]));
        all.set(name, balances);
      }
    }
  }
  for (const kind of ['customer', 'supplier']) {
    const parts = outlets.map((outlet) => all.get(`${kind} ${[outlet]}`) ?? new Map());
    expect(added(parts)).toEqual(added([all.get(`${kind} ${outlets}`) ?? new Map()]));
  }
}
