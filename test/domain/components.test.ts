import { describe, expect, it } from 'vitest';
import { recordDecider } from '../../domain/records/record-decider.ts';
import { type CollectionData, collection } from '../../domain/stock/making/collection.record.ts';
import { ofCollection, ofMixture } from '../../domain/stock/making/components.ts';
import { type MixtureData, mixture } from '../../domain/stock/making/mixture.record.ts';
import { rawMaterial } from '../../domain/stock/making/raw-material.record.ts';
import { given } from './given.ts';
import { MAKING_RECORDS, workshop } from './workshop.ts';

const box = MAKING_RECORDS['collection-1'] as CollectionData;
const dough = MAKING_RECORDS['mixture-1'] as MixtureData;
const goodsOf = (kind: string, id: number) =>
  kind === 'raw_material' ? { item_fk: id === 1 ? 11 : 12, unit_fk: id } : { item_fk: 21, unit_fk: 1 };

describe('the components of goods', () => {
  it('are those of one collection, times the quantity', () => {
    expect(ofCollection(box, '2.5')).toEqual({
      whole: { item_fk: 22, unit_fk: 1, quantity: '2.5' },
      parts: [
        { item_fk: 11, unit_fk: 1, quantity: '5' },
        { item_fk: 12, unit_fk: 1, quantity: '2.5' },
      ],
    });
  });

  it('are a share of a mixture, to the sixth decimal', () => {
    expect(ofMixture(dough, '3', goodsOf).parts).toEqual([
      { item_fk: 11, unit_fk: 1, quantity: '1.2' },
      { item_fk: 12, unit_fk: 2, quantity: '0.3' },
    ]);
    const thirds = { ...dough, quantity: '3', lines: [{ mixture_fk: 2, quantity: '1' }] };
    expect(ofMixture(thirds, '1', goodsOf).parts).toEqual([{ item_fk: 21, unit_fk: 1, quantity: '0.333333' }]);
    expect(ofMixture(thirds, '1', () => undefined).parts).toEqual([]);
  });
});

const registering = (declaration: Parameters<typeof recordDecider>[0], data: object) =>
  given(recordDecider(declaration)).when({ type: 'register', data: data as never }, workshop());

describe('a raw material', () => {
  it('is goods, counted in a unit of their own', () => {
    const flour = { raw_material_name: 'Flour', item_fk: 11, unit_fk: 1 };
    registering(rawMaterial, flour).gives('raw_material.registered');
    registering(rawMaterial, { ...flour, item_fk: 21, unit_fk: 2 }).isRefused('unit_fk: not_a_unit_of_the_item');
    registering(rawMaterial, { ...flour, item_fk: 13 }).isRefused('item_fk: goods_only');
  });
});

describe('a mixture', () => {
  it('is made of raw materials or mixtures, of something of each, and not of itself', () => {
    registering(mixture, dough).gives('mixture.registered');
    const lines = [
      { raw_material_fk: 1, mixture_fk: 1, quantity: '1' },
      { quantity: '1' },
      { raw_material_fk: 2, quantity: '0' },
      { mixture_fk: 1, quantity: '1' },
    ];
    registering(mixture, { ...dough, quantity: '0', lines }).isRefused(
      'quantity: greater_than',
      'lines.0.raw_material_fk: raw_material_or_mixture',
      'lines.1.raw_material_fk: raw_material_or_mixture',
      'lines.2.quantity: greater_than',
      'lines.3.quantity: not_made_of_itself',
    );
  });
});

describe('a collection', () => {
  it('is put together from something of other items, each once', () => {
    registering(collection, box).gives('collection.registered');
    const lines = [
      { item_fk: 22, unit_fk: 1, quantity: '1' },
      { item_fk: 11, unit_fk: 1, quantity: '0' },
      { item_fk: 11, unit_fk: 3, quantity: '1' },
    ];
    registering(collection, { ...box, lines }).isRefused(
      'lines.0.item_fk: not_made_of_itself',
      'lines.1.quantity: greater_than',
      'lines.2.item_fk: unique',
      'lines.2.unit_fk: not_a_unit_of_the_item',
    );
  });
});
