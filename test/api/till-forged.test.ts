/**
 * An entry of a till names accounts, safes, inventories, promotions, documents and people of its own outlet. One that
 * names those of another outlet is forged: it is refused, and nothing of it is posted. The fields are read from the
 * schemas of the entries.
 */
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { digest } from '../../command-api/till/entry-checks.ts';
import type { EntryContent } from '../../domain/till/device-entry.schema.ts';
import { ENTRY_CONTENTS, EntryEnvelope } from '../../domain/till/device-entry.schema.ts';
import { type ChainedEntry, entryHash } from '../../domain/till/device-entry.ts';
import { membersOf } from '../../domain/values/members.ts';
import { openOffice } from '../read-api/office.ts';
import {
  acrossFindings,
  box,
  DAY,
  newCashier,
  type OpenedTill,
  openedTill,
  openTillShop,
  receiptOf,
  send,
  type TillShop,
} from './tilling.ts';

let shop: TillShop;
let till: OpenedTill;
/** The other outlet: what a forged entry names, by resource. */
let theirs: Readonly<Record<string, number>>;
let theirSale: ChainedEntry;
let theirDrawer: string;
/** The receipt after the refused entries. */
let afterGap: number;
beforeAll(async () => {
  shop = await openTillShop(await openOffice());
  till = await openedTill(shop, 'Front');
  await send(shop.api, till.device, [till.opened]);
  const outlet = await shop.api.add('outlets', { outlet_name: 'Airport' });
  const inventory = await shop.api.add('inventories', { inventory_name: 'Airport store', outlet_fk: outlet });
  const [cash, safe] = [await box(shop.api, outlet, 'Airport box'), await box(shop.api, outlet, 'Airport safe')];
  const there = { ...shop, outlet, inventory, cash, safe };
  const users = await newCashier(there, 'Airporter');
  const their = await openedTill({ ...there, cashier: users }, 'Airport till', users);
  const number = their.device.chain.number;
  const at = { drawer: their.drawer, account: their.account, number };
  theirSale = await their.device.chain.next(receiptOf(there, at, 1), { cashier: users });
  const [opened, sold] = await send(shop.api, their.device, [their.opened, theirSale]);
  expect([opened?.state, sold?.state]).toEqual(['stored', 'stored']);
  theirDrawer = their.opened.uuid;
  const promotions = await shop.api.add('promotions', {
    ...{ title: 'Airport only', outlet_fk: outlet, reward_type: 'get_discount', start_date: DAY, end_date: DAY },
    ...{ minimum_amount: '1', reward_percentage: '90' },
  });
  theirs = {
    ...{ outlets: outlet, inventories: inventory, cashes: safe, users, promotions },
    ...{ closing_drawers: Number(opened?.id), pos_sales: Number(sold?.id) },
  };
});
afterAll(() => shop.api.close());

interface Field {
  readonly path: string;
  readonly resource: string;
  readonly isEntry: boolean;
}

/** Every field of a schema that names a record or document, with the first element of each list. */
function* fieldsIn(schema: unknown, path: string): Generator<Field> {
  const { 'x-lookup': lookup, 'x-entry-of': entryOf, properties, items, anyOf } = membersOf(schema);
  if (typeof lookup === 'string') yield { path, resource: lookup, isEntry: false };
  if (typeof entryOf === 'string') yield { path, resource: entryOf, isEntry: true };
  for (const [name, inner] of Object.entries(membersOf(properties)))
    yield* fieldsIn(inner, path ? `${path}.${name}` : name);
  if (items) yield* fieldsIn(items, `${path}.0`);
  for (const inner of Object.values(membersOf(anyOf))) yield* fieldsIn(inner, path);
}

/** What the server has of the device's sequence. */
async function stateOf(): Promise<{ readonly last_sequence: number }> {
  const headers = { cookie: till.device.cookie };
  const { body } = await shop.api.send('GET', 'till/state', undefined, { token: '', key: '', headers });
  return body.data as never;
}

/** Resources whose records belong to no outlet. */
const SHARED = ['currency_rates', 'customers', 'expense_types', 'items', 'units'];

