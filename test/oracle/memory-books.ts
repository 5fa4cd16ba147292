/**
 * The books without a database: the fold of the projector, applied to the log of a memory store after each command. It
 * answers the queries of decisions, and is compared with the oracle.
 */
import type { QueryRunner } from '../../command-api/handling/facts/on-demand-facts.ts';
import type { AssetLives } from '../../domain/assets/asset-life.ts';
import type { AssetSale } from '../../domain/assets/asset-sale.ts';
import type { Depreciation } from '../../domain/assets/depreciation.ts';
import { ARRIVAL_STEP } from '../../domain/batches/arriving-batches.ts';
import { SYSTEM_ACCOUNTS } from '../../domain/chart/chart.ts';
import type { RecordedEvent } from '../../domain/deciding/event.ts';
import type { ClosingBalance } from '../../domain/ledger/year-close.ts';
import type { CommissionPeriod } from '../../domain/sales/commission/commission-periods.ts';
import type { Arrival, Transit } from '../../domain/stock/transit/transit-events.ts';
import { printMoney } from '../../domain/values/money.ts';
import type { EventStore } from '../../event-store/port.ts';
import { booksModel } from '../../projector/models/books/model.ts';
import { upcastAll } from '../../projector/models/model.ts';
import type { Books } from './books.ts';
import { baseUnits } from './exact.ts';
import { type JournalRow, MemoryRows, type PoolRow } from './memory-rows.ts';

export const SYSTEM = 1;

/** Accounts beside money and parties whose foreign balances are revalued. */
const KEPT_IN_MONEY: ReadonlySet<string> = new Set([
  ...['app-clearing', 'other-assets', 'other-liabilities', 'goods-received-not-billed'],
  ...['commission-payable', 'payroll-payable', 'dividends-payable'],
]);

type Asked = Parameters<QueryRunner>[0];
type Of<Name extends Asked['of']> = Extract<Asked, { of: Name }>;

export class MemoryBooks {
  readonly rows = new MemoryRows();
  readonly #store: EventStore;
  readonly #fold: ReturnType<typeof booksModel.fold>;
  readonly #onTheirWay = new Set<string>();
  #position = 0n;

  constructor(store: EventStore) {
    this.#store = store;
    this.#fold = booksModel.fold({ store, reader: undefined });
    booksModel.seed(this.rows);
  }

  get position(): bigint {
    return this.#position;
  }

  async catchUp(): Promise<void> {
    const events = upcastAll(await this.#store.readAll(this.#position, 10_000));
    if (events.length > 0) await this.#fold.take(events, this.rows);
    for (const event of events) this.#follow(event);
    this.#position = events.at(-1)?.position ?? this.#position;
  }

  /** Returns whether a transfer is sent and a part of its goods is neither received nor missing. */
  isOnItsWay(document: string): boolean {
    return this.#onTheirWay.has(document);
  }

  #follow({ type, stream, data }: RecordedEvent): void {
    if (type.endsWith('_transfer.sent') || type === 'sale_transfer_return.sent') this.#onTheirWay.add(stream);
    if (type.endsWith('.returned_to_pending')) this.#onTheirWay.delete(stream);
    if (!/transfer(_return)?\.received$/.test(type)) return;
    const { missing, after, transfer } = data as Arrival & { readonly transfer: Transit };
    const isHere = transfer.lines.every(({ line_id, quantity, unit_factor }) =>
      after.some(
        (came) =>
          came.line_id === line_id &&
          baseUnits(came.quantity, came.unit_factor ?? unit_factor) === baseUnits(quantity, unit_factor),
      ),
    );
    if (missing.length > 0 || isHere) this.#onTheirWay.delete(stream);
  }

  nameOf(account: number): string {
    const found = this.rows.accounts.get(account);
    if (!found) return `no account ${account}`;
    return found.of === null ? found.key : `${found.key} ${found.of}`;
  }

