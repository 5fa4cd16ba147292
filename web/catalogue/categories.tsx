/** Categories of items, as a grid or as the tree of four levels that they are. */

import { Link } from '@tanstack/react-router';
import { LayoutGrid, ListTree } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { recordForm } from '../shared/form/record-form.tsx';
import { useAddress } from '../shared/session/address-parts.ts';
import { tableScreen } from '../shared/table/table-screen.tsx';
import { usual } from '../shared/table/usual-columns.ts';
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
  banner: () => <Views shown="grid" />,
});

export function Table() {
  const tree = useAddress()['tree'] === true;
  return tree ? <CategoryTree views={<Views shown="tree" />} /> : <Grid />;
}

/** Two views of the same categories, each with an address of its own. */
function Views({ shown }: { shown: 'grid' | 'tree' }) {
  const { t } = useTranslation();
  const views = [
    { name: 'grid', icon: LayoutGrid, search: {} },
    { name: 'tree', icon: ListTree, search: { tree: true } },
  ] as const;
  return (
    <nav aria-label={t('catalogue:views.label')} className="no-print mx-4 mb-2 flex gap-1">
      {views.map(({ name, icon: Icon, search }) => (
        <Link
          key={name}
          to="/warehouse/categories"
          search={search}
          activeOptions={{ exact: true }}
          aria-current={name === shown ? 'page' : undefined}
          className="inline-flex h-8 items-center gap-1.5 rounded-md px-3 text-ink-muted hover:bg-surface-3 hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent-strong"
        >
          <Icon size={15} aria-hidden />
          {t(`catalogue:views.${name}`)}
        </Link>
      ))}
    </nav>
  );
}

export const Form = recordForm({
  resource: 'categories',
  title: 'catalogue:category',
  sections: [
    { fields: ['category_name', 'category_name_ar', 'category_name_ckb'] },
    { fields: ['category_code', 'parent_fk', 'is_active_online', 'images'] },
  ],
});
