/** A recipe: the quantities of raw materials and other mixtures that produce a quantity of an item. */
import { type Static, Type } from 'typebox';
import type { Facts } from '../../deciding/facts.ts';
import { declareRecord } from '../../records/record.ts';
import { Body, Maybe, Note, QuantityField, Reference, translatedName } from '../../schemas/fields.schema.ts';
import { quantity } from '../../values/quantity.ts';
import type { Issues } from '../../values/refusal.ts';
import { checkItemUnit } from './components.ts';

export const MixtureBody = Body({
  ...translatedName('mixture_name'),
  /** The product, and the quantity that the lines produce. */
  item_fk: Reference('items'),
  unit_fk: Reference('units'),
  quantity: QuantityField(),
  /** Each line names a raw material or a mixture, in its counting unit. */
  lines: Type.Array(
    Body({
      raw_material_fk: Maybe(Reference('raw_materials')),
      mixture_fk: Maybe(Reference('mixtures')),
      quantity: QuantityField(),
    }),
    { minItems: 1, maxItems: 200 },
  ),
  note: Maybe(Note()),
});
export type MixtureData = Static<typeof MixtureBody>;

export const mixture = declareRecord({
  names: { kind: 'mixture', folder: 'stock', id: 'mixture_id', name: 'mixture_name' },
  schema: MixtureBody,
  references: {
    item_fk: 'item',
    unit_fk: 'unit',
    'lines.raw_material_fk': 'raw_material',
    'lines.mixture_fk': 'mixture',
  },
  ofDay: { fields: ['item_fk', 'unit_fk', 'quantity', 'lines'] },
  embeds: ['item', 'raw_material'],
  list: {
    columns: ['mixture_name', 'item_fk', 'quantity', 'unit_fk', 'note'],
    search: ['mixture_name', 'mixture_name_ar', 'mixture_name_ckb', 'note'],
  },
  check: checkMixture,
});

function checkMixture(data: MixtureData, _previous: MixtureData | undefined, facts: Facts, issues: Issues): void {
  checkItemUnit(data, '', facts, issues);
  if (quantity(data.quantity) <= 0n) issues.add('quantity', 'greater_than', { value: '0' });
  data.lines.forEach((line, index) => {
    const field = `lines.${index}`;
    if (Boolean(line.raw_material_fk) === Boolean(line.mixture_fk)) {
      issues.add(`${field}.raw_material_fk`, 'raw_material_or_mixture');
    }
    if (quantity(line.quantity) <= 0n) issues.add(`${field}.quantity`, 'greater_than', { value: '0' });
    const used = line.raw_material_fk
      ? facts.record('raw_material', line.raw_material_fk)
      : facts.record('mixture', line.mixture_fk ?? 0);
    if (used?.data['item_fk'] === data.item_fk) issues.add(`${field}.quantity`, 'not_made_of_itself');
  });
}
