/** Inventories: places of an outlet where goods are kept and counted. */
import type { InventoryData } from '../../domain/stock/inventory.record.ts';
import { recordScreens } from '../shared/record/record-screens.ts';
import { by, usual } from '../shared/table/usual-columns.ts';

export const { Table, Form } = recordScreens<InventoryData>('inventories', {
  words: { many: 'organisation:inventories', one: 'organisation:inventory', empty: 'organisation:inventories_empty' },
  columns: usual('outlet_fk', 'is_active'),
  filters: by('outlet_fk', 'is_active'),
  inactive: { field: 'is_active', value: false },
  sections: [{ fields: ['inventory_name', 'inventory_name_ar', 'inventory_name_ckb', 'outlet_fk', 'is_active'] }],
});
