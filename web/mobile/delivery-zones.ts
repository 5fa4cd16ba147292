/** Delivery zones. */
import { recordScreens } from '../shared/record/record-screens.ts';
import { inLanguages } from '../shared/table/usual-columns.ts';

export const { Table, Form } = recordScreens('delivery_zones', {
  words: { many: 'mobile:delivery_zones', one: 'mobile:delivery_zone', empty: 'mobile:delivery_zones_empty' },
  columns: [
    ...inLanguages('zone_name'),
    { field: 'delivery_charge', kind: 'amount', currency: 'system' },
    { field: 'delivery_minutes', kind: 'number' },
  ],
  sections: [{ fields: ['zone_name', 'zone_name_ar', 'zone_name_ckb', 'delivery_charge', 'delivery_minutes', 'note'] }],
});
