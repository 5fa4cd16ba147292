/** Roles: a name and the permissions of those who have it. */

import { Copy } from 'lucide-react';
import { textsOf } from '../../domain/values/members.ts';
import type { FormDeclaration } from '../shared/form/form-declaration.ts';
import { recordForm } from '../shared/form/record-form.tsx';
import { tableScreen } from '../shared/table/table-screen.tsx';
import { RoleTemplates } from './role-templates.tsx';

const permissionsOf = (row: Readonly<Record<string, unknown>>): string => String(textsOf(row['permissions']).length);

export const Table = tableScreen({
  resource: 'roles',
  title: 'people:roles',
  empty: 'people:roles_empty',
  columns: [
    { field: 'role_name', kind: 'text', main: true },
    {
      field: 'permissions',
      kind: 'number',
      label: 'people:number_of_permissions',
      sortable: false,
      cell: permissionsOf,
      text: permissionsOf,
    },
    { field: 'updated_at', kind: 'moment' },
  ],
  rowActions: [
    {
      name: 'copy',
      label: 'people:copy_role',
      icon: Copy,
      permission: 'roles/store',
      run: (row, { open }) => open(`/roles-and-permissions/copy/${String(row['role_id'])}`),
    },
  ],
});

const ROLE: FormDeclaration = {
  resource: 'roles',
  title: 'people:role',
  sections: [
    { fields: ['role_name', 'role_name_ar', 'role_name_ckb', 'requires_second_factor'] },
    { title: 'fields:permissions', fields: ['permissions'] },
  ],
};

export const Form = recordForm({ ...ROLE, beginning: RoleTemplates });
export const CopyForm = recordForm({ ...ROLE, copies: true });
