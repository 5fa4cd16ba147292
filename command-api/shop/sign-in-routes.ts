/** `/shop`: customers of the application open an account, sign in and out, and change their address. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { onlineCustomer } from '../../domain/mobile/online-customer.record.ts';
import { SECRET_LENGTH_MAX } from '../../domain/organisation/sign-in-policy.ts';
import type { RecordData } from '../../domain/records/record.ts';
import { recordStateOf } from '../../domain/records/record.ts';
import { Body, Name, Text } from '../../domain/schemas/fields.schema.ts';
import { Addresses } from '../../domain/schemas/party.schema.ts';
import { Issues, Refusal } from '../../domain/values/refusal.ts';
import { isMobileNumber, normalMobile } from '../../domain/values/telephone.ts';
import { languageOf } from '../../identity/language.ts';
import { noteAttempt } from '../../identity/request-notes.ts';
import { bodyOf } from '../../identity/request-parts.ts';
import { SHOP_PERMISSION, type Shopper, shopperIn } from '../../identity/shopper.ts';
import { SHOP_SIGNING, type ShopToken } from '../../identity/tokens.ts';
import { answered, answering, done } from '../http/answer-schemas.ts';
import { sentence } from '../http/language.ts';
import { type ActionLimit, withinLimits } from '../identity/action-limit.ts';
import type { IdentityRoutes } from '../identity/answer.ts';
import { hashForShopper } from '../identity/attempts.ts';
import { networkOf } from '../identity/network.ts';
import { requireGoodPassword } from './good-password.ts';
import {
  ACCOUNTS_OF_NETWORK,
  checkShopSignIn,
  consumerWith,
  endShopSession,
  openAccount,
  startShopSession,
  type VerifiedAccount,
} from './shop-accounts.ts';
import { shopCommand, THE_SHOP } from './shop-command.ts';

const TAGS = ['shop'];
const Password = Type.String({ minLength: 1, maxLength: SECRET_LENGTH_MAX, 'x-secret': true });

/** Fewer than the office may enter: anybody can sign up, and the log keeps every change. */
const OWN_ADDRESSES_MAX = 10;
const SignUpBody = Body({
  consumer_name: Name(),
  mobile: Text(40, { minLength: 1 }),
  password: Password,
  addresses: Addresses(OWN_ADDRESSES_MAX),
});
const SignInBody = Body({ mobile: Text(40, { minLength: 1 }), password: Password });
const OwnBody = Body({ consumer_name: Type.Optional(Name()), addresses: Addresses(OWN_ADDRESSES_MAX) });

const Own = Type.Object(
  {
    consumer_id: Type.Integer(),
    consumer_name: Type.String(),
    mobile: Type.String(),
    addresses: Type.Array(Type.Object({}, { additionalProperties: true })),
  },
  { title: 'ShopCustomer' },
);
const CHANGES_MAX = 10;
const CHANGES_OF_DAY_MAX = 30;
/** Changes of one customer to their own account; repeated commands do not count. */
const CHANGE_LIMITS: readonly ActionLimit[] = [
  { name: 'changes in an hour', max: CHANGES_MAX, seconds: 3600, message: 'too_many_changes' },
  { name: 'changes in a day', max: CHANGES_OF_DAY_MAX, seconds: 86_400, message: 'too_many_changes' },
];
const SIGNED_IN = answering(Type.Object({ access_token: Type.String(), customer: Own }, { title: 'ShopSignedIn' }));
const wrongSignIn = () => new Refusal('validation', [{ field: '', message: 'wrong_mobile_or_password' }]);

export function shopSignInRoutes(app: FastifyInstance, routes: IdentityRoutes): void {
  const { commands, identity } = routes;
  const open = async (request: FastifyRequest, account: VerifiedAccount) => {
    const place = { device: request.headers['user-agent'], ip: request.ip };
    const sid = await startShopSession(commands.pool, account, place);
    const shopper = sid === undefined ? undefined : await identity.shopper(account.consumer, sid);
    if (sid === undefined || !shopper) throw wrongSignIn();
    const token: ShopToken = { sub: String(account.consumer), sid, type: 'shop' };
    return { data: { access_token: app.jwt.sign(token, SHOP_SIGNING), customer: ownOf(shopper) } };
  };
  app.route({
    method: 'POST',
    url: '/shop/sign_up',
    config: { permission: 'anonymous', authority: 'sign_in', feature: 'has_online_orders' },
    schema: {
      operationId: 'signUpInShop',
      summary: 'An account for a customer of the application, by mobile number and password',
      tags: TAGS,
      body: SignUpBody,
      response: SIGNED_IN,
    },
    handler: async (request) => open(request, await signUp(bodyOf(request, SignUpBody), request, routes)),
  });
  app.route({
    method: 'POST',
    url: '/shop/sign_in',
    config: { permission: 'anonymous', authority: 'sign_in', feature: 'has_online_orders' },
    schema: {
      operationId: 'signInToShop',
      summary: 'Sign a customer of the application in',
      tags: TAGS,
      body: SignInBody,
      response: SIGNED_IN,
    },
    handler: async (request) => {
      const { mobile: typed, password } = bodyOf(request, SignInBody);
      const given = { mobile: typed, password, ip: request.ip, told: noteAttempt(request) };
      const account = await checkShopSignIn(commands.pool, given, (id) => isActive(id, routes));
      if (!account) throw wrongSignIn();
      return open(request, account);
    },
  });
  ownRoutes(app, routes);
}

