/**
 * A pack that changes its size leaves open papers as they were, of every kind that has lines with a unit: each is drafted in
 * boxes of twelve, the boxes hold ten from then on, and the draft that is changed still has boxes of twelve.
 */
import { expect, it } from 'vitest';
import type { RecordedEvent } from '../../domain/deciding/event.ts';
import { documents } from '../../domain/registry/documents.ts';
import { YEARS } from './books-play.ts';
import { openBusiness } from './business.ts';
import { openDoors, throughEveryDoor } from './every-door.ts';

/** Documents with a unit that no quantity is counted in, or that are not changed as a draft, with the reasons. */
const NOT_ASKED: Readonly<Record<string, string>> = {
  item_pricing: 'has prices of units, and no quantity',
  count_round: 'what was scanned is added, and never changed',
};

/** Every object within a value, itself included. */
function objectsIn(value: unknown): Record<string, unknown>[] {
  if (value === null || typeof value !== 'object') return [];
  const own = Array.isArray(value) ? [] : [value as Record<string, unknown>];
  return [...own, ...Object.values(value).flatMap(objectsIn)];
}

it('a draft of any document that is changed keeps the sizes of its packs, and another line of it has the new one', async () => {
  const business = await openBusiness(true, YEARS, { scope: 'inventory', method: 'moving_average' });
  const { shop, premises } = business;
  const { unit, box, items } = premises;
  const doors = await openDoors(business);
  const boxed = <Body>(body: Body): Body =>
    JSON.parse(JSON.stringify(body).replaceAll(`"unit_fk":${unit}`, `"unit_fk":${box}`)) as Body;
  const item_units = (held: string) =>
    [[unit, '1'] as const, [box, held] as const].map(([unit_fk, base_unit_qty]) => ({
      ...{ unit_fk, base_unit_qty, is_base: unit_fk === unit, is_default: unit_fk === unit },
      ...{ sale_price: '1000', barcodes: [] },
    }));
  const resize = async (held: string) => {
    for (const item of items) await shop.amend('item', item, { item_units: item_units(held) });
  };
  // Kits and mixtures have their parts in boxes too.
  shop.rewrite = boxed;
  const [whole, part, input] = [items[0], items[1], items[2]].map((item_fk) => ({ item_fk, unit_fk: box }));
  const collection = await shop.register('collection', {
    ...{
      collection_name: 'Boxes',
      ...whole,
      lines: [
        { ...part, quantity: '2' },
        { ...input, quantity: '1' },
      ],
    },
  });
  shop.rewrite = (body) => body;
  await throughEveryDoor(business, doors, 0);
  const changed = documents.filter(({ change }) => change !== undefined);
  const bodies = new Map(shop.entered.map(({ kind, id, body }) => [kind, { id, body }]));
  const sizesOf = (events: readonly RecordedEvent[], id: number, kind: string) =>
    objectsIn(events.findLast(({ stream }) => stream === `${kind}-${id}`)?.data).flatMap(({ unit_fk, unit_factor }) =>
      unit_fk === box ? [unit_factor] : [],
    );
  const asked = new Set<string>();
  async function keepsItsSizes(kind: string, body: object, opened?: number): Promise<void> {
    if (opened) await shop.change(kind, opened, body);
    const id = opened ?? (await shop.register(kind, body));
    const before = sizesOf(await business.events(), id, kind);
    await resize('10');
    const changed = await shop.change(kind, id, { ...body, note: 'changed' });
    expect([kind, changed !== undefined, ...sizesOf(await business.events(), id, kind)]).toEqual([
      kind,
      true,
      ...before,
    ]);
    if (before.length > 0) expect([kind, ...new Set(before)]).toEqual([kind, '12']);
    if (before.length > 0) asked.add(kind);
    await resize('12');
  }
  for (const { kind } of changed) {
    const entered = bodies.get(kind);
    const told = (await business.events()).filter(({ stream }) => stream === `${kind}-${entered?.id}`);
    if (!entered || !objectsIn(told.map(({ data }) => data)).some((each) => 'unit_factor' in each)) continue;
    const of = kind === 'conversion' ? { ...entered.body, collection_fk: collection } : entered.body;
    const open = await shop.transit(kind, entered.id, 'reopen', { reason: 'wrong' }).catch(() => undefined);
    await keepsItsSizes(kind, boxed({ ...of, status: undefined }), open?.id);
  }
  // Returns without what they return, and those of goods that were bought or sold by the piece.
  const [outlet_fk, inventory_fk] = [premises.outlets[0], premises.inventories[0]];
  const place = { outlet_fk, inventory_fk, date: '2026-03-11', payment_type: 'on_account', currency_fk: 1 };
  const line = { ...whole, quantity: '1', price: '9000' };
  for (const [kind, party] of [
    ['sale', { customer_fk: premises.customers[0] }],
    ['purchase', { supplier_fk: premises.suppliers[0] }],
  ] as const) {
    const pieces = { ...line, unit_fk: unit, quantity: '30' };
    const id = await shop.register(kind, { ...place, ...party, lines: [pieces], status: 'complete', receive: true });
    await keepsItsSizes(`${kind}_return`, { ...place, ...party, lines: [line] });
    const back = { ...whole, [`${kind}_line_id`]: 1, quantity: '2' };
    await keepsItsSizes(`${kind}_return`, { ...place, ...party, [`${kind}_fk`]: id, lines: [back] });
  }
  // Another line of a draft has the size of now.
  const draft = { ...place, customer_fk: premises.customers[0], lines: [{ ...line, line_id: 1 }] };
  const sale = await shop.register('sale', draft);
  await resize('10');
  await shop.change('sale', sale, { ...draft, lines: [...draft.lines, { ...line, line_id: 2 }] });
  expect(sizesOf(await business.events(), sale, 'sale')).toEqual(['12', '10']);
  const withUnits = changed.filter(({ body }) => JSON.stringify(body).includes('"unit_fk"')).map(({ kind }) => kind);
  expect(withUnits.filter((kind) => !asked.has(kind)).sort()).toEqual(
    Object.keys(NOT_ASKED).filter((kind) => withUnits.includes(kind)),
  );
  expect([...asked.keys()]).toEqual(expect.arrayContaining(['conversion', 'stock_transfer', 'pos_sale']));
});