  /** Returns the books in the shape of the oracle: sums of rows up to an effective time and a position. */
  tablesAt(at: string, known: bigint): Books {
    const counts = (row: { readonly at: string; readonly position: bigint; readonly day?: string }) =>
      row.at <= at && row.position <= known && (row.day ?? '') <= at.slice(0, 10);
    const lines = this.rows.journal.filter(counts);
    const stock = this.rows.pools.filter((row) => row.pool.startsWith('stock ') && counts(row));
    const ofParty = lines.filter(
      ({ account, party }) => party !== null && (account === 1240 || /^(customer|supplier)-/.test(party)),
    );
    return {
      ledger: sums(lines, (row) => [
        `${this.nameOf(row.account)}, ${row.outlet}, ${row.currency}`,
        row.foreign,
        row.base,
      ]),
      stock: sums(stock, (row) => [row.pool.slice('stock '.length), row.quantity, row.value]),
      undelivered: sums(stock, (row) => [row.pool.slice('stock '.length), row.undelivered, 0n]),
      parties: sums(ofParty, (row) => [`${row.party} ${row.currency}`, row.foreign, row.base]),
    };
  }

  /** Answers the read model queries of decisions, from the rows. */
  readonly measure: QueryRunner = async (asked) => {
    await this.catchUp();
    if (asked.of === 'levels_below') return 0;
    if (asked.of === 'same_names' || asked.of === 'codes_like_labels') return [];
    // Who is paid twice for the same days means it.
    if (asked.of === 'paid_periods') return { periods: [], owed: this.#owedInOutlets(asked) };
    // No supplier of these plays numbers their papers.
    if (asked.of === 'supplier_numbers') return [];
    // No item of these plays has batches.
    if (asked.of === 'told_batches') return [];
    if (asked.of === 'sold_piece') return undefined;
    // Nothing is switched off in these books.
    if (asked.of === 'documents_under_way') return [];
    if (asked.of === 'sent_costs') return this.#sentCosts(asked);
    // The owners of these plays mean what they distribute.
    if (asked.of === 'unbilled' || asked.of === 'earnings' || asked.of === 'remitted_money') return undefined;
    if (asked.of === 'tax') return this.#tax(asked);
    if (asked.of === 'asset_lives') return assetLivesIn(await this.#store.readAll(0n, 100_000), asked.purchases);
    return asked.of === 'commission' ? this.#commission(asked) : this.foreignBalances(asked);
  };

  /** What each line of a transfer cost when it was sent, with what costs changed since. */
  #sentCosts({ document }: Of<'sent_costs'>) {
    const lineOf = ({ place }: PoolRow) => Number(place.split(' ').at(-1));
    const sent = this.rows.pools.filter((row) => row.document === document && lineOf(row) < ARRIVAL_STEP);
    return [...Map.groupBy(sent, lineOf)].map(([line_id, rows]) => {
      return { line_id, value: print(-rows.reduce((sum, { value }) => sum + value, 0n)) };
    });
  }

  /** What persons owe in each outlet, on a day and ever since. */
  #owedInOutlets({ owing, on }: Of<'paid_periods'>) {
    const rows = this.rows.journal.filter(({ account }) => account === SYSTEM_ACCOUNTS['staff-receivable'].code);
    return owing
      .flatMap((user_fk) => {
        const own = rows.filter(({ party }) => party === `user-${user_fk}`);
        return [...Map.groupBy(own, ({ outlet }) => outlet)].flatMap(([outlet_fk, lines]) => {
          const days = [on, ...lines.map(({ at }) => at.slice(0, 10)).filter((day) => day > on)];
          const owed = days.map((day) =>
            lines.reduce((sum, { at, base }) => (at.slice(0, 10) <= day ? sum + base : sum), 0n),
          );
          const least = owed.reduce((least, amount) => (amount < least ? amount : least));
          return least > 0n ? [{ user_fk, outlet_fk, owed: print(least) }] : [];
        });
      })
      .sort((a, b) => a.outlet_fk - b.outlet_fk);
  }