/** Routes of a signed-in customer for their own account. */
function ownRoutes(app: FastifyInstance, { commands, identity }: IdentityRoutes): void {
  app.route({
    method: 'POST',
    url: '/shop/sign_out',
    config: { permission: SHOP_PERMISSION, authority: 'online_customer' },
    schema: { operationId: 'signOutOfShop', summary: 'End this session', tags: TAGS, response: done() },
    handler: async (request) => {
      await endShopSession(commands.pool, shopperIn(request).sid);
      return { message: sentence('done_successfully', undefined, languageOf(request)), data: {} };
    },
  });
  app.route({
    method: 'PATCH',
    url: '/shop/me',
    config: { permission: SHOP_PERMISSION, authority: 'online_customer' },
    schema: {
      operationId: 'changeShopCustomer',
      summary: `Change one’s own name and addresses, at most ${CHANGES_MAX} times in an hour and ${CHANGES_OF_DAY_MAX} in a day`,
      tags: TAGS,
      body: OwnBody,
      response: answered(Own, 'ShopCustomerAnswer'),
    },
    handler: async (request) => {
      const changed = bodyOf(request, OwnBody);
      const { consumer_id, sid } = shopperIn(request);
      const command = shopCommand(request, `online_customer-${consumer_id}`);
      const amend = () =>
        commands.handler.handle({
          ...command,
          declaration: onlineCustomer,
          id: consumer_id,
          commands: [{ type: 'amend', changed }],
          body: changed,
        });
      const counts = !command.dryRun && !(await commands.store.findCommand(command.commandId));
      const limits = counts ? CHANGE_LIMITS : [];
      const answer = await withinLimits(commands.pool, limits, `online_customer-${consumer_id}`, amend);
      return {
        message: sentence('updated_successfully', undefined, languageOf(request)),
        data: ownOf((await identity.shopper(consumer_id, sid)) ?? shopperIn(request)),
        position: answer.position === undefined ? null : String(answer.position),
      };
    },
  });
}

/** Returns the new account. Throws Refusal and TooMany. */
async function signUp(
  given: Static<typeof SignUpBody>,
  request: FastifyRequest,
  routes: IdentityRoutes,
): Promise<VerifiedAccount> {
  const { pool } = routes.commands;
  const { password, ...profile } = given;
  const issues = new Issues();
  const mobile = normalMobile(profile.mobile);
  issues.check(isMobileNumber(mobile), 'mobile', 'mobile_number_expected');
  await requireGoodPassword(routes, password, [profile.consumer_name, mobile], 'password', issues);
  const known = () => new Refusal('validation', [{ field: 'mobile', message: 'mobile_is_known' }]);
  const isKnown = (await consumerWith(pool, mobile)) !== undefined;
  if (isKnown) {
    // A repeated sign-up after a lost answer is a sign-in; attempts to find used numbers are locked like wrong
    // passwords.
    const again = { mobile, password, ip: request.ip, told: noteAttempt(request) };
    const own = await checkShopSignIn(pool, again, (id) => isActive(id, routes));
    if (own) return own;
  }
  return withinLimits(pool, ACCOUNTS_OF_NETWORK, `network ${networkOf(request.ip)}`, async () => {
    const passwordHash = await hashForShopper(password);
    // The same request goes on when the server stopped between the customer and the account: `enter` answers again.
    const consumer = await enter({ ...profile, mobile }, request, routes).catch((error: unknown) => {
      throw isKnown && error instanceof Refusal ? known() : error;
    });
    const account = await openAccount(pool, { consumer, passwordHash, ip: request.ip });
    if (!account) throw known();
    return account;
  });
}

async function enter(body: RecordData, request: FastifyRequest, { commands }: IdentityRoutes): Promise<number> {
  const data = { ...onlineCustomer.defaults, ...body };
  const { id } = await commands.handler.handle({
    ...shopCommand(request, THE_SHOP, body),
    declaration: onlineCustomer,
    commands: [{ type: 'register', data }],
    body,
  });
  return id;
}

async function isActive(consumer: number, { commands }: IdentityRoutes): Promise<boolean> {
  const stream = `online_customer-${consumer}`;
  const state = recordStateOf((await commands.handler.states.read([stream])).get(stream)?.state);
  return state.status === 'active' && (state.data['status'] ?? 'active') === 'active';
}

const ownOf = ({ consumer_id, customer }: Pick<Shopper, 'consumer_id' | 'customer'>) => ({
  consumer_id,
  consumer_name: customer.consumer_name,
  mobile: customer.mobile,
  addresses: customer.addresses ?? [],
});