/** A whole entry of each kind, with every list filled. */
const contents = (): Readonly<Record<EntryContent['kind'], EntryContent>> => {
  const at = { drawer: till.drawer, account: till.account, number: till.device.chain.number };
  const line = { item_fk: shop.item, unit_fk: shop.unit, quantity: '1', price: '1000' };
  const moment = { date: DAY, time: '09:00:00' };
  const removed = [{ ...line, ...moment, cashier_fk: shop.cashier }];
  const moved = { drawer: till.drawer, ...moment, account_fk: till.account, amount: '1000', note: 'change' };
  const receipt = receiptOf(shop, at, 1, { removed });
  return {
    open_drawer: {
      ...{ kind: 'open_drawer', outlet_fk: shop.outlet, ...moment },
      accounts: [{ account_fk: shop.cash, safe_account_fk: shop.safe, float_amount: '0' }],
    },
    pay_in: { kind: 'pay_in', ...moved },
    pay_out: { kind: 'pay_out', ...moved, expense_type_fk: shop.expenseType },
    count: {
      ...{ kind: 'count', drawer: till.drawer, ...moment },
      accounts: [{ account_fk: till.account, counted_amount: '10000' }],
    },
    close_drawer: {
      ...{ kind: 'close_drawer', drawer: till.drawer, ...moment, removed },
      accounts: [{ account_fk: till.account, left_amount: '0', expected_amount: '10000' }],
    },
    receipt,
    refund: {
      ...{ kind: 'refund', outlet_fk: shop.outlet, inventory_fk: shop.inventory, drawer: till.drawer, receipt: null },
      ...{ ...moment, number: at.number, total: '1000', reason: 'spoilt' },
      lines: receipt.lines.map(({ line_id: _, promotion_fk: _p, ...rest }) => ({ ...rest, line: null })) as never,
      payments: receipt.payments,
    },
  };
};

/** The value with a field at a path replaced; lists and objects on the way are made. */
function withAt(value: unknown, [name, ...rest]: readonly string[], by: unknown): unknown {
  if (name === undefined) return by;
  if (name === '0') return [withAt(Array.isArray(value) ? value[0] : undefined, rest, by)];
  return { ...membersOf(value), [name]: withAt(membersOf(value)[name], rest, by) };
}

const kinds = Object.keys(ENTRY_CONTENTS) as EntryContent['kind'][];
const foreign = ({ resource, isEntry }: Field): unknown => {
  if (!isEntry) return theirs[resource];
  return resource === 'pos_sales' ? theirSale.uuid : theirDrawer;
};

describe('an entry that names what belongs to another outlet', () => {
  it.each(kinds)('is refused at each of its fields: %s', async (kind) => {
    const fields = [...fieldsIn(ENTRY_CONTENTS[kind], '')].filter(({ resource }) => !SHARED.includes(resource));
    expect(fields.map(({ resource }) => resource).filter((resource) => theirs[resource] === undefined)).toEqual([]);
    expect(fields.length).toBeGreaterThan(0);
    for (const field of fields) {
      const parts = field.path.split('.');
      // A reference is either the UUID of an entry or the id of a document.
      const base = ['uuid', 'id'].includes(parts.at(-1) ?? '')
        ? withAt(contents()[kind], parts.slice(0, -1), {})
        : contents()[kind];
      const content = withAt(base, parts, foreign(field)) as EntryContent;
      const entry = await till.device.chain.next(content, { cashier: shop.cashier });
      const [answer] = await send(shop.api, till.device, [entry]);
      expect([field.path, answer?.state, answer?.errors?.map((error) => error.field)]).toEqual([
        field.path,
        'refused',
        expect.arrayContaining([`content.${field.path}`]),
      ]);
      // Sent again it is refused again: the till keeps it.
      expect(await send(shop.api, till.device, [entry])).toMatchObject([{ state: 'refused' }]);
    }
  });

  it('is refused in the name of a person who is no cashier there, the super user and nobody too', async () => {
    expect([...fieldsIn(EntryEnvelope, '')].map(({ path }) => path)).toEqual(['cashier_fk', 'approved_by_fk']);
    for (const person of [theirs['users'] ?? 0, 1, 999_999]) {
      const asCashier = await till.device.chain.next(contents().receipt, { cashier: person });
      const allowed = await till.device.chain.next(contents().receipt, { cashier: shop.cashier, approvedBy: person });
      const answers = await send(shop.api, till.device, [asCashier, allowed]);
      expect(answers.map(({ state, errors }) => [state, errors?.[0]?.field])).toEqual([
        ['refused', 'cashier_fk'],
        ['refused', 'approved_by_fk'],
      ]);
    }
  });

  it('posts nothing, and the same entries with what is theirs are stored', async () => {
    for (const kind of ['receipt', 'refund', 'pay_in', 'pay_out', 'count'] as const) {
      const entry = await till.device.chain.next(contents()[kind], { cashier: shop.cashier, uuid: uuid() });
      const [answer] = await send(shop.api, till.device, [entry]);
      expect([kind, answer]).toMatchObject([kind, { state: 'stored' }]);
      if (kind === 'receipt') {
        expect(answer?.review).toContainEqual({ rule: 'entries_missing', field: 'previous' });
        afterGap = Number(answer?.id);
      }
    }
    // Refused entries are gaps of the sequence; the books have none of another outlet.
    const findings = await acrossFindings(shop.api);
    expect(findings).toEqual([expect.stringContaining('have not come')]);
  });

  it('is a gap of the sequence until a review of the entry after it says why, which stays readable', async () => {
    const reviewed = await shop.api.send('POST', `pos_sales/${afterGap}/review`, { note: 'Made up by a stranger' });
    expect(reviewed.status).toBe(200);
    expect(await acrossFindings(shop.api)).toEqual([]);
    const { body } = await shop.api.send('GET', `pos_sales/${afterGap}/till_entries`);
    expect(JSON.stringify(body.data)).toContain('Made up by a stranger');
  });

  it('is refused when its number leaps further than a till counts in weeks, and the sequence stays where it was', async () => {
    const { last_sequence } = await stateOf();
    const entry = await till.device.chain.next(contents().receipt, { cashier: shop.cashier });
    const leap = async (by: number) => {
      const { hash: _, ...moved } = { ...entry, uuid: uuid(), sequence: last_sequence + by };
      return { ...moved, hash: await entryHash(moved, digest) };
    };
    for (const by of [10_001, 50_000, 999_999_999 - last_sequence]) {
      expect(await send(shop.api, till.device, [await leap(by)])).toMatchObject([
        { state: 'refused', errors: [{ field: 'sequence' }] },
      ]);
    }
    // Two steps in one batch are two steps: what comes with an entry carries it.
    expect(await send(shop.api, till.device, [await leap(20_001), entry])).toMatchObject([
      { state: 'refused' },
      { state: 'stored' },
    ]);
    expect(await stateOf()).toMatchObject({ last_sequence: last_sequence + 1 });
    const [far] = await send(shop.api, till.device, [await leap(10_001)]);
    expect(far).toMatchObject({ state: 'stored' });
    expect(far?.review).toContainEqual({ rule: 'entries_missing', field: 'previous' });
    const [finding, ...others] = await acrossFindings(shop.api);
    expect([finding, others]).toEqual([expect.stringContaining('have not come'), []]);
    await shop.api.send('POST', `pos_sales/${far?.id}/review`, { note: 'The clock of its numbers was broken' });
    expect(await acrossFindings(shop.api)).toEqual([]);
  });
});

