/**
 * Every event that a decider returns can be projected: histories of every kind of document are played with their
 * numbers replaced by numbers at every bound, and the live projector and a rebuild must write the same rows.
 * `BOUNDS_HISTORIES=100` plays more of them.
 */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documents } from '../../domain/registry/documents.ts';
import { records } from '../../domain/registry/records.ts';
import { numberFields, numbersIn, textExceedsBound } from '../../domain/schemas/bounds.ts';
import { Refusal } from '../../domain/values/refusal.ts';
import { openMemoryStore } from '../../event-store/memory/store.ts';
import { NO_STREAM } from '../../event-store/port.ts';
import { rebuild } from '../../projector/rebuild/rebuild.ts';
import { type AnyAct, everyAct, openBusiness } from '../oracle/business.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import { fieldsOf, recordOf, type Source, sampleOf } from '../support/record-samples.ts';
import { cases } from '../support/ring.ts';
import { Projection } from './projection.ts';
import { everyone, Shop } from './shop.ts';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(async () => {
  await database.drop();
});

const HISTORIES = Number(process.env['BOUNDS_HISTORIES'] ?? cases(3, 8));
const ROUNDS = 5;
const FIRST_SEED = fc.readConfigureGlobal().seed ?? 1;

const BOUND = '1000000000000';
/** Numbers around the bound, at the limits of fields, and barcodes. */
const NUMBERS = [
  ...['0.0001', '1', '12', '999999', '1000000', '1000001', '31622776.6016'],
  ...['629104150021', '999999999999.9999', BOUND, '1000000000000.0001', '6291041500213', '99999999999999'],
] as const;

/** Numbers that can be amounts: amounts with decimals are refused at any size (docs/decisions/0069). */
const PAYABLE = NUMBERS.filter((number) => !number.includes('.'));
const EXACT = /price|quantity|rate|cost|debit|credit|factor|weight/;

/** Fields that keep their values: percentages have other bounds, and the rest are not numbers. */
const LEFT = /percent|percentage|phone|mobile|code|position|number|share/;

type Choose = (name: string, text: string) => string;

function replaced(value: unknown, choose: Choose, name = ''): unknown {
  if (typeof value === 'string') return /^\d+(\.\d+)?$/.test(value) && !LEFT.test(name) ? choose(name, value) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((inner) => replaced(inner, choose, name));
  const isPercent = (value as { readonly type?: unknown }).type === 'percent';
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, replaced(inner, isPercent ? (_, text) => text : choose, key)]),
  );
}

/**
 * Returns a function that replaces the numbers of a body: all by the same number, so that sides that must be equal are
 * equal; or some of them by different numbers; or none.
 */
function rewriting(picks: readonly number[]): <Body extends object>(body: Body) => Body {
  let next = 0;
  const pick = () => picks[next++ % picks.length] as number;
  const other = (name: string) => {
    const among = EXACT.test(name) || pick() % 8 === 0 ? NUMBERS : PAYABLE;
    return among[pick() % among.length] as string;
  };
  return (body) => {
    const how = pick() % 4;
    if (how === 0) return body;
    const one = other('');
    const choose: Choose =
      how === 1 ? () => one : how === 2 ? (name, text) => (pick() % 3 === 0 ? other(name) : text) : other;
    return replaced(body, choose) as typeof body;
  };
}

/** Kinds of documents and records of which an event with a number of the list was stored. */
function taken(events: readonly { readonly type: string; readonly data: unknown }[]): Set<string> {
  const found = new Set<string>();
  const large = new Set<string>(NUMBERS.filter((text) => text.length > 10 || text.length < 2));
  for (const { type, data } of events) {
    replaced(data, (_, text) => {
      if (large.has(text)) found.add(type.split('.')[0] as string);
      return text;
    });
  }
  return found;
}

