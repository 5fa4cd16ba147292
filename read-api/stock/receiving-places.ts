/**
 * `GET outlets/receiving` and `inventories/receiving`: the places to which goods can be sent. The sender of a transfer
 * needs no access to the receiving place, so these look-ups have the places of all outlets, and nothing but their names.
 */
import { sql } from 'kysely';
import { type TSchema, Type } from 'typebox';
import { outlet } from '../../domain/organisation/outlet.record.ts';
import type { RecordDeclaration } from '../../domain/records/record.ts';
import { saleTransferDocument } from '../../domain/sales/transfers/sale-transfer.document.ts';
import { saleTransferReturnDocument } from '../../domain/sales/transfers/sale-transfer-return.document.ts';
import { Nullable } from '../../domain/schemas/fields.schema.ts';
import { inventory } from '../../domain/stock/inventory.record.ts';
import { stockTransferDocument } from '../../domain/stock/transit/stock-transfer.document.ts';
import { shownName } from '../database/names-by-language.ts';
import type { ReadRoute } from '../http/route.ts';
import { listRoute } from '../lists/list-route.ts';
import type { Column } from '../lists/list-source.ts';
import { recordList } from '../lists/record-list.ts';
import { shownSearch } from '../lists/record-search.ts';

/** To enter or to change a transfer. */
const PERMISSION = [stockTransferDocument, saleTransferDocument, saleTransferReturnDocument]
  .flatMap(({ resource }) => ['store', 'update'].map((action) => `${resource}/${action}`))
  .join('##');

export const receivingPlacesRoutes: readonly ReadRoute[] = [
  placesRoute(outlet, { operationId: 'lookUpReceivingOutlets', words: 'outlets' }),
  placesRoute(inventory, { operationId: 'lookUpReceivingInventories', words: 'inventories', more: ['outlet_fk'] }),
];

interface Places {
  readonly operationId: string;
  readonly words: string;
  /** Further references beside the name. */
  readonly more?: readonly string[];
}

function placesRoute(declaration: RecordDeclaration, { operationId, words, more = [] }: Places): ReadRoute {
  const { kind, resource, folder, idField, nameField } = declaration;
  const all = recordList(declaration, 'look-up').columns;
  const names = [idField, nameField, ...more];
  // Its name in each language.
  const shown = declaration.list.search.filter((field) => field.startsWith(nameField));
  const columns = Object.fromEntries(
    names.flatMap((name): [string, Column][] => (all[name] ? [[name, all[name]]] : [])),
  );
  const references = more.map((field) => sql`, (r.data ->> ${sql.lit(field)})::int as ${sql.id(field)}`);
  return listRoute({
    url: `/${resource}/receiving`,
    permission: PERMISSION,
    reads: ['records'],
    operationId,
    tag: folder,
    summary: `Look up the ${words} to which goods can be sent, of all outlets`,
    row: Type.Object(
      {
        [idField]: Type.Integer(),
        [nameField]: Type.String(),
        ...Object.fromEntries(more.map((field): [string, TSchema] => [field, Nullable(Type.Integer())])),
      },
      { title: operationId.replace('lookUp', '') },
    ),
    columns,
    source: () => ({
      model: resource,
      from: sql`read.record r`,
      select: sql`r.id as ${sql.id(idField)}, ${shownName('r')} as ${sql.id(nameField)}${sql.join(references, sql``)}`,
      id: sql`r.id`,
      columns,
      search: (typed) => shownSearch('r', declaration, typed, shown),
      footer: {},
      sortedBy: { column: nameField, dir: 'asc' },
      conditions: () => [
        sql`r.kind = ${kind}`,
        sql<boolean>`r.active`,
        sql<boolean>`r.data ->> 'is_active' is distinct from 'false'`,
      ],
      present: async (_reader, rows) => rows,
    }),
  });
}