  /** The foreign balances of an outlet at the end of a day: money, and what is owed in money. */
  foreignBalances({ outlet, to }: Pick<Of<'foreign_balances'>, 'outlet' | 'to'>) {
    const controls: readonly number[] = [SYSTEM_ACCOUNTS.receivable.code, SYSTEM_ACCOUNTS.payable.code];
    const rows = this.#until(to).filter((row) => row.outlet === outlet && row.currency !== SYSTEM);
    const held = rows.flatMap((row) => {
      if (controls.includes(row.account)) return [row];
      const { key = '', isCash } = this.rows.accounts.get(row.account) ?? {};
      return isCash || KEPT_IN_MONEY.has(key) ? [{ ...row, party: null }] : [];
    });
    const balances = grouped(held, ({ account, party, currency }) => `${account} ${party} ${currency}`)
      .filter(({ foreign }) => foreign !== 0n)
      .map(({ of: { account, party, currency }, foreign, base }) => {
        return { account, party, currency_fk: currency, foreign_amount: print(foreign), base: print(base) };
      });
    return { position: String(this.#position), balances };
  }

  /** Tax up to a day, less all tax payments. */
  #tax({ outlet, to }: Of<'tax'>) {
    const counts = (row: JournalRow) => row.at.slice(0, 10) <= to || row.document.startsWith('tax_payment-');
    const rows = this.rows.journal.filter((row) => row.outlet === outlet && counts(row));
    const of = (key: 'output-tax' | 'input-tax') =>
      rows.filter(({ account }) => account === SYSTEM_ACCOUNTS[key].code).reduce((sum, { base }) => sum + base, 0n);
    return { output: print(-of('output-tax')), input: print(of('input-tax')) };
  }

  /** Balances of the income and expense accounts at the end of the day `to`. */
  closingBalances(to: string): ClosingBalance[] {
    const rows = this.#until(to).filter(({ account }) => this.rows.accounts.get(account)?.isIncome);
    return grouped(rows, ({ account, outlet, currency }) => `${account} ${outlet} ${currency}`)
      .filter(({ base, foreign }) => base !== 0n || foreign !== 0n)
      .map(({ of: { account, outlet, currency }, foreign, base }) => {
        return { account, outlet_fk: outlet, currency_fk: currency, base: print(base), foreign_amount: print(foreign) };
      });
  }

  /** The sales, delivered orders and returns of a salesman, less what the previous commission included. */
  async #commission({ salesman, outlet, to }: Of<'commission'>) {
    const events = await this.#store.readAll(0n, 100_000);
    const own = positionsOf(events, salesman);
    const approved = approvedCommissions(events, salesman);
    const last = approved
      .filter(({ outlet_fk }) => outlet_fk === outlet)
      .sort((a, b) => (a.to_date < b.to_date ? -1 : 1))
      .at(-1);
    const before = (row: JournalRow) =>
      last !== undefined && row.at.slice(0, 10) <= last.to_date && row.position <= BigInt(last.known_position);
    const lines = this.rows.journal
      .filter((row) => row.outlet === outlet && own.has(row.cause))
      .map((row) => ({ ...row, base: (row.at.slice(0, 10) <= to ? row.base : 0n) - (before(row) ? row.base : 0n) }));
    const monthOf = ({ at }: JournalRow) => `${at.slice(0, 7)}-01`;
    const sources = [...Map.groupBy(lines, (row) => `${row.document} ${monthOf(row)}`)].map(([key, rows]) => {
      const [source = '', month = ''] = key.split(' ');
      const of = (...keys: readonly (keyof typeof SYSTEM_ACCOUNTS)[]) =>
        rows
          .filter(({ account }) => keys.some((key) => SYSTEM_ACCOUNTS[key].code === account))
          .reduce((sum, { base }) => sum + base, 0n);
      const sold = print(-of('sales', 'sales-returns'));
      return {
        source,
        month,
        sales: sold,
        discounts: print(of('sales-discounts')),
        cost: print(of('cost-of-goods-sold', 'promotion-cost')),
      };
    });
    return {
      position: String(this.#position),
      previous: last === undefined ? null : { id: last.id, to_date: last.to_date },
      earlier: approved.map(({ id, to_date, basis, amount, periods = null, last_salesman_commission_fk = null }) => {
        return { id, to_date, basis, amount, periods, last: last_salesman_commission_fk };
      }),
      sources: sources.filter(({ sales, discounts, cost }) => [sales, discounts, cost].some((name) => name !== '0')),
    };
  }

  #until(day: string): JournalRow[] {
    return this.rows.journal.filter(({ at }) => at.slice(0, 10) <= day);
  }
}

