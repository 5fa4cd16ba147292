/**
 * `GET online_orders/pending_order_events`: the number of pending orders that the person may see, and every change of
 * it.
 */
import type { FastifyInstance } from 'fastify';
import { onlineOrderDocument } from '../../domain/sales/orders/online-order.document.ts';
import { COUNTED, CountedEvents, sendCount } from '../../identity/counted-events.ts';
import { addRoute } from '../../identity/machine/declared-route.ts';
import type { Services } from '../http/route.ts';
import { countPending } from './pending-orders.ts';

const { resource } = onlineOrderDocument;

export function pendingOrderEvents(app: FastifyInstance, { reader, closing }: Pick<Services, 'reader' | 'closing'>) {
  const events = new CountedEvents(closing);
  return addRoute(app, {
    method: 'GET',
    url: `/${resource}/pending_order_events`,
    config: { permission: `${resource}/show` },
    schema: {
      operationId: 'followPendingOrders',
      summary: 'Number of online orders that wait to be confirmed; every change of it as server-sent events',
      tags: ['sales'],
      response: COUNTED,
    },
    handler: async (request, reply) => {
      const { person } = request;
      // Separate by person, because people rarely see the same orders.
      const own = `user-${person.user_id}`;
      const count = () => countPending(reader, person);
      return sendCount(request, reply, { events, key: own, listener: own, count, mayGoOn: request.mayGoOn });
    },
  });
}
