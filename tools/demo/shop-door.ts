/**
 * The routes of `/shop` in the process of the demonstration: its customers sign up, order and cancel through them, as
 * the application does.
 */
import { randomBytes } from 'node:crypto';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Commands } from '../../command-api/commands/open-commands.ts';
import { registerErrors } from '../../command-api/http/errors.ts';
import { registerValidation } from '../../command-api/http/validation.ts';
import { TillTickets } from '../../command-api/identity/at-tills/till-tickets.ts';
import { oneTimePassword } from '../../command-api/identity/passwords/one-time-password.ts';
import { hashPassword } from '../../command-api/identity/passwords/passwords.ts';
import { SecretCipher } from '../../command-api/identity/second-step/secret-cipher.ts';
import { Sessions } from '../../command-api/identity/sessions.ts';
import { shopOrderRoutes } from '../../command-api/shop/order-routes.ts';
import { consumerWith, replacePassword } from '../../command-api/shop/shop-accounts.ts';
import { shopSignInRoutes } from '../../command-api/shop/sign-in-routes.ts';
import { type Members, membersOf } from '../../domain/values/members.ts';
import { StoreUnavailable } from '../../event-store/port.ts';
import { registerGuard } from '../../identity/guard.ts';
import { openIdentity } from '../../identity/identity.ts';
import { registerBody } from '../../identity/machine/json-body.ts';
import type { Fields } from './clerk.ts';

const KEY_BYTES = 48;
/** Status of an answer during an outage. */
const UNAVAILABLE = 503;

export interface NewCustomer {
  readonly consumer_name: string;
  /** In its normal form. */
  readonly mobile: string;
  readonly addresses: readonly object[];
}

export interface ShopDoor {
  /** The password of every customer who signed up. */
  readonly password: string;
  /** Returns the token of the customer. */
  signUp(customer: NewCustomer): Promise<string>;
  /** Returns the data of the answer. Throws StoreUnavailable in an outage, and Error when the request is refused. */
  send(path: string, body: Fields, token?: string): Promise<Members>;
  close(): Promise<void>;
}

interface Opening {
  readonly commands: Commands;
  readonly databaseUrl: string;
  readonly seed: number;
}

export async function openShopDoor({ commands, databaseUrl, seed }: Opening): Promise<ShopDoor> {
  const identity = await openIdentity({ databaseUrl, store: commands.store });
  const jwtSecret = randomBytes(KEY_BYTES).toString('base64url');
  const app: FastifyInstance = Fastify();
  registerErrors(app);
  registerValidation(app);
  registerBody(app);
  await registerGuard(app, { identity, jwtSecret });
  const cipher = new SecretCipher(jwtSecret, 'second factor');
  const tickets = new TillTickets(jwtSecret);
  const routes = { identity, commands, cipher, tickets, sessions: new Sessions(commands.pool) };
  shopSignInRoutes(app, routes);
  // Half a year of orders is placed within minutes.
  shopOrderRoutes(app, routes, []);
  await app.ready();
  let sent = 0;
  const password = oneTimePassword();
  const send: ShopDoor['send'] = async (path, body, token) => {
    sent += 1;
    const answer = await app.inject({
      method: 'POST',
      url: `/shop/${path}`,
      // The keys are equal in every run, so that an interrupted demonstration continues.
      headers: { 'idempotency-key': `${seed} ${sent}`, ...(token ? { authorization: `Bearer ${token}` } : {}) },
      payload: body,
    });
    if (answer.statusCode >= 300) {
      const what = `The demonstration was refused (shop/${path}): ${answer.body}\n${JSON.stringify(body)}`;
      throw answer.statusCode === UNAVAILABLE ? new StoreUnavailable(what) : new Error(what);
    }
    return membersOf(membersOf(answer.json())['data']);
  };
  return {
    password,
    send,
    signUp: async ({ mobile, ...customer }) => {
      // An interrupted run has entered the customer, and opened the account with another password.
      const known = await consumerWith(commands.pool, mobile);
      if (known !== undefined) await replacePassword(commands.pool, known, await hashPassword(password));
      const signedIn =
        known === undefined
          ? await send('sign_up', { ...customer, mobile, password })
          : await send('sign_in', { mobile, password });
      return String(signedIn['access_token']);
    },
    close: async () => {
      await app.close();
      await identity.close();
    },
  };
}
