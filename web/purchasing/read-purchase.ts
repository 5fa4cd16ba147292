/** A purchase as the pages of its actions read it. */
import type { Reads } from '../shared/api/read.ts';
import type { FieldDeclaration } from '../shared/document/model/declaration.ts';

export type ReadPurchase = Reads['purchases/:id'];

/** How a table of its lines shows an item. */
export const ITEM: FieldDeclaration = { field: 'item_fk', kind: 'lookup', resource: 'items' };
