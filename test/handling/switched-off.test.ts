/** A module that is switched off while a command is on its way takes it no longer: each command of every module is tried. */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { CommandRequest } from '../../command-api/handling/command-request.ts';
import { FEATURES, type Feature } from '../../domain/organisation/features.ts';
import { systemSetting } from '../../domain/registry/system-setting.record.ts';
import { Refusal } from '../../domain/values/refusal.ts';
import { openMemoryStore } from '../../event-store/memory/store.ts';
import type { CommandStore } from '../../event-store/port.ts';
import { YEARS } from '../oracle/books-play.ts';
import { openBusiness } from '../oracle/business.ts';
import { openDoors, throughEveryDoor } from '../oracle/every-door.ts';
import { everyone } from '../projector/shop.ts';

const AVERAGE = { scope: 'inventory', method: 'moving_average' } as const;
const featureOf = (resource: string): Feature | undefined =>
  (Object.keys(FEATURES) as Feature[]).find((feature) => (FEATURES[feature] as readonly string[]).includes(resource));

it('a command is refused by the name of the module that was switched off after it was decided, and what a till did is stored', async () => {
  const memory = openMemoryStore(() => new Date('2026-03-10T08:00:00Z'));
  /** Happens after a decision and before it is stored. */
  let meanwhile: (() => Promise<void>) | undefined;
  const store: CommandStore = new Proxy(memory, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (name !== 'append') return typeof value === 'function' ? value.bind(target) : value;
      return async (batch: Parameters<CommandStore['append']>[0]) => {
        const first = meanwhile;
        meanwhile = undefined;
        await first?.();
        return target.append(batch);
      };
    },
  });
  const business = await openBusiness(true, YEARS, AVERAGE, { given: store });
  const { shop, books } = business;
  shop.afterCommand = () => books.catchUp();
  const doors = await openDoors(business);
  const change = async (changed: object) => {
    const command = { declaration: systemSetting, id: 1, commands: [{ type: 'amend', changed }], body: changed };
    await shop.handler.handle({ ...command, actor: everyone, confirmed: true, commandId: randomUUID() } as never);
  };
  const tried = new Set<string>();
  const outcomes: unknown[] = [];
  shop.handle = async (request: CommandRequest) => {
    const { resource } = request.declaration;
    const feature = featureOf(resource);
    if (!feature || tried.has(resource)) return shop.handler.handle(request);
    tried.add(resource);
    meanwhile = () => change({ [feature]: false });
    const again = { ...request, commandId: randomUUID() };
    const refused = await shop.handler.handle(again).catch((error: unknown) => error);
    const issues = refused instanceof Refusal ? refused.issues : refused;
    outcomes.push([resource, issues, [{ field: feature, message: 'switched_off' }]]);
    // A till reports what has happened.
    const dry = { ...request, isOfTill: true, dryRun: true, commandId: randomUUID() };
    const told = await shop.handler.handle(dry).catch((error: Refusal) => error.issues);
    outcomes.push([resource, Array.isArray(told) && told.some(({ message }) => message === 'switched_off'), false]);
    await change({ [feature]: true });
    return shop.handler.handle(request);
  };
  expect(await throughEveryDoor(business, doors, 0, 2)).toEqual([]);
  const [promotion, stockholder] = [{ title: 'Later' }, { stockholder_name: 'Later' }];
  await shop.amend('promotion', doors.promotion, promotion);
  await shop.amend('stockholder', business.places.stockholder, stockholder);
  for (const outcome of outcomes) {
    const [resource, found, expected] = outcome as [string, unknown, unknown];
    expect([resource, found]).toEqual([resource, expected]);
  }
  expect(Object.keys(FEATURES).filter((feature) => ![...tried].some((one) => featureOf(one) === feature))).toEqual([]);
  expect(tried.size).toBeGreaterThan(8);
});
