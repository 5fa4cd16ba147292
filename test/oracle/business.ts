/** A business that random histories are played in, through the real commands. */
import { openMemoryStore } from '../../event-store/memory/store.ts';
import type { Act } from '../projector/acts.ts';
import { Play } from '../projector/histories.ts';
import { Projection } from '../projector/projection.ts';
import { openPremises, Shop } from '../projector/shop.ts';
import { type TillAct, TillPlay } from './till-play.ts';
import { type WiderAct, WiderPlay } from './wider-play.ts';

export type AnyAct = Act | WiderAct | TillAct;

const DAY_MS = 86_400_000;

export async function openBusiness(allowNegative: boolean) {
  const clock = { now: new Date('2026-02-20T08:00:00Z') };
  const store = openMemoryStore(() => clock.now);
  const shop = new Shop(store, clock);
  const premises = await openPremises(shop, allowNegative);
  const play = new Play(shop, premises);
  const wider = await WiderPlay.open(shop, premises);
  const till = await TillPlay.open(shop, premises);
  const run = async (each: AnyAct) => {
    clock.now = new Date(clock.now.getTime() + (each.count % 5) * DAY_MS);
    if ('wider' in each) await wider.run(each);
    else if ('till' in each) await till.run(each);
    else await play.run(each);
  };
  return {
    shop,
    premises,
    run,
    head: () => store.head(),
    events: () => store.readAll(0n, 100_000),
    /** The read models of all of it, made anew by the real projector. */
    project: async (databaseUrl: string) => {
      const projection = await Projection.open(databaseUrl, store);
      await projection.catchUp();
      return projection;
    },
  };
}
