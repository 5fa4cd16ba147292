/** The number of pending online orders of a till's outlet, authenticated by the cookie of its device. */
import type { FastifyInstance } from 'fastify';
import { COUNTED, CountedEvents, sendCount } from '../../identity/counted-events.ts';
import { addRoute } from '../../identity/machine/declared-route.ts';
import { Unauthorized } from '../../identity/unauthorized.ts';
import type { IdentityRoutes } from '../identity/answer.ts';
import { askIfBuilt } from '../read-models/named-query.ts';
import { PENDING_ORDERS } from '../read-models/till-catalogue.ts';
import { enrolledDevice } from './device-request.ts';

export function orderRoute(app: FastifyInstance, routes: Pick<IdentityRoutes, 'identity' | 'commands'>) {
  const closing = new AbortController();
  app.addHook('preClose', async () => closing.abort());
  const events = new CountedEvents(closing.signal);
  return [
    addRoute(app, {
      method: 'GET',
      url: '/till/orders',
      config: { permission: 'anonymous', authority: 'enrolled_device' },
      schema: {
        operationId: 'countOrdersAtTill',
        summary:
          'Number of online orders that wait at the outlet of this till; every change of it as server-sent events',
        tags: ['till'],
        response: COUNTED,
      },
      handler: async (request, reply) => {
        const { outlet_fk, enrolment } = await enrolledDevice(request, routes);
        const count = async () => (await askIfBuilt(routes.commands.pool, PENDING_ORDERS, outlet_fk))[0]?.count ?? 0;
        const mayGoOn = () =>
          enrolledDevice(request, routes).then(
            () => true,
            (error: unknown) => !(error instanceof Unauthorized),
          );
        return sendCount(request, reply, { events, key: String(outlet_fk), listener: enrolment, count, mayGoOn });
      },
    }),
  ];
}
