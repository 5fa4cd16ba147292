/** Items that are sold together as one: the components of one unit of the collection's own item. */
import { type Static, Type } from 'typebox';
import type { Facts } from '../../deciding/facts.ts';
import { declareRecord } from '../../records/record.ts';
import { Body, Maybe, Note, QuantityField, Reference, translatedName } from '../../schemas/fields.schema.ts';
import { quantity } from '../../values/quantity.ts';
import type { Issues } from '../../values/refusal.ts';
import { checkItemUnit } from './components.ts';

export const CollectionBody = Body({
  ...translatedName('collection_name'),
  /** The item of the collection, and its unit. */
  item_fk: Reference('items'),
  unit_fk: Reference('units'),
  /** Components of one unit. */
  lines: Type.Array(Body({ item_fk: Reference('items'), unit_fk: Reference('units'), quantity: QuantityField() }), {
    minItems: 1,
    maxItems: 200,
  }),
  note: Maybe(Note()),
});
export type CollectionData = Static<typeof CollectionBody>;

export const collection = declareRecord({
  names: { kind: 'collection', folder: 'stock', id: 'collection_id', name: 'collection_name' },
  schema: CollectionBody,
  references: { item_fk: 'item', unit_fk: 'unit', 'lines.item_fk': 'item', 'lines.unit_fk': 'unit' },
  ofDay: { fields: ['item_fk', 'unit_fk', 'lines'] },
  embeds: ['item'],
  list: {
    columns: ['collection_name', 'item_fk', 'unit_fk', 'note'],
    search: ['collection_name', 'collection_name_ar', 'collection_name_ckb', 'note'],
  },
  check: checkCollection,
});

function checkCollection(
  data: CollectionData,
  _previous: CollectionData | undefined,
  facts: Facts,
  issues: Issues,
): void {
  checkItemUnit(data, '', facts, issues);
  data.lines.forEach((line, index) => {
    const field = `lines.${index}`;
    checkItemUnit(line, `${field}.`, facts, issues);
    if (quantity(line.quantity) <= 0n) issues.add(`${field}.quantity`, 'greater_than', { value: '0' });
    if (line.item_fk === data.item_fk) issues.add(`${field}.item_fk`, 'not_made_of_itself');
    if (data.lines.findIndex((other) => other.item_fk === line.item_fk) !== index) {
      issues.add(`${field}.item_fk`, 'unique');
    }
  });
}
