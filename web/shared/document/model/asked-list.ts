/** The list that the text of a cell with a look-up is searched in, while it is typed and when it was typed too fast for it. */
import type { Row } from '../../api/list.ts';
import type { LookupExtra } from '../../api/lookup.ts';
import { hintOf } from '../../api/resources.ts';
import type { ColumnDeclaration, EditorDeclaration } from './declaration.ts';
import { type Fields, idOf } from './draft.ts';
import { ofDay, pastDay } from './past-day.ts';

export interface AskedList {
  readonly resource: string;
  readonly extra: LookupExtra;
  readonly path: string | undefined;
  readonly hint: (row: Row) => string | undefined;
}

/** Goods of a trade are asked for with their stock in the inventory of the document. */
export function askedList(
  { trades }: Pick<EditorDeclaration, 'trades'>,
  { resource = 'items', filter, list }: ColumnDeclaration,
  header: Fields,
  line: Fields,
): AskedList {
  const inventory = resource === 'items' && trades !== undefined ? idOf(header, 'inventory_fk') : undefined;
  const other = list?.(header);
  return {
    resource,
    extra: {
      ...(filter?.(header, line) ?? (inventory === undefined ? {} : { inventory_fk: inventory })),
      // What is told of an item while it is chosen is of the day of the document.
      ...(resource === 'items' && !other ? ofDay(pastDay(header['date'])).query : {}),
    },
    path: other?.path,
    hint: other?.hint ?? ((row) => hintOf(resource, row)),
  };
}
