/** Categories of items, as a grid or as a tree of four levels. */

import { LayoutGrid, ListTree } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { recordForm } from '../shared/form/record-form.tsx';
import { useAddress } from '../shared/session/address-parts.ts';
import { tableScreen } from '../shared/table/table-screen.tsx';
import { usual } from '../shared/table/usual-columns.ts';
import { ViewTabs } from '../shared/table/view-tabs.tsx';
import { CategoryTree } from './category-tree.tsx';

const Grid = tableScreen({
  resource: 'categories',
  title: 'catalogue:categories',
  empty: 'catalogue:categories_empty',
  columns: [
    { field: 'category_name', kind: 'text', main: true },
    { field: 'category_code', kind: 'code' },
    { field: 'parent_fk', kind: 'reference', resource: 'categories' },
    { field: 'is_active_online', kind: 'boolean' },
    ...usual('images'),
  ],
  filters: [
    { field: 'parent_fk', kind: 'lookup', resource: 'categories' },
    { field: 'is_active_online', kind: 'boolean' },
  ],
  inactive: { field: 'is_active_online', value: false },
  import: { permission: 'categories/import', path: '/categories/import' },
  banner: () => <Views shown="grid" />,
});

export function Table() {
  const tree = useAddress()['tree'] === true;
  return tree ? <CategoryTree views={<Views shown="tree" />} /> : <Grid />;
}

function Views({ shown }: { shown: 'grid' | 'tree' }) {
  const { t } = useTranslation();
  return (
    <ViewTabs
      label={t('catalogue:views.label')}
      to="/warehouse/categories"
      shown={shown}
      tabs={[
        { name: 'grid', label: t('catalogue:views.grid'), icon: LayoutGrid, search: {} },
        { name: 'tree', label: t('catalogue:views.tree'), icon: ListTree, search: { tree: true } },
      ]}
    />
  );
}

export const Form = recordForm({
  resource: 'categories',
  title: 'catalogue:category',
  sections: [
    { fields: ['category_name', 'category_name_ar', 'category_name_ckb'] },
    { fields: ['category_code', 'parent_fk', 'least_shelf_life_days', 'is_active_online', 'images'] },
  ],
});