async function projected(store: Parameters<typeof Projection.open>[1], bounded = true): Promise<void> {
  const projection = await Projection.open(database.url, store);
  try {
    await projection.catchUp(200);
    expect(await projection.broken()).toEqual([]);
    if (bounded) expect(await aboveBound(projection)).toEqual([]);
    const signal = new AbortController().signal;
    const rebuilt = await rebuild({ databaseUrl: database.url, store, signal, sameRules: true });
    expect(rebuilt.position).toBe(await store.head());
  } finally {
    await projection.close();
  }
}

const SUMS_OF_BOOKS = `'year_close', 'revaluation', 'salesman_commission', 'tax_payment'`;

/**
 * Rows above the bound of amounts that documents show and post. Kinds that contain sums of the books have no bound, and
 * neither have costs.
 */
const aboveBound = (projection: Projection) =>
  projection.rows(
    `select kind, id, 'shown' as what from read.document
     where greatest(abs(gross), abs(discount), abs(tax), abs(net), abs(total), abs(total_base), rate) > ${BOUND}
       and kind not in (${SUMS_OF_BOOKS})
     union all
     select kind, id, 'line' from read.document_line
     where greatest(abs(quantity), abs(price), abs(net), abs(tax)) > ${BOUND}
     union all
     select document_kind, document_id, 'posted' from read.journal_line
     where kind = 'normal' and greatest(abs(base), abs(foreign_amount)) > ${BOUND}
       and document_kind not in (${SUMS_OF_BOOKS})`,
  );

const ASSET = {
  ...{ day: 5, month: 3, time: null, outlet: 0, other: 0, of: 1 },
  ...{ count: 3, amount: 700, foreign: false, flag: true },
};

/** Of a supplier, to an account. */
const SET_OFF = { ...ASSET, wider: 'set_off', flag: false } as const;
const BILL: AnyAct = {
  ...{ what: 'buy', day: 4, time: null, outlet: 0, items: [0], count: 20, price: 39_629 },
  ...{ foreign: false, onAccount: true, boxes: false, party: 0, of: 1 },
};

describe('an event that a decider returns is projected', () => {
  const seen = new Set<string>();

  it('of every document, with numbers at every bound', async () => {
    const picks = fc.array(fc.nat(), { minLength: 97, maxLength: 97 });
    const list = fc.array(everyAct, { minLength: 3, maxLength: 3 }).map((value) => value.flat());
    const shuffled = list.chain((acts) => fc.shuffledSubarray(acts, { minLength: acts.length }));
    const property = fc.asyncProperty(
      shuffled,
      picks,
      fc.boolean(),
      async (acts: readonly AnyAct[], chosen, allowNegative) => {
        const { shop, run, books, events, store } = await openBusiness(allowNegative);
        shop.rewrite = rewriting(chosen);
        for (const act of acts) await run(act).catch(refused);
        // An asset can be sold only after it was bought, which random acts with these numbers rarely do.
        shop.rewrite = (body) => body;
        await run({ ...ASSET, books: 'buy_asset' }).catch(refused);
        // Only what is owed can be settled without money.
        await run(BILL).catch(refused);
        shop.rewrite = rewriting(chosen);
        for (const which of [1, 2, 3, 5, 6, 7]) await run({ ...ASSET, books: 'sell_asset', of: which }).catch(refused);
        for (const which of [3, 6, 9]) await run({ ...SET_OFF, of: which }).catch(refused);
        await books.catchUp();
        for (const kind of taken(await events())) seen.add(kind);
        await projected(store);
      },
    );
    const bounded = documents.filter(({ body }) => numberFields(body).size > 0).map(({ kind }) => kind);
    expect(bounded.length).toBeGreaterThan(25);
    const missing = () => bounded.filter((kind) => !seen.has(kind));
    // The first histories nearly always contain every kind of document.
    for (let round = 0; round === 0 || (round < ROUNDS && missing().length > 0); round++) {
      await fc.assert(property, { numRuns: HISTORIES, seed: FIRST_SEED + round, endOnFailure: true });
    }
    expect(missing()).toEqual([]);
  });

  it('of every record', async () => {
    const store = openMemoryStore(() => new Date('2026-03-02T08:00:00Z'));
    const shop = new Shop(store, { now: new Date('2026-03-02T08:00:00Z') }, async () => 0);
    let number = 0;
    const known = new Map<string, Promise<number>>();
    const source: Source = {
      reference(resource) {
        const { kind } = recordOf(resource.split('#')[0] as string);
        const there =
          known.get(resource) ??
          sampleOf(recordOf(resource.split('#')[0] as string), source, ++number).then((body) =>
            shop.register(kind, body),
          );
        known.set(resource, there);
        return there;
      },
      picture: () => Promise.resolve('0'.repeat(32)),
    };
    for (const record of records.filter(({ singleton }) => !singleton)) {
      const own = [...numberFields(record.schema)].filter((name) => name in fieldsOf(record));
      for (const text of NUMBERS) {
        // Replaces one field after the other, then all fields, so that each number is tested alone and with the others.
        for (const name of own) {
          await shop.enter(record.kind, { ...(await sampleOf(record, source, ++number)), [name]: text });
        }
        await shop.enter(record.kind, replaced(await sampleOf(record, source, ++number), () => text) as object);
      }
    }
    const bounded = records.filter(({ schema, singleton }) => numberFields(schema).size > 0 && !singleton);
    const events = await store.readAll(0n, 100_000);
    const stored = taken(events);
    const names = numberFields(...records.map(({ schema }) => schema));
    const above = events.flatMap(({ data }) => numbersIn(data, names)).filter(({ text }) => textExceedsBound(text));
    expect(above).toEqual([]);
    expect(bounded.map(({ kind }) => kind).filter((kind) => !stored.has(kind))).toEqual([]);
    await projected(store);
  });
});

