import { describe, expect, it } from 'vitest';
import { checkDigit, internalBarcode } from '../../domain/catalogue/barcode.ts';
import { item } from '../../domain/catalogue/item.record.ts';
import type { RecordData } from '../../domain/records/record.ts';
import { recordDecider } from '../../domain/records/record-decider.ts';
import { given } from './given.ts';
import { shop } from './shop.ts';

const decider = recordDecider(item);
const piece = { unit_fk: 1, base_unit_qty: '1', is_base: true, is_default: true, sale_price: '10', barcodes: [] };
const box = { ...piece, unit_fk: 2, base_unit_qty: '12', is_base: false, is_default: false, sale_price: '110' };
const rice = (more: RecordData = {}): RecordData => ({ item_name: 'Rice', item_units: [piece, box], ...more });
const register = (data: RecordData, facts = shop()) => given(decider).when({ type: 'register', data }, facts);
const registered = (data: RecordData) => given(decider).after([{ type: 'register', data }]);

describe('the units of an item', () => {
  it('are at least one, with one base and one default', () => {
    register(rice({ item_units: [] })).isRefused(
      'item_units: at_least_one_unit',
      'item_units: exactly_one_base_unit',
      'item_units: exactly_one_default_unit',
    );
  });

  it('keep the base unit and the default unit', () => {
    const kept = registered(
      rice({
        item_units: [
          { ...piece, is_default: false },
          { ...box, is_default: true },
        ],
      }),
    );
    kept
      .when({ type: 'amend', changed: { item_units: [{ ...piece, is_default: false }] } })
      .isRefused('item_units: default_unit_cannot_be_deleted');
    kept
      .when({ type: 'amend', changed: { item_units: [{ ...box, is_default: true }] } })
      .isRefused('item_units: base_unit_cannot_be_deleted');
    kept.when({ type: 'amend', changed: { item_units: [piece] } }).gives('item.amended');
  });

  it('are asked about when a pack gets another size by hand, and not for another price, in a file or when it is meant', () => {
    const kept = registered(rice());
    const resized = { ...box, base_unit_qty: '10', sale_price: '95' };
    const change = (unit: object, facts: object) =>
      kept.when({ type: 'amend', changed: { item_units: [piece, unit] } } as never, { ...shop(), ...facts });
    change(resized, { isTyped: true, confirmed: false }).isRefused('item_units.1.base_unit_qty: pack_of_another_size');
    change({ ...box, base_unit_qty: '12.0', sale_price: '95' }, { isTyped: true, confirmed: false }).gives(
      'item.amended',
    );
    change(resized, { isTyped: true, confirmed: true }).gives('item.amended');
    change(resized, {}).gives('item.amended');
    change({ ...resized, unit_fk: 3 }, { isTyped: true, confirmed: false }).gives('item.amended');
  });

  it.each(['0.333333', '0.6667', '0.16667', '0.142857', '0.083333', '0.016667', '1.333333', '2.0833'])(
    'hold no part without an end, as %s',
    (base_unit_qty) => {
      const units = [piece, { ...box, base_unit_qty }];
      register(rice({ item_units: units })).isRefused('item_units.1.base_unit_qty: part_without_end');
      // It was entered before there was this rule.
      const old = [{ type: 'item.registered', v: 1, data: rice({ item_units: units }) }] as never;
      given(decider, old)
        .when({ type: 'amend', changed: { item_units: [piece, { ...units[1], sale_price: '5' }] } } as never)
        .gives('item.amended');
    },
  );

  it.each(['0.001', '0.5', '0.125', '0.0625', '0.015625', '0.33', '0.333', '0.4536', '1.5', '12', '0.2'])(
    'hold %s, which ends',
    (base_unit_qty) => {
      register(rice({ item_units: [piece, { ...box, base_unit_qty }] })).gives('item.registered');
    },
  );

  it('share no barcode', () => {
    const coded = (unit: object) => ({ ...unit, barcodes: ['42'] });
    register(rice({ item_units: [coded(piece), coded(box)] as never })).isRefused('item_units.1.barcodes: unique');
  });
});

describe('barcodes of the business', () => {
  it('are EAN-13 in the range for internal use, with the check digit of the standard', () => {
    expect(checkDigit('400638133393')).toBe(1);
    expect(checkDigit('590123412345')).toBe(7);
    expect(internalBarcode(1)).toBe(`290000000001${checkDigit('290000000001')}`);
    expect(internalBarcode(9_999_999_999)).toHaveLength(13);
  });

  it('are assigned to units without one on request, and the request is not stored', () => {
    const asked = rice({ generate_barcodes: true, item_units: [{ ...piece, barcodes: ['42'] }, box] });
    const [event] = register(asked, { ...shop(), numbers: [7] }).events();
    expect(event?.data).toMatchObject({ item_units: [{ barcodes: ['42'] }, { barcodes: [internalBarcode(7)] }] });
    expect(event?.data).not.toHaveProperty('generate_barcodes');
    expect(item.numbers?.needed(asked, undefined)).toBe(1);
    expect(item.numbers?.needed(rice(), undefined)).toBe(0);
  });
});

