/** Passwords of application customers: changed by themselves, or replaced by the shop when forgotten. */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { onlineCustomer } from '../../domain/mobile/online-customer.record.ts';
import { SECRET_LENGTH_MAX } from '../../domain/organisation/sign-in-policy.ts';
import { recordStateOf } from '../../domain/records/record.ts';
import { Body } from '../../domain/schemas/fields.schema.ts';
import { Refusal } from '../../domain/values/refusal.ts';
import { normalMobile, telephoneKey } from '../../domain/values/telephone.ts';
import { languageOf } from '../../identity/language.ts';
import { addRoute } from '../../identity/machine/declared-route.ts';
import { noteAttempt } from '../../identity/request-notes.ts';
import { bodyOf } from '../../identity/request-parts.ts';
import { recordSecurity } from '../../identity/security-log.ts';
import { SHOP_PERMISSION, shopperIn } from '../../identity/shopper.ts';
import { done, doneWith } from '../http/answer-schemas.ts';
import { sentence } from '../http/language.ts';
import { idOf } from '../http/parameters.ts';
import { EMPTY_BODY } from '../http/validation.ts';
import type { IdentityRoutes } from '../identity/answer.ts';
import { hashForShopper, unlock } from '../identity/attempts.ts';
import { inGroups, randomLetters } from '../identity/passwords/one-time-password.ts';
import { hashPassword } from '../identity/passwords/passwords.ts';
import { requireGoodPassword } from './good-password.ts';
import { checkShopSignIn, replacePassword } from './shop-accounts.ts';

/** 59 random bits, typed once on a phone. */
const GIVEN_LETTERS = 12;

const Secret = Type.String({ minLength: 1, maxLength: SECRET_LENGTH_MAX, 'x-secret': true });
const PasswordBody = Body({ password: Secret, new_password: Secret });

export function shopPasswordRoutes(app: FastifyInstance, routes: IdentityRoutes) {
  const { commands } = routes;
  return [
    addRoute(app, {
      method: 'POST',
      url: '/shop/password',
      config: { permission: SHOP_PERMISSION, authority: 'online_customer' },
      schema: {
        operationId: 'changeShopPassword',
        summary: 'Change one’s own password; every other session ends',
        tags: ['shop'],
        body: PasswordBody,
        response: done(),
      },
      handler: async (request) => {
        const { password, new_password } = bodyOf(request, PasswordBody);
        const { consumer_id, sid, customer } = shopperIn(request);
        const mobile = normalMobile(customer.mobile);
        await requireGoodPassword(routes, new_password, [customer.consumer_name, mobile], 'new_password');
        const given = { mobile, password, ip: request.ip, told: noteAttempt(request) };
        const verified = await checkShopSignIn(commands.pool, given, async () => true);
        const wrong = new Refusal('validation', [{ field: 'password', message: 'password_is_invalid' }]);
        if (verified?.consumer !== consumer_id) throw wrong;
        const passwordHash = await hashForShopper(new_password);
        const isStored = await replacePassword(commands.pool, consumer_id, passwordHash, { keep: sid, verified });
        if (!isStored) throw wrong;
        return { message: sentence('updated_successfully', undefined, languageOf(request)), data: {} };
      },
    }),
    addRoute(app, {
      method: 'POST',
      url: '/online_customers/:id/give_password',
      config: { permission: `${onlineCustomer.resource}/update`, needsRecentProof: true },
      schema: {
        operationId: 'giveShopPassword',
        summary: 'A password for a customer of the application who has none, or has forgotten theirs; it is shown once',
        tags: ['mobile'],
        body: EMPTY_BODY,
        response: doneWith(Type.Object({ password: Type.String() })),
      },
      handler: async (request) => {
        const id = idOf(request);
        const stream = `${onlineCustomer.kind}-${id}`;
        const state = recordStateOf((await commands.handler.states.read([stream])).get(stream)?.state);
        if (state.status !== 'active') throw new Refusal('not_found', [{ field: '', message: 'not_found' }]);
        const password = inGroups(randomLetters(GIVEN_LETTERS));
        await replacePassword(commands.pool, id, await hashPassword(password));
        await unlock(commands.pool, { way: 'shop', name: telephoneKey(String(state.data['mobile'])) }, null);
        await recordSecurity(commands.pool, {
          kind: 'password_given',
          userId: request.person.user_id,
          sid: request.sid,
          ip: request.ip,
          detail: { online_customer: state.data['consumer_name'], online_customer_id: id },
        });
        return { message: sentence('updated_successfully', undefined, languageOf(request)), data: { password } };
      },
    }),
  ];
}
