/** Outlets: shops and warehouses with books of their own. */

import type { OutletData } from '../../domain/organisation/outlet.record.ts';
import { say } from '../shared/language/language.ts';
import { recordScreens } from '../shared/record/record-screens.ts';
import { by, usual } from '../shared/table/usual-columns.ts';
import { outletCode } from '../shared/typing/outlet-code.ts';

/** Proposes a name in the language of the person. */
const proposed =
  (place: 'inventory' | 'safe' | 'drawer') =>
  (values: Readonly<Record<string, unknown>>): string => {
    const name = String(values['outlet_name'] ?? '').trim();
    return name === '' ? '' : say(`organisation:proposed.${place}`, { name });
  };

export const { Table, Form } = recordScreens<OutletData, 'new_inventory_name' | 'new_safe_name' | 'new_drawer_name'>(
  'outlets',
  {
    words: { many: 'organisation:outlets', one: 'organisation:outlet' },
    columns: usual('code', 'mobile', 'city_fk', 'is_active'),
    filters: by('city_fk', 'is_active'),
    inactive: { field: 'is_active', value: false },
    sections: [
      { fields: ['outlet_name', 'outlet_name_ar', 'outlet_name_ckb'] },
      { fields: ['code', 'mobile', 'city_fk', 'address', 'negative_stock', 'is_active'] },
      {
        title: 'organisation:sections.places',
        fields: ['new_inventory_name', 'new_safe_name', 'new_drawer_name'],
        shown: (record) => record === undefined,
      },
    ],
    form: {
      fieldPermissions: { negative_stock: 'system_settings/update' },
      proposals: {
        code: (values) => outletCode(String(values['outlet_name'] ?? '')),
        new_inventory_name: proposed('inventory'),
        new_safe_name: proposed('safe'),
        new_drawer_name: proposed('drawer'),
      },
    },
  },
);
