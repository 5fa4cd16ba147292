/**
 * Accounting work in a random history: revaluations, year closes, corrected rates, recalculations, commissions, fixed
 * assets.
 */
import fc from 'fast-check';
import type { CostMethod } from '../../domain/costing/rules.ts';
import { fieldsOf } from '../../domain/documents/document-fields.ts';
import { documents } from '../../domain/registry/documents.ts';
import { RATE_SIDES } from '../../domain/registry/rate-sides.ts';
import type { EventStore } from '../../event-store/port.ts';
import { dateOf, paidFrom } from '../projector/acts.ts';
import { type Premises, RATES, type Shop } from '../projector/shop.ts';
import { amountOf, type Chance, chance, Desk, type Places, placeOf } from './chance.ts';
import { changeRule, correctRates, unlessLocked } from './correcting.ts';
import type { MemoryBooks } from './memory-books.ts';

export interface BooksAct extends Chance {
  readonly books:
    | 'revalue'
    | 'close_year'
    | 'reopen_year'
    | 'correct_rate'
    | 'recalculate'
    | 'commission'
    | 'pay_commission'
    | 'buy_asset'
    | 'depreciate'
    | 'sell_asset'
    | 'take_back';
}

export const BOOKS: readonly BooksAct['books'][] = [
  ...(['revalue', 'revalue', 'close_year', 'reopen_year', 'reopen_year', 'correct_rate'] as const),
  ...(['recalculate', 'recalculate', 'recalculate'] as const),
  ...(['commission', 'commission', 'pay_commission', 'buy_asset', 'depreciate', 'depreciate', 'take_back'] as const),
  'sell_asset',
];

export const booksAct: fc.Arbitrary<BooksAct> = fc.record({
  books: fc.constantFrom<BooksAct['books']>(...BOOKS),
  ...chance,
});

/**
 * The financial years of the histories. Most documents are in March, so that closing the first year affects a part of
 * them.
 */
export const YEARS = [
  { year_name: 'First', start_date: '2026-01-01', end_date: '2026-03-09' },
  { year_name: 'Second', start_date: '2026-03-10', end_date: '2026-12-31' },
  { year_name: 'Third', start_date: '2027-01-01', end_date: '2028-06-30' },
] satisfies Years;

/** First days of recalculations that are before most documents. */
const FIRST_OPEN = ['2026-01-01', '2026-03-01', '2026-03-10'] as const;

type Rates = (typeof RATES)[number];

const NO_DIGESTS = { trial_balance: '', stock: '', subledgers: '' };

export type Years = readonly { readonly year_name: string; readonly start_date: string; readonly end_date: string }[];

export interface Bookkeeping {
  readonly years: Years;
  readonly store: EventStore;
  readonly books: MemoryBooks;
}

export class BooksPlay {
  readonly #desk: Desk;
  readonly #shop: Shop;
  readonly #premises: Premises;
  readonly #places: Places;
  readonly #kept: Bookkeeping;
  readonly #assets: readonly number[];
  /** Ids of the year closes in force, by year. */
  readonly #closes: number[] = [];

  private constructor(shop: Shop, premises: Premises, places: Places, kept: Bookkeeping, assets: readonly number[]) {
    this.#desk = new Desk(shop);
    this.#shop = shop;
    this.#premises = premises;
    this.#places = places;
    this.#kept = kept;
    this.#assets = assets;
  }

  static async open(shop: Shop, premises: Premises, places: Places, kept: Bookkeeping): Promise<BooksPlay> {
    const assets = [];
    for (const asset_name of ['Van', 'Shelf', 'Scales'])
      assets.push(await shop.register('fixed_asset', { asset_name }));
    return new BooksPlay(shop, premises, places, kept, assets);
  }

