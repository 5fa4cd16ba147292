/** Routes of parked sales, authenticated by the cookie of a device (docs/decisions/0082). */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { Nullable } from '../../domain/schemas/fields.schema.ts';
import { Uuid } from '../../domain/till/device-entry.schema.ts';
import { readInstant } from '../../domain/till/instant.ts';
import { ParkedSaleBody } from '../../domain/till/parked-sale.schema.ts';
import { Issues } from '../../domain/values/refusal.ts';
import { addRoute } from '../../identity/machine/declared-route.ts';
import { isCashierOf } from '../../identity/person.ts';
import { bodyOf, pathOf } from '../../identity/request-parts.ts';
import { answering } from '../http/answer-schemas.ts';
import type { IdentityRoutes } from '../identity/answer.ts';
import { type EnrolledDevice, enrolledDevice } from './device-request.ts';
import { endParked, type ParkedRow, parkedFor, putAside, takeUp } from './parked-sales.ts';

type Routes = Pick<IdentityRoutes, 'identity' | 'commands'>;

/** A sale of some hundred lines; a larger one stays at its till. */
const CART_BYTES_MAX = 64 * 1024;
/** The cart may come with characters that are longer as the device writes them. */
const REQUEST_BYTES_MAX = 256 * 1024;

const Params = Type.Object({ uuid: Uuid() });
const PARKED = {
  uuid: Type.String(),
  till_fk: Type.Integer(),
  till_name: Nullable(Type.String()),
  parked_at: Type.String(),
  cashier_fk: Type.Integer(),
  label: Type.String(),
  total: Type.String(),
};
const LIST = answering(Type.Array(Type.Object(PARKED, { title: 'ParkedSale' })));
const TAKEN = answering(
  Type.Object({ ...PARKED, cart: Type.Object({}, { additionalProperties: true }) }, { title: 'ParkedSaleTaken' }),
);
const ENDED = answering(Type.Object({}));
const OF_DEVICE = { config: { permission: 'anonymous', authority: 'enrolled_device' } } as const;
const TAGS = ['till'];

export function parkedRoutes(app: FastifyInstance, routes: Routes) {
  const { pool } = routes.commands;
  return [
    addRoute(app, {
      method: 'GET',
      url: '/till/parked',
      ...OF_DEVICE,
      schema: {
        operationId: 'listParkedSales',
        summary: 'Sales that were put aside at the tills of this outlet and stand on no screen',
        tags: TAGS,
        response: LIST,
      },
      handler: async (request) => {
        const rows = await parkedFor(pool, await enrolledDevice(request, routes));
        return { data: await Promise.all(rows.map((row) => named(row, routes))) };
      },
    }),
    addRoute(app, {
      method: 'POST',
      url: '/till/parked',
      bodyLimit: REQUEST_BYTES_MAX,
      // What waits already is still taken up and ended.
      config: { ...OF_DEVICE.config, feature: 'has_pos' },
      schema: {
        operationId: 'parkSale',
        summary: 'A sale that is put aside at this till; the same may be sent as often as it takes',
        tags: TAGS,
        body: ParkedSaleBody,
        response: ENDED,
      },
      handler: async (request) => {
        const device = await enrolledDevice(request, routes);
        const sale = bodyOf(request, ParkedSaleBody);
        await checkParked(sale, device, routes);
        await putAside(pool, device, sale);
        return { data: {} };
      },
    }),
    addRoute(app, {
      method: 'POST',
      url: '/till/parked/:uuid/take',
      ...OF_DEVICE,
      schema: {
        operationId: 'takeUpParkedSale',
        summary: 'Takes a sale up at this till; of two tills that ask for it one gets it',
        tags: TAGS,
        params: Params,
        response: TAKEN,
      },
      handler: async (request) => {
        const device = await enrolledDevice(request, routes);
        const { cart, ...row } = await takeUp(pool, device, pathOf(request, Params).uuid);
        return { data: { ...(await named(row, routes)), cart } };
      },
    }),
    addRoute(app, {
      method: 'POST',
      url: '/till/parked/:uuid/end',
      ...OF_DEVICE,
      schema: {
        operationId: 'endParkedSale',
        summary: 'A sale that stands on the screen of this till, was paid or dropped',
        tags: TAGS,
        params: Params,
        response: ENDED,
      },
      handler: async (request) => {
        await endParked(pool, await enrolledDevice(request, routes), pathOf(request, Params).uuid);
        return { data: {} };
      },
    }),
  ];
}

async function checkParked(sale: ParkedSaleBody, device: EnrolledDevice, { identity }: Routes): Promise<void> {
  const { parked_at, cart, cashier_fk } = sale;
  const issues = new Issues();
  issues.check(readInstant(parked_at) !== undefined, 'parked_at', 'date');
  issues.check(Buffer.byteLength(JSON.stringify(cart)) <= CART_BYTES_MAX, 'cart', 'cart_too_large');
  const cashier = await identity.user(cashier_fk);
  const isOfOutlet = cashier !== undefined && isCashierOf(cashier_fk, cashier.user, device.outlet_fk);
  issues.check(isOfOutlet, 'cashier_fk', 'not_a_cashier_here');
  issues.throwIfAny();
}

async function named({ till_fk, parked_at, ...row }: ParkedRow, { identity }: Routes) {
  const till = await identity.till(till_fk);
  return { ...row, till_fk, till_name: till?.till_name ?? null, parked_at: parked_at.toISOString() };
}
