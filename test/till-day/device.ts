/**
 * A till without a browser: the till's own code reads codes, prices goods, asks for approvals, settles payments, writes
 * entries and papers, with the data of `GET till/catalogue`. Only the storage of the browser is missing: entries wait in
 * a list.
 */
import { gunzipSync } from 'node:zlib';
import type { PaperDocument } from '../../domain/paper/paper.schema.ts';
import { usualTemplate } from '../../domain/paper/template.ts';
import { ANY_PRICE } from '../../domain/sales/price-rules.ts';
import type { EntryContent, PaymentEntry } from '../../domain/till/device-entry.schema.ts';
import type { ChainedEntry, EntryAnswer } from '../../domain/till/device-entry.ts';
import { payableCash } from '../../domain/till/receipts/change.ts';
import { defined } from '../../domain/values/defined.ts';
import { type Money, money, printMoney } from '../../domain/values/money.ts';
import { localAt } from '../../domain/values/zone.ts';
import { inheritedZone } from '../../identity/shop-zone.ts';
import type { Chance } from '../../tools/demo/chance.ts';
import { entryUuid } from '../../tools/demo/tills/device-chain.ts';
import { printedForm } from '../../web/shared/paper/printed-form.ts';
import type { FoundItem } from '../../web/till/device/catalogue/catalogue.ts';
import { factsOf } from '../../web/till/device/catalogue/catalogue-facts.ts';
import { type BarcodePlace, barcodesOf, bestPlace } from '../../web/till/device/catalogue/catalogue-index.ts';
import type { TableRow, TillCustomer, TillItem } from '../../web/till/device/catalogue/catalogue-rows.ts';
import { type CatalogueTables, tablesOf } from '../../web/till/device/catalogue/catalogue-tables.ts';
import type { KeptEntry, PrintedForm } from '../../web/till/device/database-schema.ts';
import type { NewEntry } from '../../web/till/device/journal.ts';
import { batchOf } from '../../web/till/device/sending-rules.ts';
import type { ServerReceipt } from '../../web/till/device/server-receipt.ts';
import { SoldBatches } from '../../web/till/device/sold-batches.ts';
import { approve, unapproved } from '../../web/till/selling/approvals.ts';
import { beginPaying } from '../../web/till/selling/begin-paying.ts';
import { type Cart, EMPTY_CART } from '../../web/till/selling/cart.ts';
import { drawerFigures } from '../../web/till/selling/drawer/drawer-figures.ts';
import { type Exchange, exchangeTenders, repaid } from '../../web/till/selling/exchange.ts';
import type { FoundReceipt } from '../../web/till/selling/found-receipt.ts';
import { refundOf } from '../../web/till/selling/gift-worth.ts';
import type { Terms } from '../../web/till/selling/goods.ts';
import { type PaperNames, receiptPaper, refundPaper } from '../../web/till/selling/paper-documents.ts';
import { isCart } from '../../web/till/selling/parking.ts';
import { pay } from '../../web/till/selling/paying.ts';
import { cashStep, type DrawerCash, settle, type Tender, worthOf } from '../../web/till/selling/payment.ts';
import { pricedCart, totalText } from '../../web/till/selling/priced-cart.ts';
import { cashBack, lineOfCart, type Returned, refundTotal, returnableLines } from '../../web/till/selling/refund.ts';
import { refund, refundGoods } from '../../web/till/selling/refunding.ts';
import { createSaleStore, NEW_SALE } from '../../web/till/selling/sale-store.ts';
import { takeScan } from '../../web/till/selling/scan-actions.ts';
import { tillSettings } from '../../web/till/selling/till-settings.ts';
import { approvedBy, caughtUp, type Device, sendRaw } from '../api/tilling.ts';
import type { Office } from '../read-api/office.ts';
import { words } from '../support/paper-words.ts';

/** The place of a till, and who decides there. */
export interface TillPlace {
  readonly name: string;
  readonly outlet: number;
  readonly inventory: number;
  readonly supervisor: number;
}

export interface OpenDrawer {
  readonly uuid: string;
  readonly cash: readonly DrawerCash[];
  readonly cashier: number;
}

/** Payments as the customer makes them, in the order of the till's buttons; amounts as they are typed. */
export interface Handed {
  readonly method: 'cash' | 'app' | 'credit';
  readonly currency: 1 | 2;
  readonly amount: string;
}

