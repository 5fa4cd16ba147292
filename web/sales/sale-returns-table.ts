/** The list of sale returns. */
import { listOf } from '../shared/document/document-names.ts';
import { numberColumn } from '../shared/document/fields/number-column.tsx';
import { STATUS_TONES } from '../shared/document/model/status-tones.ts';
import { tableScreen } from '../shared/table/table-screen.tsx';

export const SaleReturnsTable = tableScreen({
  ...listOf('sale_returns'),
  columns: [
    numberColumn,
    { field: 'date', kind: 'date' },
    { field: 'customer_fk', kind: 'reference', resource: 'customers' },
    { field: 'status', kind: 'status', tones: STATUS_TONES },
    { field: 'currency_fk', kind: 'reference', resource: 'currencies' },
    { field: 'total', kind: 'amount' },
    { field: 'total_base', kind: 'amount', currency: 'system' },
    { field: 'outlet_fk', kind: 'reference', resource: 'outlets' },
    { field: 'reference_number', kind: 'text' },
  ],
  filters: [
    { field: 'date', kind: 'date_range' },
    { field: 'customer_fk', kind: 'lookup', resource: 'customers' },
    { field: 'item_fk', kind: 'lookup', resource: 'items' },
    { field: 'status', kind: 'option', options: ['draft', 'complete'] },
  ],
  footer: ['total_base'],
  canEdit: false,
});