describe('an entry that waited while something moved', () => {
  const isChanged = async (path: string, change: object) => {
    const { status, body } = await shop.api.send('PATCH', path, change);
    expect([status, body.errors]).toEqual([200, undefined]);
  };

  it('is stored with a note when its cashier is none any more, or its promotion is of another outlet', async () => {
    const mover = await newCashier(shop, 'Mover');
    const open = await openedTill(shop, 'Side', mover);
    const moving = await shop.api.add('promotions', {
      ...{ title: 'Moving', outlet_fk: shop.outlet, reward_type: 'get_discount', start_date: DAY, end_date: DAY },
      ...{ minimum_amount: '1', reward_percentage: '0.5', status: 'active' },
    });
    const at = { drawer: open.drawer, account: open.account, number: open.device.chain.number };
    const sold = receiptOf(shop, at, 1, { promotions: [{ promotion_fk: moving }] });
    const entry = await open.device.chain.next(sold, { cashier: mover });
    expect((await shop.api.send('DELETE', `user_pins/${mover}`)).status).toBe(200);
    await isChanged(`users/${mover}`, { is_cashier: false });
    await isChanged(`promotions/${moving}`, { status: 'inactive' });
    await isChanged(`promotions/${moving}`, { outlet_fk: theirs['outlets'] });
    const answers = await send(shop.api, open.device, [open.opened, entry]);
    expect(answers.map(({ state }) => state)).toEqual(['stored', 'stored']);
    const rules = answers.map(({ review = [] }) => review.map(({ rule }) => rule));
    expect(rules[0]).toContain('must_be_a_cashier');
    expect(rules[1]).toEqual(expect.arrayContaining(['must_be_a_cashier', 'promotion_not_active']));
  });

  it('is refused when its account is of another outlet now, whose books would have its money', async () => {
    const open = await openedTill(shop, 'Yard', await newCashier(shop, 'Yarder'));
    await isChanged(`cashes/${open.account}`, { outlet_fk: theirs['outlets'] });
    expect(await send(shop.api, open.device, [open.opened])).toMatchObject([{ state: 'refused' }]);
    await isChanged(`cashes/${open.account}`, { outlet_fk: shop.outlet });
    // The till keeps what was refused and sends it again.
    expect(await send(shop.api, open.device, [open.opened])).toMatchObject([{ state: 'stored' }]);
  });
});
