/**
 * `GET sales/{id}/costs`, `salesman_sales/{id}/costs`: the cost of goods of each line of a sale, from the current
 * books.
 */
import { sql } from 'kysely';
import { Type } from 'typebox';
import type { DocumentDeclaration } from '../../domain/documents/document.ts';
import { BONUS_LINE } from '../../domain/pricing/totals.ts';
import { saleDocument } from '../../domain/sales/sale.document.ts';
import { salesmanSaleDocument } from '../../domain/sales/salesman-sale.document.ts';
import { kindWords } from '../../domain/values/kind-words.ts';
import { inSnapshot } from '../database/reader.ts';
import { findDocument } from '../details/find.ts';
import { IdParams } from '../http/query.schema.ts';
import { declareRead } from '../http/route.ts';
import { mustSeeCost } from '../http/scope.ts';

/** In the system currency, including later differences and the cost of the line's bonus goods. */
const costsRoute = (declaration: DocumentDeclaration) =>
  declareRead({
    url: `/${declaration.resource}/:id/costs`,
    permission: `${declaration.resource}/show`,
    reads: ['books', 'documents', 'records'],
    params: IdParams,
    answer: Type.Array(Type.Object({ line_id: Type.Integer(), cost: Type.String() })),
    operationId: `show${kindWords(declaration).one}Costs`,
    tag: declaration.folder,
    summary: `What the goods of each line of ${kindWords(declaration).a} cost`,
    handle: ({ reader, person, params }) =>
      inSnapshot(reader, async (snapshot) => {
        mustSeeCost(person);
        const id = Number(params['id']);
        await findDocument(snapshot, declaration, id, person);
        const { rows } = await sql<{ line_id: number; cost: string }>`
        select (j.move_line % ${BONUS_LINE})::int as line_id, -sum(j.value) as cost from read.stock_line j
        where j.document_kind = 'sale' and j.document_id = ${id} and j.kind <> 'share'
        group by 1 order by 1`.execute(snapshot);
        return rows;
      }),
  });

export const saleCostsRoutes = [saleDocument, salesmanSaleDocument].map(costsRoute);
