import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cases, SEED } from '../support/ring.ts';
import { acts, everyAct, openBusiness } from './business.ts';
import { YEARS } from './books-play.ts';
import { openDoors, throughEveryDoor } from './every-door.ts';
import { everyField, OtherOutlets } from './other-outlets.ts';

it('explore', async () => {
  const n = Number(process.env['N'] ?? 2);
  const leaks = new Map<string, number>(), held = new Set<string>(), unclear = new Map<string,string>(), reaching = new Map(), done = new Set<string>();
  const t = Date.now();
  for (const list of fc.sample(everyAct, { numRuns: n, seed: SEED })) {
    let other: OtherOutlets | undefined;
    const business = await openBusiness(true, YEARS, { scope: 'inventory', method: 'moving_average' }, { begin: (shop, store) => { other = new OtherOutlets(store); other.watch(shop); } });
    business.shop.afterCommand = () => business.books.catchUp();
    const doors = await openDoors(business); for (const at of [1, 0]) console.log('refused', await throughEveryDoor(business, doors, at));
    if (process.env['ACTS']) for (const act of list) await business.run(act);
    for (const l of other!.leaks) leaks.set(l.replace(/\d+/g,'#'), (leaks.get(l.replace(/\d+/g,'#')) ?? 0) + 1);
    for (const h of other!.held.keys()) held.add(h);
    for (const [k,v] of other!.unclear) unclear.set(k, v);
    for (const [k,v] of other!.reaching) reaching.set(k, v);
    for (const k of other!.done.keys()) done.add(k);
  }
  console.log('ms', Date.now() - t, 'fields', everyField().length, 'held', held.size);
  console.log('LEAKS', [...leaks]);
  console.log('REACHING', [...reaching]);
  console.log('NOT HELD', everyField().filter((f) => !held.has(f)).map((f) => `${f}   ${unclear.get(f) ?? '-'}`).join('\n'));
});
