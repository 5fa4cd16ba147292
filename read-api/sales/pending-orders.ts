/** `GET online_orders/pending_order_alert`: the number of unconfirmed online orders that the person may see. */
import { sql } from 'kysely';
import { Type } from 'typebox';
import { onlineOrderDocument } from '../../domain/sales/orders/online-order.document.ts';
import type { Person } from '../../identity/person.ts';
import type { Reader } from '../database/reader-type.ts';
import { declareRead } from '../http/route.ts';
import { documentScope } from '../http/scope.ts';

const { kind, resource } = onlineOrderDocument;

export const pendingOrdersRoute = declareRead({
  url: '/online_orders/pending_order_alert',
  permission: `${resource}/show`,
  reads: ['documents'],
  answer: Type.Integer(),
  answersMessage: true,
  operationId: 'countPendingOrders',
  tag: 'sales',
  summary: 'Number of online orders that wait to be confirmed',
  handle: ({ reader, person }) => countPending(reader, person),
});

export async function countPending(reader: Reader, person: Person): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from read.document d
    where d.kind = ${kind} and d.status = 'pending' and ${documentScope(person, onlineOrderDocument)}`.execute(reader);
  return rows[0]?.count ?? 0;
}
