/** The customer of an application token: the session must be open, and the online customer active. */
import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import { type OnlineCustomerData, onlineCustomer } from '../domain/mobile/online-customer.record.ts';
import type { EventStore } from '../event-store/port.ts';
import { Records } from './records.ts';
import { SHOP_VERIFYING, type ShopToken } from './tokens.ts';
import { becauseOf, Unauthorized } from './unauthorized.ts';

/** The permission of the shop's routes: no role grants it, and no permission of a role opens them. */
export const SHOP_PERMISSION = 'shop';

/** Days without activity after which a customer must sign in again. */
export const SHOP_SESSION_DAYS = 180;

export interface Shopper {
  readonly consumer_id: number;
  readonly sid: string;
  readonly customer: OnlineCustomerData;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export type ShopperOf = (consumerId: number, sid: string) => Promise<Shopper | undefined>;

export function shoppersOf(store: Pick<EventStore, 'readStreams'>, pool: pg.Pool): ShopperOf {
  const customers = new Records<OnlineCustomerData>(store, onlineCustomer);
  return async (consumer_id, sid) => {
    if (!UUID.test(sid)) return undefined;
    const [customer, { rowCount }] = await Promise.all([
      customers.active(consumer_id),
      pool.query(
        `select from identity.shop_session where sid = $1 and consumer_id = $2 and ended_at is null
           and started_at > now() - make_interval(days => $3)`,
        [sid, consumer_id, SHOP_SESSION_DAYS],
      ),
    ]);
    if (!customer || rowCount === 0 || (customer.status ?? 'active') !== 'active') return undefined;
    return { consumer_id, sid, customer };
  };
}

/** Throws Unauthorized without a token, and for tokens of the back office, which have another audience. */
export async function authenticateShopper(request: FastifyRequest, shopperOf: ShopperOf): Promise<Shopper> {
  const [, given] = /^Bearer ([^\s]+)$/.exec(request.headers.authorization ?? '') ?? [];
  if (given === undefined) throw new Unauthorized();
  let token: ShopToken;
  try {
    token = request.server.jwt.verify<ShopToken>(given, SHOP_VERIFYING);
  } catch (error) {
    throw new Unauthorized(becauseOf(error));
  }
  const shopper = token.type === 'shop' ? await shopperOf(Number(token.sub), token.sid) : undefined;
  if (!shopper) throw new Unauthorized('session_ended');
  return shopper;
}

/** The customer that the guard authenticated. Throws Unauthorized on a route that is not the shop's. */
export function shopperIn({ shopper }: Pick<FastifyRequest, 'shopper'>): Shopper {
  if (!shopper) throw new Unauthorized();
  return shopper;
}