describe('an item', () => {
  const categories = {
    'category-1': { category_name: 'food', parent_fk: null },
    'category-2': { category_name: 'grain', parent_fk: 1 },
    'category-3': { category_name: 'tools', parent_fk: null },
  };
  const facts = shop({ records: categories });

  it('has a sub-category below its category', () => {
    register(rice({ category_fk: 1, sub_category_fk: 2 }), facts).gives('item.registered');
    register(rice({ category_fk: 3, sub_category_fk: 2 }), facts).isRefused('sub_category_fk: not_below_the_category');
    register(rice({ sub_category_fk: 2 }), facts).isRefused('sub_category_fk: not_below_the_category');
  });

  it('may be changed after its sub-category was moved, but not to a wrong one', () => {
    const kept = given(decider).after(
      [{ type: 'register', data: rice({ category_fk: 1, sub_category_fk: 2 }) }],
      facts,
    );
    const moved = shop({ records: { ...categories, 'category-2': { category_name: 'grain', parent_fk: 3 } } });
    const amend = (changed: RecordData) => kept.when({ type: 'amend', changed }, moved);
    amend({ item_units: [{ ...piece, sale_price: '12' }, box] }).gives('item.amended');
    amend({ item_name: 'Basmati', is_active: false }).gives('item.amended');
    amend({ category_fk: 3 }).gives('item.amended');
    for (const changed of [{ category_fk: null }, { sub_category_fk: 1 }, { sub_category_fk: 3 }])
      amend(changed).isRefused('sub_category_fk: not_below_the_category');
  });

  it('has one price of a unit in a pricing list, of units that it has', () => {
    const price = { unit_fk: 2, pricing_profile_fk: 5, sale_price: '100' };
    register(rice({ item_prices: [price] })).gives('item.registered');
    register(rice({ item_prices: [price, price, { ...price, unit_fk: 8 }] })).isRefused(
      'item_prices.1.pricing_profile_fk: unique',
      'item_prices.2.unit_fk: not_a_unit_of_the_item',
    );
  });

  it('has one minimum and maximum of an inventory, the maximum not below the minimum', () => {
    const level = (inventory_fk: number, minimum: string, maximum: string | null = null) => ({
      ...{ inventory_fk, minimum, maximum },
    });
    const levels = (...inventory_levels: ReturnType<typeof level>[]) => register(rice({ inventory_levels }));
    levels(level(1, '0'), level(2, '5', '5'), level(3, '2.5', '10')).gives('item.registered');
    levels(level(1, '9', '20'), level(2, '10', '9'), level(1, '3', '2.999999')).isRefused(
      'inventory_levels.1.maximum: min',
      'inventory_levels.2.inventory_fk: unique',
      'inventory_levels.2.maximum: min',
    );
  });

  it('keeps the minimums of inventories that the actor was not given, and takes none of these', () => {
    const own = { inventory_fk: 1, minimum: '5', maximum: null };
    const others = { inventory_fk: 2, minimum: '8', maximum: '9' };
    const facts = shop();
    const actor = { ...facts.actor, hasInventory: (id: number) => id === 1 };
    const amended = (...inventory_levels: RecordData[]) =>
      registered(rice({ inventory_levels: [others, own] })).when(
        { type: 'amend', changed: { inventory_levels } },
        { ...facts, actor },
      );
    const changed = { ...own, minimum: '6' };
    const stored = (...rows: RecordData[]) =>
      amended(...rows)
        .gives('item.amended')
        .map(({ data }) => data);
    expect(stored(changed)).toEqual([{ changed: { inventory_levels: [changed, others] } }]);
    expect(stored()).toEqual([{ changed: { inventory_levels: [others] } }]);
    amended(own).givesNothing();
    amended(own, others).isRefused('inventory_levels.1.inventory_fk: not_your_inventory');
    register(rice({ inventory_levels: [others] }), { ...facts, actor }).isRefused(
      'inventory_levels.0.inventory_fk: not_your_inventory',
    );
  });

  it('that is a service has no batches', () => {
    register(rice({ item_type: 'service', has_expire: true })).isRefused('has_expire: service_has_no_batches');
  });

  it('names pictures that the actor uploaded, and keeps those that it has', () => {
    const [one, other] = ['a'.repeat(32), 'b'.repeat(32)];
    register(rice({ images: [one, other] }), { ...shop(), uploaded: new Set([one]) }).isRefused(
      'images.1: unknown_attachment',
    );
    given(decider)
      .after([{ type: 'register', data: rice({ images: [one] }) }], { ...shop(), uploaded: new Set([one]) })
      .when({ type: 'amend', changed: { images: [one], item_name: 'Other' } })
      .gives('item.amended');
  });
});
