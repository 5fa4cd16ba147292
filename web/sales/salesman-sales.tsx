/** Salesman sales: the sale editor with a salesman. */

import type { HeaderField } from '../shared/document/declare-editor.ts';
import { documentScreen } from '../shared/document/document-screen.tsx';
import type { EditorDeclaration, FieldDeclaration } from '../shared/document/model/declaration.ts';
import { settlementsPanel } from '../shared/party/settlements-panel.tsx';
import { tableScreen } from '../shared/table/table-screen.tsx';
import { by, usual } from '../shared/table/usual-columns.ts';
import { saleDeclaration } from './sale-editor.tsx';
import { salesTable } from './sales-table.ts';

const salesman: FieldDeclaration<HeaderField<'salesman_sales'>> = {
  field: 'salesman_fk',
  kind: 'lookup',
  resource: 'salesmen',
  required: true,
};

export const salesmanSaleDeclaration: EditorDeclaration = {
  ...saleDeclaration,
  resource: 'salesman_sales',
  path: '/sales/salesman-sales',
  title: 'sales:salesman_sale_number',
  newTitle: 'sales:new_salesman_sale',
  header: [salesman, ...saleDeclaration.header],
  details: saleDeclaration.details.filter(({ field }) => field !== salesman.field),
};

export const Editor = documentScreen(salesmanSaleDeclaration);

const [number, date, ...columns] = salesTable.columns;

export const Table = tableScreen({
  ...salesTable,
  resource: 'salesman_sales',
  title: 'sales:salesman_sales',
  empty: 'sales:salesman_sales_empty',
  path: '/sales/salesman-sales',
  panelMore: settlementsPanel('salesman_sales'),
  columns: [...[number, date].flatMap((value) => value ?? []), ...usual('salesman_fk'), ...columns],
  filters: [...by('salesman_fk'), ...(salesTable.filters ?? [])],
});
