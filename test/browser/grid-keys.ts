/** Random sequences of keys in the lines of a sale, played in the page and on a plain model. */
import { isDeepStrictEqual } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Action,
  GridModel,
  type Items,
  KEYS,
  linesIn,
  type ModelColumn,
  type ModelItem,
  play,
  prepare,
  randomOf,
} from './grid-model.ts';
import { hasChromium, openShop, type Shop, stockShop } from './shop.ts';
import { enterGrid, Keys, newSale } from './typed-sale.ts';

const GOODS = 5;
const SEQUENCES_A_SALE = 100;
const LINES_MAX = 7;
/** So many are told; after each the next sequence begins with an empty sale. */
const FAILURES_MAX = 5;
const ANSWER_MS = 10_000;

interface Failed {
  readonly seed: number;
  readonly problem: unknown;
}

const TEXTS: Readonly<Record<string, readonly string[]>> = {
  item_fk: ['1001', '1002', '1003', '100', 'item 1004'],
  quantity: ['2', '5', '12', '3x'],
  unit_fk: ['box', 'pie'],
  price: ['700', '45', '1250'],
  discount: ['5%', '10'],
  bonus_quantity: ['1', '3'],
};

/** The items are of `goodsToType`. */
export async function playsGridKeys(shop: Shop, items: Items, sequences: number, seed: number): Promise<void> {
  const failures: unknown[] = [];
  for (let next = seed; next < seed + sequences && failures.length < FAILURES_MAX; ) {
    const last = Math.min(next + SEQUENCES_A_SALE, seed + sequences);
    const failed = await playsOneSale(shop, items, next, last);
    if (failed) failures.push(failed.problem);
    next = failed ? failed.seed + 1 : last;
  }
  expect(failures).toEqual([]);
}

/** The items that the texts name: what their list has first. */
export async function goodsToType(shop: Shop): Promise<Items> {
  const goods = await stockShop(shop, GOODS);
  const named = async (text: string): Promise<[string, ModelItem]> => {
    const { data } = await shop.api('GET', `items/list?inventory_fk=1&search=${encodeURIComponent(text)}`);
    const [first] = (data as { data: Record<string, unknown>[] }).data;
    const of = goods.find(({ id }) => id === first?.['item_id']);
    if (!of) throw new Error(`no item for ${text}`);
    return [text, { name: of.name, barcode: of.barcode, prices: { Piece: of.price, Box: '9000' } }];
  };
  return new Map(await Promise.all(['', ...(TEXTS['item_fk'] ?? []), ...goods.map(({ code }) => code)].map(named)));
}

/** Until a sequence fails. */
async function playsOneSale(shop: Shop, items: Items, from: number, until: number): Promise<Failed | undefined> {
  const page = await newSale(shop);
  await enterGrid(page, new Keys(page));
  await prepare(page);
  const editable = await page
    .locator('[role=grid] [data-index="0"] [data-place]:not([aria-readonly=true])')
    .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('data-place')?.split(':')[2] ?? ''));
  const columns = editable.map((field): ModelColumn => {
    return { field, isPicked: field.endsWith('_fk'), texts: TEXTS[field] ?? [] };
  });
  const fields = editable.filter((field) => field in TEXTS);
  const model = new GridModel(columns, items);
  for (let seed = from; seed < until; seed += 1) {
    const { actions, cursors } = sequenceOf(model, items, seed);
    const seen = await play(page, actions);
    model.settle();
    const expected = model.lines.map(({ values }) =>
      Object.fromEntries(fields.map((field) => [field, values[field] ?? ''])),
    );
    const typed = model.typed;
    const at = expected[model.row];
    if (typed && at) at[model.cursor.field] = typed.text;
    const lines = await settledLines(page, fields, expected);
    if (isDeepStrictEqual([seen.cursors, lines], [cursors, expected])) continue;
    await page.context().close();
    const told = actions.map((action, index) => `${words(action)} → ${seen.cursors[index]}, not ${cursors[index]}`);
    return { seed, problem: { seed, told, seen: lines, expected } };
  }
  await page.context().close();
  return undefined;
}

/** The lines when they are the expected ones, or after the time that an answer may take. */
async function settledLines(page: Page, fields: readonly string[], expected: unknown) {
  const read = () => linesIn(page, fields);
  // What differs is told with the keys that led to it.
  await expect
    .poll(read, { timeout: ANSWER_MS })
    .toEqual(expected)
    .catch(() => undefined);
  return read();
}

/** Actions that the model can play, which it has played. */
function sequenceOf(model: GridModel, items: Items, seed: number) {
  const below = randomOf(seed);
  const codes = [...items.values()].map(({ barcode }) => barcode);
  const chosen = (): Action => {
    const { texts } = model.column;
    const chance = below(100);
    if (chance < 40 && texts.length > 0) return { do: 'type', text: texts[below(texts.length)] ?? '' };
    if (chance < 46) return { do: 'scan', code: codes[below(codes.length)] ?? '' };
    if (chance < 48) return { do: 'wait' };
    return { do: 'key', key: KEYS[below(KEYS.length)] ?? 'Tab' };
  };
  const actions: Action[] = [];
  const cursors: string[] = [];
  const length = 5 + below(8);
  while (actions.length < length) {
    const next: Action = model.lines.length > LINES_MAX ? { do: 'key', key: 'Remove' } : chosen();
    if (!model.copy().play(next)) continue;
    model.play(next);
    actions.push(next);
    cursors.push(`${model.row}:${model.cursor.field}`);
  }
  return { actions, cursors };
}

const words = (action: Action): string =>
  action.do === 'type'
    ? `"${action.text}"`
    : action.do === 'scan'
      ? `scan ${action.code}`
      : 'key' in action
        ? action.key
        : 'wait';

/** Tests that play so many sequences in each of so many parts; `seedOf` is the first seed of a part. */
export function playsInParts(parts: number, sequences: number, seedOf: (part: number) => number): void {
  describe.skipIf(!hasChromium)('the lines of a sale', () => {
    let shop: Shop;
    let items: Items;
    beforeAll(async () => {
      shop = await openShop();
      items = await goodsToType(shop);
    });
    afterAll(() => shop?.close());

    it.each(Array.from({ length: parts }, (_, part) => part))(
      'have what was typed, and the cursor where the model has it: part %i',
      (part) => playsGridKeys(shop, items, sequences, seedOf(part)),
    );
  });
}
