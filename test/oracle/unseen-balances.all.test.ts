/**
 * A dry run answers a person who may not see a balance as if it sufficed, whatever document they try: each command of every
 * kind is tried with the accounts and the credit that it needs, and without them.
 */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { CommandRequest } from '../../command-api/handling/command-request.ts';
import type { Actor } from '../../domain/deciding/facts.ts';
import { Refusal } from '../../domain/values/refusal.ts';
import { everyone } from '../projector/shop.ts';
import { YEARS } from './books-play.ts';
import { openBusiness } from './business.ts';
import { openDoors, throughEveryDoor } from './every-door.ts';

const AVERAGE = { scope: 'inventory', method: 'moving_average' } as const;
/** Permissions that show the balance of an account or a party. */
const SHOWS_BALANCES =
  /^(financial_reports|reports)\/|^cashes\/(balance_view|index|show)|^(customers|suppliers)\/(index|show)/;
const blind: Actor = {
  ...everyone,
  user_id: 2,
  can: (permission) => permission.split('##').some((each) => !SHOWS_BALANCES.test(each)),
};

it('a dry run of any document tells nothing of a balance to whoever may not see it', async () => {
  const business = await openBusiness(true, YEARS, AVERAGE);
  const { shop, books } = business;
  const accounts: number[] = [];
  const { enter } = shop;
  shop.enter = async (kind, body) => {
    const answer = await enter.call(shop, kind, body);
    if (answer && kind === 'cash') accounts.push(answer.id);
    return answer;
  };
  const doors = await openDoors(business);
  shop.afterCommand = () => books.catchUp();
  const handle = (request: object): Promise<unknown> =>
    shop.handler.handle({ confirmed: true, commandId: randomUUID(), ...request } as never);
  const tried = async (request: CommandRequest, actor: Actor): Promise<string> => {
    try {
      await handle({ ...request, actor, dryRun: true, confirmed: true, commandId: randomUUID() });
      return 'as if it were done';
    } catch (error) {
      if (error instanceof Refusal) return `${error.code} ${JSON.stringify(error.issues)}`;
      throw error;
    }
  };
  const amend = (kind: string, id: number, changed: object) => {
    const declaration = shop.kinds.get(kind)?.declaration;
    return handle({ declaration, id, commands: [{ type: 'amend', changed }], body: changed, actor: everyone });
  };
  const suffice = async (isEnough: boolean): Promise<void> => {
    for (const id of accounts) await amend('cash', id, { allow_overdraft: isEnough });
    for (const id of business.premises.customers) {
      await amend('customer', id, { allowed_debit_amount: isEnough ? null : '1' });
    }
  };
  /** Commands that a balance refused to whoever sees it. */
  const refused = new Set<string>();
  const told: unknown[] = [];
  shop.handle = async (request: CommandRequest) => {
    const { kind } = request.declaration;
    const isDocument = 'create' in request.declaration;
    const before = isDocument && (await tried(request, blind));
    if (before === 'as if it were done') {
      await suffice(false);
      const after = await tried(request, blind);
      if (after !== before) told.push([kind, after]);
      if ((await tried(request, everyone)) !== before) refused.add(kind);
      await suffice(true);
    }
    return shop.handler.handle(request);
  };
  expect(await throughEveryDoor(business, doors, 0, 2)).toEqual([]);
  expect(told).toEqual([]);
  expect(refused.size, [...refused].join()).toBeGreaterThan(5);
}, 120_000);
