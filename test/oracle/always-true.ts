/**
 * Checks the invariants of docs/accounting.md, section 7, after every command, on the rows that the command added. A
 * balance as at a date, as known at a position, is the sum of the rows up to both. So an invariant that holds for the
 * rows of each event at each effective time holds for every such balance.
 */

import { RESERVED_DAY } from '../../domain/deciding/level-marks.ts';
import { dayBefore, momentOfCount } from '../../domain/values/effective-date.ts';
import type { CommandStore } from '../../event-store/port.ts';
import { count, money } from './exact.ts';
import { type MemoryBooks, SYSTEM } from './memory-books.ts';
import type { JournalRow, OpenRow, PoolRow } from './memory-rows.ts';

const CONTROLS = new Set([1210, 1220, 2110, 2120]);
/** What staff owe, in the system currency and without open items. */
const STAFF = 1240;
/** The loss of goods that are missing; a charge is rounded to whole dinars. */
const [LOST, A_DINAR] = [5130, 10_000n];
const [IN_TRANSIT, IN_PRODUCTION, SUPPLIER_SIDE] = [1320, 1330, new Set([1220, 2110])];
const INVENTORY = 131_000_000;
/** The end of the day before that of reservations: the stock level before it contains no reserved goods. */
const BEFORE_RESERVATIONS = momentOfCount(dayBefore(RESERVED_DAY), null);

interface Sum {
  base: bigint;
  foreign: bigint;
}
const NOTHING: Readonly<Sum> = { base: 0n, foreign: 0n };

export class AlwaysTrue {
  readonly #books: MemoryBooks;
  readonly #store: CommandStore;
  #seen = { journal: 0, pools: 0, open: 0 };
  readonly #balances = new Map<string, Sum>();
  readonly #pools = new Map<string, Map<string, { quantity: bigint; value: bigint }>>();
  readonly #undelivered = new Map<string, bigint>();
  readonly #open = new Map<string, bigint>();
  /** By document, party and currency: the open amount in the books of each outlet. */
  readonly #openIn = new Map<string, Map<number, bigint>>();
  readonly #onTheirWay = new Map<string, bigint>();

  constructor(books: MemoryBooks, store: CommandStore) {
    this.#books = books;
    this.#store = store;
  }