/** The depreciated months and the sales of assets, from documents that are not reversed. */
function assetLivesIn(events: readonly RecordedEvent[], purchases: readonly number[]): AssetLives {
  const back = new Set(events.filter(({ type }) => type.endsWith('.reversed')).map(({ stream }) => stream));
  const standing = (type: string) => events.filter((event) => event.type === type && !back.has(event.stream));
  return {
    depreciated: standing('depreciation.completed').flatMap(({ stream, data }) => {
      const { date, lines } = data as Depreciation;
      const depreciation_fk = Number(stream.slice('depreciation-'.length));
      return lines
        .filter(({ asset_purchase_fk }) => purchases.includes(asset_purchase_fk))
        .map(({ asset_purchase_fk, month_number, month, amount }) => {
          return { asset_purchase_fk, depreciation_fk, date, month_number, ...(month ? { month } : {}), amount };
        });
    }),
    gone: standing('asset_sale.completed')
      .map(({ data }) => data as AssetSale)
      .filter(({ asset_purchase_fk }) => purchases.includes(asset_purchase_fk))
      .map(({ asset_purchase_fk, date }) => ({ asset_purchase_fk, date })),
  };
}

const SOLD_BY = /^(sale\.completed|sale_return\.completed|online_order\.delivered)$/;

/**
 * The positions of the events that name the salesman, and of corrections of their rates: rows have one of them as their
 * cause.
 */
function positionsOf(events: Awaited<ReturnType<EventStore['readAll']>>, salesman: number): ReadonlySet<bigint> {
  const named = new Set<string>();
  const found = new Set<bigint>();
  for (const { type, stream, position, data } of events) {
    if (SOLD_BY.test(type)) {
      const { sale, ...own } = data as { readonly salesman_fk?: number; readonly sale?: { salesman_fk?: number } };
      if ((sale ?? own).salesman_fk === salesman) named.add(stream);
      else named.delete(stream);
    }
    if (named.has(stream) && /\.(completed|delivered|rate_corrected)$/.test(type)) found.add(position);
  }
  return found;
}

interface Commission {
  readonly id: number;
  readonly outlet_fk: number;
  readonly salesman_fk: number;
  readonly to_date: string;
  readonly known_position: string;
  readonly basis: string;
  readonly amount: string;
  readonly periods?: readonly CommissionPeriod[];
  readonly last_salesman_commission_fk?: number | null;
}

/** The commissions that are approved and not reversed, by number. */
function approvedCommissions(events: Awaited<ReturnType<EventStore['readAll']>>, salesman: number): Commission[] {
  const standing = new Map<string, Commission>();
  for (const { type, stream, data } of events) {
    const of = data as Omit<Commission, 'id'>;
    if (type === 'salesman_commission.approved' && of.salesman_fk === salesman) {
      standing.set(stream, { ...of, id: Number(stream.slice(stream.lastIndexOf('-') + 1)) });
    }
    if (type === 'salesman_commission.reversed') standing.delete(stream);
  }
  return [...standing.values()].sort((a, b) => a.id - b.id);
}

const print = (amount: bigint): string => printMoney(amount as Parameters<typeof printMoney>[0]);

function grouped(rows: readonly JournalRow[], keyOf: (row: JournalRow) => string) {
  return [...Map.groupBy(rows, keyOf).values()].map((value) => ({
    of: value[0] as JournalRow,
    foreign: value.reduce((sum, { foreign }) => sum + foreign, 0n),
    base: value.reduce((sum, { base }) => sum + base, 0n),
  }));
}

function sums<Row>(rows: readonly Row[], of: (row: Row) => readonly [string, bigint, bigint]): Record<string, string> {
  const found = new Map<string, [bigint, bigint]>();
  for (const row of rows) {
    const [key, a, b] = of(row);
    const sum = found.get(key);
    if (!sum) found.set(key, [a, b]);
    else {
      sum[0] += a;
      sum[1] += b;
    }
  }
  return Object.fromEntries(
    [...found].filter(([, [a, b]]) => a !== 0n || b !== 0n).map(([key, sum]) => [key, sum.join(' ')]),
  );
}
