/**
 * `/shop/orders`: a customer of the application places an order, and cancels it while the shop has not confirmed it.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { totalsOf } from '../../domain/documents/document-amounts.ts';
import { fieldsOf } from '../../domain/documents/document-fields.ts';
import { CancelOwnOrderBody, PlaceOrderBody } from '../../domain/mobile/placed-order.schema.ts';
import { onlineOrderDocument } from '../../domain/sales/orders/online-order.document.ts';
import { Nullable } from '../../domain/schemas/fields.schema.ts';
import { membersOf } from '../../domain/values/members.ts';
import { printMoney } from '../../domain/values/money.ts';
import { languageOf } from '../../identity/language.ts';
import { bodyOf } from '../../identity/request-parts.ts';
import { SHOP_PERMISSION, shopperIn } from '../../identity/shopper.ts';
import type { CommandAnswer } from '../handling/request.ts';
import { answered } from '../http/answer-schemas.ts';
import { requireKey } from '../http/command.ts';
import { sentence } from '../http/language.ts';
import { idOf, QUERY } from '../http/parameters.ts';
import { type ActionLimit, withinLimits } from '../identity/action-limit.ts';
import type { IdentityRoutes } from '../identity/answer.ts';
import { shopCommand } from './shop-command.ts';

const TAGS = ['shop'];
const OWN = { permission: SHOP_PERMISSION, authority: 'online_customer' } as const;

const Placed = Type.Object(
  {
    order_id: Type.Integer(),
    number: Nullable(Type.String()),
    status: Type.String(),
    delivery_charge: Nullable(Type.String()),
    total: Type.String(),
  },
  { title: 'PlacedOrder' },
);
const ANSWER = answered(Placed, 'PlacedOrderAnswer');

const ORDERS_MAX = 20;
const ORDERS_OF_DAY_MAX = 50;
const DAY_SECONDS = 86_400;
/** Orders that one customer places; dry runs and repeated commands do not count. */
const ORDER_LIMITS: readonly ActionLimit[] = [
  { name: 'orders in ten minutes', max: ORDERS_MAX, seconds: 600, message: 'too_many_orders' },
  { name: 'orders in a day', max: ORDERS_OF_DAY_MAX, seconds: DAY_SECONDS, message: 'too_many_orders' },
];

/** Without `limits`, those of a customer of the shop apply. */
export function shopOrderRoutes(
  app: FastifyInstance,
  { commands }: IdentityRoutes,
  limits: readonly ActionLimit[] = ORDER_LIMITS,
): void {
  placeRoute(app, commands, limits);
  cancelRoute(app, commands);
}

function placeRoute(
  app: FastifyInstance,
  { handler, store, pool }: IdentityRoutes['commands'],
  limits: readonly ActionLimit[],
): void {
  app.route({
    method: 'POST',
    url: '/shop/orders',
    config: OWN,
    schema: {
      operationId: 'placeOrder',
      summary: `Place an order, at most ${ORDERS_MAX} in ten minutes and ${ORDERS_OF_DAY_MAX} in a day; \`dry_run=1\` says what it would come to`,
      tags: TAGS,
      body: PlaceOrderBody,
      querystring: QUERY,
      response: ANSWER,
    },
    handler: async (request, reply) => {
      const input = bodyOf(request, PlaceOrderBody);
      const command = shopCommand(request, streamOf(request));
      if (!command.dryRun) requireKey(request);
      const customer = shopperIn(request).consumer_id;
      const place = () =>
        handler.handle({
          ...command,
          declaration: onlineOrderDocument,
          commands: [{ type: 'place', input, customer }],
          body: { ...input, online_customer_fk: customer },
        });
      const counts = !command.dryRun && !(await store.findCommand(command.commandId));
      const answer = await withinLimits(pool, counts ? limits : [], streamOf(request), place);
      reply.code(command.dryRun ? 200 : 201);
      return orderAnswer(request, answer, 'added_successfully');
    },
  });
}

function cancelRoute(app: FastifyInstance, { handler }: IdentityRoutes['commands']): void {
  app.route({
    method: 'POST',
    url: '/shop/orders/:id/cancel',
    config: OWN,
    schema: {
      operationId: 'cancelOwnOrder',
      summary: 'Take back one’s own order that the shop has not confirmed yet and that is not paid in advance',
      tags: TAGS,
      body: CancelOwnOrderBody,
      querystring: QUERY,
      response: ANSWER,
    },
    handler: async (request) => {
      const input = bodyOf(request, CancelOwnOrderBody);
      const command = shopCommand(request, streamOf(request));
      if (!command.dryRun) requireKey(request);
      const answer = await handler.handle({
        ...command,
        declaration: onlineOrderDocument,
        id: idOf(request),
        commands: [{ type: 'cancel_own', input, customer: shopperIn(request).consumer_id }],
        body: input,
      });
      return orderAnswer(request, answer, 'done_successfully');
    },
  });
}

/** The stream of the signed-in customer. */
const streamOf = (request: FastifyRequest): string => `online_customer-${shopperIn(request).consumer_id}`;

function orderAnswer(
  request: FastifyRequest,
  answer: CommandAnswer,
  message: 'added_successfully' | 'done_successfully',
) {
  return {
    message: sentence(message, undefined, languageOf(request)),
    data: placedOrder(answer),
    position: answer.position === undefined ? null : String(answer.position),
  };
}

function placedOrder({ id, state }: CommandAnswer) {
  const data = fieldsOf(onlineOrderDocument, state);
  const { number, status } = membersOf(state);
  const { delivery_charge } = data;
  return {
    order_id: id,
    number: typeof number === 'string' ? number : null,
    status: String(status),
    delivery_charge: typeof delivery_charge === 'string' ? delivery_charge : null,
    total: printMoney(totalsOf(data).total),
  };
}