  /** Returns a sentence for each broken invariant. `books` must have folded all events before. */
  async broken(): Promise<string[]> {
    const { rows } = this.#books;
    const journal = rows.journal.slice(this.#seen.journal);
    const pools = rows.pools.slice(this.#seen.pools);
    const open = rows.open.slice(this.#seen.open);
    this.#seen = { journal: rows.journal.length, pools: rows.pools.length, open: rows.open.length };
    for (const { party, currency, amount } of open) {
      this.#open.set(`${party} ${currency}`, (this.#open.get(`${party} ${currency}`) ?? 0n) + amount);
    }
    return [
      ...entriesBalance(journal),
      ...this.#poolsAreTheirAccounts(journal, pools),
      ...this.#poolsHold(pools),
      ...this.#partiesHold(journal),
      ...this.#documentsAreOfOneOutlet(open),
      ...this.#nothingGetsLost(journal),
      ...(await this.#chargesAreLosses(journal)),
      ...(await this.#claimsAgree(journal, pools, open)),
    ];
  }

  /**
   * For each event and effective time, the value of stock in an inventory changes by the amount on the account of the
   * inventory, and foreign cash by the amount on its account. What is booked later than it takes effect agrees by its day.
   */
  #poolsAreTheirAccounts(journal: readonly JournalRow[], pools: readonly PoolRow[]): string[] {
    const differences = new Map<string, Sum>();
    const add = (key: string, base: bigint, foreign: bigint) => addTo(differences, key, base, foreign);
    const isLater = ({ at, day }: PoolRow) => !at.startsWith(day);
    const byDay = new Set(pools.filter(isLater).map(({ position }) => position));
    for (const { account, at: moment, position, base, foreign, currency } of journal) {
      const at = byDay.has(position) ? moment.slice(0, 10) : moment;
      if (account > INVENTORY && account < INVENTORY + 100_000)
        add(`inventory ${account - INVENTORY} ${at} ${position}`, base, 0n);
      const { key, isCash } = this.#books.rows.accounts.get(account) ?? {};
      if ((isCash || key === 'other-assets' || key === 'other-liabilities') && currency !== SYSTEM)
        add(`cash ${account} ${currency} ${at} ${position}`, base, foreign * 100n);
    }
    for (const { pool, at: moment, day, position, quantity, value } of pools) {
      const at = byDay.has(position) ? day : moment;
      const [kind, first, second] = pool.split(' ');
      if (kind === 'stock') add(`inventory ${second} ${at} ${position}`, -value, 0n);
      else add(`cash ${first} ${second} ${at} ${position}`, -value, -quantity);
    }
    return named(differences, 'its pools are not the balance of');
  }

  /**
   * A pool with quantity zero has value zero at every moment, and the stored level of a pool is the sum of its rows.
   * What is sold and not delivered is never below zero.
   */
  #poolsHold(pools: readonly PoolRow[]): string[] {
    const touched = new Set<string>();
    for (const { pool, place, quantity, value, undelivered } of pools) {
      this.#undelivered.set(pool, (this.#undelivered.get(pool) ?? 0n) + undelivered);
      const places = this.#pools.get(pool) ?? new Map<string, { quantity: bigint; value: bigint }>();
      this.#pools.set(pool, places);
      const held = places.get(place) ?? { quantity: 0n, value: 0n };
      places.set(place, { quantity: held.quantity + quantity, value: held.value + value });
      touched.add(pool);
    }
    return [...touched].flatMap((pool) => {
      let [quantity, value] = [0n, 0n];
      const wrong: string[] = [];
      for (const [place, each] of [...(this.#pools.get(pool) ?? [])].sort(([a], [b]) => (a < b ? -1 : 1))) {
        quantity += each.quantity;
        value += each.value;
        if (quantity === 0n && value !== 0n) wrong.push(`${pool} holds nothing worth ${value} at ${place}`);
      }
      const level = this.#books.rows.levels.get(pool);
      const undelivered = this.#undelivered.get(pool) ?? 0n;
      if (level?.quantity !== quantity || level.value !== value || level.undelivered !== undelivered)
        wrong.push(`the level of ${pool} is not the sum of its lines`);
      if (undelivered < 0n) wrong.push(`${pool}: ${undelivered} is sold and not delivered`);
      return wrong;
    });
  }

  /**
   * Every line on a control account has a party. A balance of zero in its currency is zero in the system currency. The
   * open items of a party add up to its balance.
   */
  #partiesHold(journal: readonly JournalRow[]): string[] {
    const wrong: string[] = [];
    const touched = new Set<string>();
    for (const { account, party, currency, base, foreign, document } of journal) {
      if (account === STAFF) {
        if (!party?.startsWith('user-')) wrong.push(`${document} puts ${base} on account ${account} of ${party}`);
        if (currency !== SYSTEM || base !== foreign) wrong.push(`${document} puts ${currency} on account ${account}`);
      }
      if (!CONTROLS.has(account)) continue;
      if (party === null) wrong.push(`${document} puts ${base} on account ${account} of nobody`);
      addTo(this.#balances, `${account} ${party} ${currency}`, base, foreign);
      addTo(
        this.#balances,
        `${party} ${currency}`,
        base,
        SUPPLIER_SIDE.has(account) && party?.startsWith('supplier') ? -foreign : foreign,
      );
      touched.add(`${account} ${party} ${currency}`).add(`${party} ${currency}`);
    }
    for (const key of touched) {
      const { base, foreign } = this.#balances.get(key) ?? NOTHING;
      if (/^\d/.test(key)) {
        if (foreign === 0n && base !== 0n) wrong.push(`${key} owes nothing, and ${base} in the books`);
      } else if ((this.#open.get(key) ?? 0n) !== foreign) {
        wrong.push(`${key}: ${this.#open.get(key) ?? 0n} open, ${foreign} in the ledger`);
      }
    }
    return wrong;
  }

  /** A payment settles a document in the books of the document's outlet (decisions/0072). */
  #documentsAreOfOneOutlet(open: readonly OpenRow[]): string[] {
    const touched = new Set<string>();
    for (const { party, currency, document, outlet, amount } of open) {
      const key = `${document} of ${party} ${currency}`;
      const outlets = this.#openIn.get(key) ?? new Map<number, bigint>();
      this.#openIn.set(key, outlets.set(outlet, (outlets.get(outlet) ?? 0n) + amount));
      touched.add(key);
    }
    return [...touched].flatMap((key) => {
      const amounts = [...(this.#openIn.get(key)?.values() ?? [])];
      const isInTwo = amounts.some((amount) => amount > 0n) && amounts.some((amount) => amount < 0n);
      return isInTwo ? [`${key} is open in one outlet and overpaid in another`] : [];
    });
  }

  /**
   * Every production leaves zero on `in-production`, and every transfer that is wholly received leaves zero on
   * `in-transit`.
   */
  #nothingGetsLost(journal: readonly JournalRow[]): string[] {
    const made = new Map<string, Sum>();
    for (const { account, document, position, base, foreign } of journal) {
      if (account === IN_PRODUCTION) addTo(made, `${document} at ${position}`, base, foreign);
      if (account === IN_TRANSIT) this.#onTheirWay.set(document, (this.#onTheirWay.get(document) ?? 0n) + base);
    }
    const left = [...this.#onTheirWay].filter(([document, base]) => base !== 0n && !this.#books.isOnItsWay(document));
    return [
      ...named(made, 'something stays in production of'),
      ...left.map(([document, base]) => `${document} leaves ${base} in transit`),
    ];
  }

  /** A charge after the write-off is never for more than the goods of its transfer cost and nobody was charged before. */
  async #chargesAreLosses(journal: readonly JournalRow[]): Promise<string[]> {
    const wrong: string[] = [];
    for (const { account, document, position } of journal) {
      if (account !== STAFF || !(await this.#isLaterCharge(position))) continue;
      const own = this.#books.rows.journal.filter((row) => row.document === document && row.position <= position);
      const lost = own.reduce((sum, { account, base }) => (account === LOST ? sum + base : sum), 0n);
      if (lost < -A_DINAR) wrong.push(`${document} charges ${-lost} more than was lost`);
    }
    return wrong;
  }

  /** What is charged with the write-off may be any amount that was agreed. */
  async #isLaterCharge(position: bigint): Promise<boolean> {
    const [event] = await this.#store.readAll(position - 1n, 1);
    return event?.type.endsWith('.charged') === true;
  }

  /** The levels of the claims equal the balances of the books: stock, cash, debts of customers, open items. */
  async #claimsAgree(
    journal: readonly JournalRow[],
    pools: readonly PoolRow[],
    open: readonly { readonly party: string; readonly currency: number }[],
  ): Promise<string[]> {
    const wrong: string[] = [];
    const differ = (key: string, claimed: bigint, held: bigint) => {
      if (claimed !== held) wrong.push(`${key}: ${claimed} claimed, ${held} there`);
    };
    const stock = new Set(pools.map(({ pool }) => pool).filter((pool) => pool.startsWith('stock ')));
    for (const pool of stock) {
      const key = pool.replaceAll(' ', ':');
      const [claimed = '0'] = await this.#store.levelsBefore([{ key, at: BEFORE_RESERVATIONS }]);
      differ(key, count(claimed), this.#books.rows.levels.get(pool)?.quantity ?? 0n);
      const sold = key.replace('stock', 'undelivered');
      const [waiting = '0'] = await this.#store.levelsBefore([{ key: sold, at: BEFORE_RESERVATIONS }]);
      differ(sold, count(waiting), this.#undelivered.get(pool) ?? 0n);
    }
    for (const account of new Set(journal.map((row) => row.account))) {
      const of = this.#books.rows.accounts.get(account);
      for (const row of of?.isCash ? journal.filter((journalRow) => journalRow.account === account) : []) {
        addTo(this.#balances, `cash:${of?.of}`, row.base, row.foreign);
      }
      if (of?.isCash)
        differ(`cash:${of.of}`, await this.#level(`cash:${of.of}`), this.#balances.get(`cash:${of.of}`)?.foreign ?? 0n);
    }
    const debtors = journal.filter(({ account, party }) => account === 1210 && party?.startsWith('customer-'));
    for (const { party, base } of debtors) addTo(this.#balances, `debit:${party}`, base, 0n);
    for (const party of new Set(debtors.map((row) => row.party))) {
      differ(`debit:${party}`, await this.#level(`debit:${party}`), this.#balances.get(`debit:${party}`)?.base ?? 0n);
    }
    const owed = journal.filter(({ account }) => account === STAFF);
    for (const { party, base } of owed) addTo(this.#balances, `staff:${party}`, base, 0n);
    for (const key of new Set(owed.map(({ party }) => `staff:${party}`))) {
      differ(key, await this.#level(key), this.#balances.get(key)?.base ?? 0n);
      if ((this.#balances.get(key)?.base ?? 0n) < 0n) wrong.push(`${key} owes less than nothing`);
    }
    for (const key of new Set(open.map(({ party, currency }) => `${party} ${currency}`))) {
      const levels = await this.#store.levels(`open:${key.replace(' ', ':')}:`, 10_000);
      const claimed = levels.reduce((sum, { total }) => sum + money(total), 0n);
      differ(`open:${key}`, claimed, this.#open.get(key) ?? 0n);
    }
    return wrong;
  }

  async #level(key: string): Promise<bigint> {
    const levels = await this.#store.levels(key, 10_000);
    return money(levels.find((level) => level.key === key)?.total ?? '0');
  }
}

/**
 * Within each outlet, the lines of an entry add up to zero in the system currency. All lines of an entry have one
 * effective time.
 */
function entriesBalance(journal: readonly JournalRow[]): string[] {
  const outlets = new Map<string, Sum>();
  const moments = new Map<string, string>();
  const wrong: string[] = [];
  for (const { position, entry, outlet, base, foreign, at } of journal) {
    addTo(outlets, `entry ${entry} of ${position} in outlet ${outlet}`, base, foreign);
    const name = `${position} ${entry}`;
    if ((moments.get(name) ?? at) !== at) wrong.push(`entry ${entry} of ${position} is of two moments`);
    moments.set(name, at);
  }
  const off = [...outlets].filter(([, { base }]) => base !== 0n);
  return [...wrong, ...off.map(([key, { base }]) => `${key} is off by ${base}`)];
}

function addTo(sums: Map<string, Sum>, key: string, base: bigint, foreign: bigint): void {
  const sum = sums.get(key);
  if (!sum) sums.set(key, { base, foreign });
  else {
    sum.base += base;
    sum.foreign += foreign;
  }
}

const named = (sums: ReadonlyMap<string, Sum>, what: string): string[] =>
  [...sums]
    .filter(([, { base, foreign }]) => base !== 0n || foreign !== 0n)
    .map(([key, { base, foreign }]) => `${what} ${key}: ${base} ${foreign}`);
