/** The amount to collect with an order, in the list of those in delivery. */
import { collectedOf } from '../../domain/sales/collected.ts';
import type { Row } from '../shared/api/list.ts';
import { Amount } from '../shared/controls/amount.tsx';
import type { TableColumn } from '../shared/table/declaration.ts';

const collected = ({ payment_type, unpaid }: Row): string =>
  collectedOf({ payment_type, unpaid: String(unpaid ?? '0') });

export const COLLECTED = {
  field: 'unpaid',
  kind: 'amount',
  label: 'sales:orders.to_be_paid',
  cell: (row) => <Amount value={collected(row)} />,
  text: collected,
} as const satisfies TableColumn;