/** A corrected rate is decided outside of the command pipeline, so its refusal is thrown here. */
function refused(error: unknown): void {
  if (!(error instanceof Refusal)) throw error;
}

describe('an event that was stored before the bound existed', () => {
  it('is projected too: a draft and a sale with a barcode in the quantity', async () => {
    const { shop, premises, store } = await openBusiness(true);
    const line = { item_fk: premises.items[0], unit_fk: premises.unit, quantity: '2', price: '2500' };
    const place = { outlet_fk: premises.outlets[0], inventory_fk: premises.inventories[0], date: '2026-03-10' };
    const paid = { currency_fk: 1, payment_type: 'cash', account_fk: premises.cashes[0] };
    for (const status of ['draft', 'complete'])
      await shop.register('sale', { ...place, ...paid, lines: [line], status });
    const events = (await store.readAll(0n, 100_000)).filter(({ type }) => type.startsWith('sale.'));
    expect(events.map(({ type }) => type)).toEqual(['sale.drafted', 'sale.completed']);
    const writes = events.map(({ type, data }, index) => {
      const { lines } = data as { readonly lines: readonly object[] };
      const poisoned = { ...(data as object), lines: lines.map((line) => ({ ...line, quantity: '6291041500213' })) };
      const event = { id: randomUUID(), type, v: 1, data: poisoned as never };
      return { stream: `sale-${900 + index}`, expectedRevision: NO_STREAM, events: [event] };
    });
    await store.append({
      commandId: randomUUID(),
      writes,
      claims: [],
      meta: { actor: String(everyone.user_id), commandId: '' },
    });
    const projection = await Projection.open(database.url, store);
    await projection.catchUp();
    const rows = await projection.rows(
      `select id, total::text, status from read.document where kind = 'sale' and id >= 900 order by id`,
    );
    expect(rows).toEqual([
      { id: 900, total: '15727603750532500.0000', status: 'draft' },
      { id: 901, total: '15727603750532500.0000', status: 'complete' },
    ]);
    await projection.close();
    await projected(store, false);
  });
});