  async run(act: BooksAct): Promise<void> {
    const place = placeOf(this.#places, act);
    switch (act.books) {
      case 'revalue': {
        if (act.of % 2) await this.#owed(act);
        const rate_fk = this.#premises.rates[act.count % 3];
        await this.#desk.enter('revaluation', {
          outlet_fk: place.outlet_fk,
          date: place.date,
          rate_fk,
          status: 'posted',
        });
        return;
      }
      case 'close_year':
        return this.#close(act);
      case 'reopen_year':
        return this.#reopen();
      case 'correct_rate':
        return this.#correct(act);
      case 'recalculate':
        return this.#recalculate(act);
      case 'commission': {
        const salesman_fk = this.#premises.salesmen[act.other % 2];
        const to_date = dateOf({ ...act, day: Math.max(act.day, 12) });
        const body = { outlet_fk: this.#places.outlets[act.outlet % 2], salesman_fk, to_date, date: to_date };
        await this.#desk.enter('salesman_commission', body, act.of % 5 ? 'approve' : undefined);
        return;
      }
      case 'pay_commission': {
        const money = paidFrom({ ...act, foreign: false }, this.#places.cashes, act.flag ? 0 : 2);
        const paid = { date: place.date, time: act.time, ...money };
        return this.#desk.later(['salesman_commission'], act.of, 'pay_out', paid);
      }
      case 'buy_asset':
        return this.#buy(act);
      case 'sell_asset':
        return this.#sellAsset(act);
      case 'depreciate':
        return this.#depreciate(act);
      default:
        return this.#takeBack(act);
    }
  }

  /** Creates a receivable or a payable in dollars, so that a revaluation has an amount. */
  async #owed(act: BooksAct): Promise<void> {
    const [party, transaction_type] = act.flag ? ['customer', 'pay_back'] : ['supplier', 'get_back'];
    const parties = act.flag ? this.#premises.customers : this.#premises.suppliers;
    await this.#desk.enter(`${party}_transaction`, {
      ...placeOf(this.#places, { ...act, day: 1 }),
      ...amountOf({ ...act, foreign: true }, this.#premises),
      [`${party}_fk`]: parties[act.other % 2],
      ...{ transaction_type, account_fk: this.#places.cashes[1], allocate: 'none' },
    });
  }

  async #buy(act: BooksAct): Promise<void> {
    const payment = act.flag
      ? { payment_type: 'on_account', supplier_fk: this.#premises.suppliers[act.other % 2] }
      : { payment_type: 'cash', ...paidFrom(act, this.#places.cashes, 2) };
    await this.#desk.enter('asset_purchase', {
      ...placeOf(this.#places, act),
      ...amountOf(act, this.#premises),
      ...payment,
      fixed_asset_fk: this.#assets[act.of % 3],
      useful_life_months: (act.of % 5 ? 1 : 7) * (act.count + 2),
      salvage_amount: act.count % 2 ? '1' : null,
      declining_percent: act.of % 5 ? null : '90',
      status: act.of % 7 ? 'complete' : 'draft',
    });
  }

  async #depreciate(act: BooksAct): Promise<void> {
    const bought = this.#desk.find(['asset_purchase'], act.of);
    if (!bought) return;
    const { outlet_fk } = bought.body as { readonly outlet_fk: number };
    const month = String(4 + (act.count % 8)).padStart(2, '0');
    const lines = [{ asset_purchase_fk: bought.id }];
    await this.#desk.enter('depreciation', { outlet_fk, date: `2026-${month}-15`, lines });
  }

  async #sellAsset(act: BooksAct): Promise<void> {
    const bought = this.#desk.find(['asset_purchase'], act.of);
    if (!bought) return;
    const { outlet_fk } = bought.body as { readonly outlet_fk: number };
    const { date } = placeOf(this.#places, act);
    const month = String(3 + (act.count % 9)).padStart(2, '0');
    const gone = { outlet_fk, asset_purchase_fk: bought.id, date: `2026-${month}-${date.slice(8)}` };
    const payment = act.flag
      ? { payment_type: 'on_account', customer_fk: this.#premises.customers[act.other % 2] }
      : { payment_type: 'cash', ...paidFrom(act, this.#places.cashes, 2) };
    const sold = { leaves_by: 'sale', ...amountOf(act, this.#premises), ...payment };
    await this.#desk.enter('asset_sale', { ...gone, ...(act.of % 4 ? sold : { leaves_by: 'disposal' }) });
  }

  async #takeBack(act: BooksAct): Promise<void> {
    const kinds = ['revaluation', 'salesman_commission', 'depreciation', 'asset_purchase', 'asset_sale'];
    const found = this.#desk.find(kinds, act.of);
    if (!found) return;
    const back = found.kind === 'asset_purchase' ? 'return_to_draft' : 'reverse';
    await this.#shop.transit(found.kind, found.id, back, { reason: 'wrong' });
    if (act.flag && found.kind === 'asset_purchase') await this.#shop.transit(found.kind, found.id, 'complete');
  }

  /**
   * Closes the next open year as its job does: enters the close, computes the balances, commits. A quarter of the
   * closes is broken off.
   */
  async #close(act: BooksAct): Promise<void> {
    const year = this.#closes.length;
    const { store, books, years } = this.#kept;
    if (year > years.length - 2) return;
    const previous_year_fk = year === 0 ? null : year;
    const id = await this.#desk.enter('year_close', { financial_year_fk: year + 1, previous_year_fk });
    if (!id) return;
    if (act.of % 4 === 0) return void (await this.#shop.transit('year_close', id, 'break_off', { reason: 'differs' }));
    await books.catchUp();
    const found = {
      position: String(await store.head()),
      rules: { posting: '', costing: '', read_models: '' },
      digests: NO_DIGESTS,
      balances: books.closingBalances(years[year]?.end_date ?? ''),
      previous: null,
      differences: [],
    };
    if (await this.#shop.command('year_close', id, { type: 'close', books: found })) this.#closes.push(id);
  }

  async #reopen(): Promise<void> {
    const id = this.#closes.at(-1);
    if (id === undefined) return;
    if (await this.#shop.transit('year_close', id, 'reopen', { reason: 'a sale was forgotten' })) this.#closes.pop();
  }

  /** Values all goods with `cost_method` from `date` on. */
  async valueFrom(date: string, cost_method: CostMethod): Promise<void> {
    const id = await this.#shop.register('recalculation', { date, cost_method });
    await unlessLocked(() => changeRule(this.#shop, this.#kept.store, id));
  }

  /**
   * Recalculates from a day on, with the present rule or another scope or method, for all goods or some of them. An
   * eighth of the plans is discarded.
   */
  async #recalculate(act: BooksAct): Promise<void> {
    const { items } = this.#premises;
    const average_scope = ([null, 'company', 'company', 'inventory'] as const)[act.count % 4];
    const cost_method = ([null, 'fifo', 'fifo', 'moving_average'] as const)[(act.count >> 2) % 4];
    const body = {
      ...{ date: act.of % 3 ? dateOf(act) : FIRST_OPEN[act.other], average_scope, cost_method },
      item_fk: act.flag ? [] : items.slice(0, (act.of % 2) + 1),
      inventory_fk: act.foreign ? this.#places.inventories.slice(0, act.other + 1) : [],
    };
    const id = await this.#desk.enter('recalculation', body);
    if (!id) return;
    const plan = { position: '1', digest: '', differences: 0 };
    if (act.of % 8 === 0) await this.#shop.transit('recalculation', id, 'discard');
    else if (average_scope || cost_method) await unlessLocked(() => changeRule(this.#shop, this.#kept.store, id));
    else await this.#shop.command('recalculation', id, { type: 'commit', plan });
  }

  /**
   * Replaces a wrong rate record in every document that uses it from a day on, and in the documents that settle one of
   * these.
   */
  async #correct(act: BooksAct): Promise<void> {
    // The last record has equal in and out rates. Only its correction shows which side of the record applies to a cost.
    const from = [0, 1, 2, 2][act.count % 4] ?? 0;
    const to = (from + 1 + (act.of % 2)) % 3;
    const [rate_fk = 0, to_rate_fk = 0] = [from, to].map((value) => this.#premises.rates[value]);
    const [wrongly, rightly] = [from, to].map((value) => RATES[value] ?? RATES[0]) as [Rates, Rates];
    const in_rate = { from: wrongly.in_rate, to: rightly.in_rate };
    const out_rate = { from: wrongly.rate, to: rightly.rate };
    const asked = { date: act.flag ? dateOf(act) : '2026-01-01', item_fk: [], inventory_fk: [], rate_fk, to_rate_fk };
    const id = await this.#desk.enter('recalculation', asked);
    if (!id) return;
    const correctable = this.#shop.entered
      .filter(({ kind }) => RATE_SIDES.has(kind))
      .map(({ kind, id }) => `${kind}-${id}`);
    const states = await this.#shop.handler.states.read(correctable);
    const said = [...states].map(([stream, { state }]) => {
      const declaration = documents.find(({ kind }) => stream.startsWith(`${kind}-`));
      const data = declaration ? fieldsOf(declaration, state) : {};
      const { date = '' } = data as { readonly date?: string };
      return { stream, date, origin: originOf(stream, data), text: JSON.stringify(state) };
    });
    const entered = said
      .filter(({ origin, date, text }) => !origin && date >= asked.date && text.includes(`"rate_fk":${rate_fk},`))
      .map(({ stream }) => stream);
    const back = said.filter(({ origin }) => origin !== undefined && entered.includes(origin));
    const wrong = [...entered, ...back.map(({ stream }) => stream)];
    const settling = said.filter(({ text }) => wrong.some((name) => text.includes(`"${name}"`)));
    const streams = [...new Set([...wrong, ...settling.map(({ stream }) => stream)])];
    const correction = { recalculation_fk: id, rate_fk, to_rate_fk, in_rate, out_rate, documents: wrong };
    await unlessLocked(() => correctRates(this.#shop, this.#kept.store, id, streams, correction));
  }
}

/**
 * Returns the stream of the sale or purchase whose goods are returned, and whose rate the return has; undefined for
 * other documents.
 */
function originOf(stream: string, data: object): string | undefined {
  const { sale_fk, purchase_fk } = data as { readonly sale_fk?: number | null; readonly purchase_fk?: number | null };
  if (stream.startsWith('sale_return-') && sale_fk) return `sale-${sale_fk}`;
  return stream.startsWith('purchase_return-') && purchase_fk ? `purchase-${purchase_fk}` : undefined;
}
