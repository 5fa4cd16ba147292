/** A purchase as the pages of its actions read it. */
import type {
  AppliedCost,
  Bill,
  BilledLine,
  EnteredCost,
  Purchase,
  Receipt,
  SharedCost,
} from '../../domain/purchasing/purchase-events.ts';
import type { FieldDeclaration } from '../shared/document/model/declaration.ts';

/** A purchase in the API's form: its own fields, and further ones. */
export type ReadPurchase = Purchase & {
  readonly id: number;
  readonly number: string | null;
  readonly revision: number;
  readonly supplier_name?: string;
  readonly status: 'complete' | 'closed';
  readonly possible: readonly string[];
  readonly receipts: readonly Receipt[];
  readonly applied: readonly AppliedCost[];
  readonly entered?: readonly EnteredCost[];
  readonly shared?: readonly SharedCost[];
  readonly withdrawn?: readonly number[];
  readonly before_bill?: readonly number[];
  readonly bills?: readonly Bill[];
  readonly billed_lines?: readonly BilledLine[];
};

/** How a table of its lines shows an item. */
export const ITEM: FieldDeclaration = { field: 'item_fk', kind: 'lookup', resource: 'items' };
