/**
 * The import format of staff: one row per person. Passwords, PINs and personal data stand in no file: new people cannot
 * sign in before somebody gives them a password and activates them.
 */
import { LANGUAGES } from '../values/language.ts';
import { columnOfField, fieldsOfCells } from './field-columns.ts';
import type { RecordFormat } from './record-format.ts';

/** Columns whose name differs from the name of their field. */
const FIELDS: Readonly<Record<string, string>> = {
  staff_name: 'user_name',
  full_name: 'user_full_name',
  role: 'role_fk',
  own_outlet: 'outlet_fk',
  own_inventory: 'default_inventory_fk',
  own_account: 'default_account_fk',
  joined_on: 'user_joining_date',
  language: 'lang',
};
/** A new person without lists has them from their own outlet and inventory. */
const LISTS: Readonly<Record<string, string>> = { outlets: 'own_outlet', inventories: 'own_inventory' };

export const staffImport: RecordFormat = {
  name: 'users',
  resource: 'users',
  kind: 'user',
  // They are entered as inactive.
  needs: ['users/set_user_status'],
  parameters: [],
  columns: [
    { name: 'staff_name', kind: 'text', required: true, example: 'Shilan' },
    { name: 'full_name', kind: 'text', example: 'Shilan Omar' },
    { name: 'email', kind: 'text', required: true, example: 'shilan@example.com' },
    { name: 'user_code', kind: 'text', length: 20, example: '' },
    { name: 'role', kind: 'reference', resource: 'roles', example: '' },
    { name: 'own_outlet', kind: 'reference', resource: 'outlets', example: '' },
    { name: 'own_inventory', kind: 'reference', resource: 'inventories', example: '' },
    { name: 'own_account', kind: 'reference', resource: 'cashes', example: '' },
    { name: 'is_cashier', kind: 'yes_no', example: 'no' },
    { name: 'joined_on', kind: 'date', example: '2024-03-01' },
    { name: 'language', kind: 'option', values: LANGUAGES, example: 'ckb' },
  ],
  unique: [
    { field: 'email', columns: ['email'] },
    { field: 'user_code', columns: ['user_code'] },
  ],
  // Without `of` it is a person who is there, whose status stays.
  bodyOf: (cells, of) => ({ ...fieldsOfCells(FIELDS, cells), ...(of ? { status: 'inactive' } : {}) }),
  columnOf: (field) => LISTS[field] ?? columnOfField(FIELDS, staffImport.columns, field),
};
