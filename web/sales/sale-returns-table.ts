/** The list of sale returns. */
import { listOf } from '../shared/document/document-names.ts';
import { tableScreen } from '../shared/table/table-screen.tsx';
import { by, oneOf, usual } from '../shared/table/usual-columns.ts';

export const Table = tableScreen({
  ...listOf('sale_returns'),
  columns: [
    ...usual('number', 'date', 'customer_fk', 'status', 'currency_fk', 'total', 'total_base', 'outlet_fk'),
    ...usual('reference_number'),
  ],
  filters: [...by('date', 'customer_fk', 'item_fk'), oneOf('status', ['draft', 'complete'])],
  footer: ['total_base'],
});