export interface Paid {
  readonly uuid: string;
  readonly number: string;
  readonly total: string;
  readonly change: string;
}

const DINARS = 1;
const PAPERS = { business: { shop_name: 'Bazaar', phones: [] }, template: usualTemplate({ isReceipt: true }), words };

export class Till {
  readonly place: TillPlace;
  readonly #office: Office;
  readonly #device: Device;
  readonly #chance: Chance;
  readonly #nowMs: () => number;
  readonly #entries: KeptEntry[] = [];
  /** The paper of each entry, by its UUID. */
  readonly papers = new Map<string, string>();
  readonly answers = new Map<string, EntryAnswer>();
  #waiting: ChainedEntry[] = [];
  #tables: CatalogueTables = tablesOf(new Map());
  #items = new Map<number, TillItem>();
  #customers: readonly TillCustomer[] = [];
  #places: readonly BarcodePlace[] = [];
  readonly #sold = new SoldBatches();
  isOnline = true;
  /** How far its clock is ahead, and what it believes about that, in milliseconds. */
  clock = { aheadMs: 0, offsetMs: 0 };

  constructor(office: Office, device: Device, place: TillPlace, chance: Chance, nowMs: () => number) {
    this.#office = office;
    this.#device = device;
    this.place = place;
    this.#chance = chance;
    this.#nowMs = nowMs;
  }

  /** The catalogue of the morning. */
  async load(): Promise<void> {
    await caughtUp(this.#office);
    const headers = { cookie: this.#device.cookie, 'accept-encoding': 'gzip' };
    const answer = await this.#office.app.inject({ method: 'GET', url: '/api/till/catalogue', headers });
    const rows = new Map<string, TableRow[]>();
    for (const line of gunzipSync(answer.rawPayload).toString('utf8').trimEnd().split('\n')) {
      const part = JSON.parse(line) as { readonly table?: string; readonly rows?: readonly TableRow[] };
      if (part.table) rows.set(part.table, [...(rows.get(part.table) ?? []), ...(part.rows ?? [])]);
    }
    this.#tables = tablesOf(rows);
    this.#items = new Map(((rows.get('items') ?? []) as unknown as TillItem[]).map((item) => [item.id, item]));
    this.#customers = (rows.get('customers') ?? []) as unknown as readonly TillCustomer[];
    this.#places = [...this.#items.values()].flatMap(barcodesOf);
    // Clocks are compared with every answer.
    this.clock = { ...this.clock, offsetMs: -this.clock.aheadMs };
  }

  get #deviceMs(): number {
    return this.#nowMs() + this.clock.aheadMs;
  }

  /** The day and time that the till shows and prints. */
  moment(): { readonly date: string; readonly time: string } {
    return localAt(inheritedZone(), this.#deviceMs + this.clock.offsetMs);
  }

  #terms(cashier: number, allowed: readonly string[] = []): Terms {
    const tables = this.#tables;
    const { currency_fk, cash_rounding_step, ...limits } = tillSettings(tables.settings);
    const { quantity_decimals, discount_limit, quantity_limit } = limits;
    const { rights = [] } = tables.cashiers.find(({ id }) => id === cashier) ?? {};
    const moment = this.moment();
    const facts = factsOf(
      {
        ...{ tables, moment, place: { outlet: this.place.outlet, inventory: this.place.inventory } },
        row: (kind, id) => (kind === 'item' ? this.#items.get(id) : this.#customers.find((row) => row.id === id)),
        batches: (id) => this.#sold.left(this.#items.get(id)),
      },
      { user_id: cashier, rights: [...rights, ...allowed] },
    );
    return {
      ...{ outlet_fk: this.place.outlet, inventory_fk: this.place.inventory, day: moment.date },
      ...{ promotions: tables.promotions, currency_fk, decimals: 0, cash_rounding_step, quantity_decimals },
      ...{ discount_limit, quantity_limit, facts },
    };
  }

  readonly #catalogue = {
    byBarcode: async (text: string, key = text): Promise<FoundItem | undefined> => {
      const found = bestPlace(this.#places, key, text);
      const item = found && this.#items.get(found.item);
      return item && { item, unit_fk: found.unit };
    },
    searchCustomers: async () => [],
  };

  /** Rate and account of each currency of a drawer. */
  cashOf(dinars: number, dollars: number): readonly DrawerCash[] {
    const rate = defined(this.#tables.rates[0], 'a rate');
    return [
      { account_fk: dinars, currency_fk: DINARS, rate_fk: null, rate: null },
      { account_fk: dollars, currency_fk: 2, rate_fk: rate.id, rate: rate.in_rate },
    ];
  }

  readonly journal = {
    /** What the browser's storage does with an entry. */
    append: async (wanted: NewEntry): Promise<KeptEntry> => {
      const { chain } = this.#device;
      const made = new Date(this.#deviceMs);
      const random = Array.from({ length: 20 }, () => this.#chance.between(0, 15).toString(16)).join('');
      const uuid = wanted.approval?.entry ?? entryUuid(made, random);
      const { number } = chain;
      const place = { uuid, sequence: this.#entries.length + 1, number, made_at: made.toISOString() };
      const content = wanted.content(place);
      const printed = wanted.printed?.(place);
      const entry = await chain.next(content, {
        ...{ cashier: wanted.cashier_fk, uuid, made, clockOffset: this.clock.offsetMs },
        ...(wanted.approval ? { approvedBy: wanted.approval.user_id } : {}),
        ...(wanted.approval?.ticket === undefined ? {} : { approval: wanted.approval.ticket }),
      });
      const drawer = content.kind === 'open_drawer' || !('uuid' in content.drawer) ? uuid : content.drawer.uuid;
      const kept: KeptEntry = {
        ...{ entry, number, kind: content.kind, state: 'waiting', drawer, answer: null, reprints: 0 },
      };
      this.#entries.push(kept);
      this.#waiting.push(entry);
      this.#sold.add(kept);
      if (printed) this.papers.set(uuid, printed.html);
      if (this.isOnline) await this.send();
      return kept;
    },
  };

  write(cashier: number, content: EntryContent): Promise<KeptEntry> {
    return this.journal.append({ content: () => content, cashier_fk: cashier });
  }

  /** Some answers are lost on the way, so that entries are sent again. */
  async send(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = batchOf(this.#waiting);
      if (this.#chance.inHundred(10)) await sendRaw(this.#office, this.#device.cookie, batch);
      const { status, body } = await sendRaw(this.#office, this.#device.cookie, batch);
      if (status !== 200) throw new Error(`${this.place.name}: ${status} ${JSON.stringify(body)}`);
      for (const answer of body.data as unknown as EntryAnswer[]) this.answers.set(answer.uuid, answer);
      this.#waiting = this.#waiting.slice(batch.length);
    }
    this.clock = { ...this.clock, offsetMs: -this.clock.aheadMs };
  }

  customer(id: number): TillCustomer {
    return defined(
      this.#customers.find((customer) => customer.id === id),
      'the customer',
    );
  }

  /** Scans the codes and changes the cart as a cashier does. */
  async basket(cashier: number, codes: readonly string[], change: (cart: Cart) => Cart, from = NEW_SALE) {
    const terms = this.#terms(cashier);
    const store = createSaleStore();
    store.stampWith(() => ({ ...this.moment(), cashier_fk: cashier }));
    store.begin(from);
    const { scales } = tillSettings(this.#tables.settings);
    for (const code of codes) {
      const outcome = await takeScan(code, { store, catalogue: this.#catalogue, terms, scales });
      if (outcome !== 'line') throw new Error(`${code} is ${JSON.stringify(outcome)}`);
    }
    store.edit(change);
    return store;
  }

  /** Parks the cart at the server, as another till of the outlet takes it up. */
  async park(cashier: number, { current }: ReturnType<typeof createSaleStore>): Promise<string> {
    const { cart } = current();
    const uuid = entryUuid(new Date(this.#nowMs()));
    const total = totalText(pricedCart(cart, this.#terms(cashier)));
    const named = {
      uuid,
      parked_at: new Date(this.#nowMs()).toISOString(),
      cashier_fk: cashier,
      label: 'Aside',
      total,
    };
    await this.#ask('POST', 'till/parked', { ...named, cart });
    return uuid;
  }

  async takeUp(uuid: string): Promise<Cart> {
    const { cart } = await this.#ask('POST', `till/parked/${uuid}/take`, {});
    await this.#ask('POST', `till/parked/${uuid}/end`, {});
    if (!isCart(cart)) throw new Error('the parked sale has no cart');
    return { ...EMPTY_CART, ...cart };
  }

  async #ask(method: 'GET' | 'POST', path: string, body?: object): Promise<Record<string, unknown>> {
    const sending = { token: '', key: '', headers: { cookie: this.#device.cookie } };
    const answer = await this.#office.send(method, path, body, sending);
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body.data;
  }

  /** Pays the basket: as the screens do, with the supervisor's approval where the till asks for one. */
  async pay(
    store: ReturnType<typeof createSaleStore>,
    drawer: OpenDrawer,
    handed: (total: Money, exchanged: Money) => readonly Handed[],
  ): Promise<Paid> {
    const { cashier, cash } = drawer;
    const begun = await beginPaying(store, this.#terms(cashier));
    if (begun === 'not_payable') {
      throw new Error(
        `not payable: ${JSON.stringify(pricedCart(store.current().cart, this.#terms(cashier)).problems)}`,
      );
    }
    if (begun === 'needs_approval') await this.#approve(store, cashier);
    const sale = store.current();
    const terms = this.#terms(cashier, sale.cart.approval?.rights);
    const priced = pricedCart(sale.cart, terms);
    const { total } = priced.totals;
    const before = exchangeTenders(repaid(sale, drawer), total, { currency_fk: DINARS, drawer: cash });
    const exchanged = before.reduce((sum, tender) => sum + worthOf(tender, terms), 0n) as Money;
    const tenders = handed(total, exchanged).map(({ method, currency, amount }, index): Tender => {
      const account = method === 'cash' ? defined(cash[currency - 1], 'a cash account') : null;
      const reference = method === 'app' ? `A-${index}` : null;
      return { key: index + 1, method, amount, currency_fk: currency, cash: account, reference };
    });
    store.set({ tenders });
    const all = [...before, ...tenders];
    const settlement = settle(total, all, terms, { hasCustomer: sale.cart.customer !== null, drawer: cash });
    if (settlement.problem) throw new Error(`${settlement.problem}: ${printMoney(total)} ${JSON.stringify(tenders)}`);
    const owed = all.flatMap((tender) => (tender.method === 'credit' ? [worthOf(tender, terms)] : []));
    const issues = unapproved(sale.cart, priced.beyond, (owed[0] ?? 0n) as Money, {
      standing: (customer) => this.#sold.standing(customer),
    });
    if (issues.length > 0) throw new Error(JSON.stringify(issues));
    const uuid = await pay(this.journal, store, {
      ...{ sale: store.current(), tenders: all, priced, settlement, terms, drawer: drawer.uuid },
      ...{ ...this.moment(), cashier, kept: undefined },
      paper: (receipt) => this.#printed(receiptPaper(receipt, this.#names(cashier))),
    });
    const { paid } = store.current();
    if (uuid === undefined || !paid) throw new Error('the receipt was not stored');
    return paid;
  }

  async #approve(store: ReturnType<typeof createSaleStore>, cashier: number): Promise<void> {
    const sale = store.current();
    const { supervisor } = this.place;
    const issues = pricedCart(sale.cart, this.#terms(cashier)).beyond;
    const { approval: ticket, uuid: entry } = await approvedBy(this.#office, this.#device, supervisor, [ANY_PRICE]);
    const approval = { user_id: supervisor, name: 'Boss', rights: [ANY_PRICE], entry, ticket };
    approve(store, { sale, issues, owed: money('0') }, approval);
  }

  /** The receipt for a refund: of this device, or of the server, which knows those of the other till. */
  async find(number: string): Promise<FoundReceipt> {
    const kept = this.#entries.find((entry) => entry.number === number);
    const content = kept?.entry.content;
    const asked = this.isOnline
      ? ((await this.#ask('GET', `till/receipts/${number}`)) as unknown as ServerReceipt)
      : undefined;
    const uuid = kept?.entry.uuid;
    const here = this.#entries.flatMap(({ entry }) => {
      const of = entry.content.kind === 'refund' ? entry.content : undefined;
      const isOf = of?.receipt && ('uuid' in of.receipt ? of.receipt.uuid === uuid : of.receipt.id === asked?.id);
      return of && isOf ? [{ ...of, uuid: entry.uuid }] : [];
    });
    const known = new Set(asked?.refunds.map((each) => each.uuid));
    const refunds = [...(asked?.refunds ?? []), ...here.filter((each) => !known.has(each.uuid))];
    if (kept && content?.kind === 'receipt') {
      return { number, reference: { uuid: kept.entry.uuid }, receipt: content, refunds, isAllKnown: this.isOnline };
    }
    const receipt = defined(asked, `receipt ${number}`);
    return { number, reference: { id: receipt.id }, receipt, refunds, isAllKnown: true };
  }

  /** Goods of a receipt come back; of an exchange the money stays for what is sold in their place. */
  async refund(
    found: FoundReceipt,
    returned: (lines: ReturnType<typeof returnableLines>) => Returned,
    drawer: OpenDrawer,
    isExchange = false,
  ): Promise<{ readonly kept: KeptEntry; readonly payments: readonly PaymentEntry[]; readonly exchange: Exchange }> {
    const { cashier, cash } = drawer;
    const terms = this.#terms(cashier);
    const lines = returnableLines(found.receipt, found.refunds);
    const own = defined(cash[0], 'the dinars').account_fk;
    const back = refundOf({ found, lines, returned: returned(lines), isLeft: false }, terms, own);
    const payments = isExchange ? back.payments.map((payment) => ({ ...payment, is_exchanged: true })) : back.payments;
    const customer = found.receipt.customer_fk ?? null;
    const kept = await refund(this.journal, {
      ...{ terms, drawer: drawer.uuid, ...this.moment(), cashier, approval: null, receipt: found.reference, customer },
      ...{ lines: [...back.lines], payments, reason: 'another size' },
      paper: (entry) => this.#printed(refundPaper(entry, this.#names(cashier), cashStep(terms))),
    });
    const exchange = { uuid: kept.entry.uuid, number: found.number, drawer: drawer.uuid, customer, payments };
    return { kept, payments, exchange };
  }

  async takeBack(store: ReturnType<typeof createSaleStore>, drawer: OpenDrawer): Promise<KeptEntry> {
    const { cashier, cash } = drawer;
    const terms = this.#terms(cashier);
    const lines = pricedCart(store.current().cart, terms).lines.flatMap(lineOfCart);
    const amount = payableCash(refundTotal(lines), cashStep(terms));
    const payments = amount > 0n ? [cashBack(amount, defined(cash[0], 'the dinars').account_fk)] : [];
    const kept = await refundGoods(store, store.current(), () =>
      refund(this.journal, {
        ...{ terms, drawer: drawer.uuid, ...this.moment(), cashier, approval: null, receipt: null, customer: null },
        ...{ lines, payments, reason: 'no receipt' },
        paper: (entry) => this.#printed(refundPaper(entry, this.#names(cashier), cashStep(terms))),
      }),
    );
    return defined(kept, 'the refund');
  }

  /** What the till itself says of its drawer. */
  figures(drawer: OpenDrawer) {
    const opening = this.#entries.find(({ entry }) => entry.uuid === drawer.uuid)?.entry.content;
    if (opening?.kind !== 'open_drawer') throw new Error('the drawer is not open');
    const contents = this.#entries.flatMap(({ entry }) => {
      const { content } = entry;
      return 'drawer' in content && 'uuid' in content.drawer && content.drawer.uuid === drawer.uuid ? [content] : [];
    });
    return drawerFigures(opening, contents, drawer.cash[0]?.account_fk);
  }

  #printed(document: PaperDocument): PrintedForm {
    return { ...printedForm(document, PAPERS, 'en'), language: 'en' };
  }

  #names(cashier: number): PaperNames {
    const { currencies, accounts } = this.#tables;
    const item = (id: number) => defined(this.#items.get(id), 'an item');
    return {
      itemName: (id) => item(id).item_name,
      itemCode: (id) => item(id).item_code ?? null,
      barcode: () => null,
      unitName: () => 'piece',
      piecesOf: () => ({ hasSerials: false, warranty_months: null }),
      currencyOf: (account) => {
        const id = Number(accounts.find((each) => each.id === account)?.['currency_fk'] ?? DINARS);
        const currency = currencies.find((each) => each.id === id);
        const decimals = Number(currency?.['decimals'] ?? 0);
        return { currency_fk: id, currency_name: String(currency?.['currency_name']), symbol: '', decimals };
      },
      ...{ cashier: `cashier ${cashier}`, till: this.place.name, customer: null },
    };
  }
}
