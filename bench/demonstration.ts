/**
 * The first weeks of the demonstration, each command appended alone: every kind of document, one command after the
 * other, with a running projector. Into PostgreSQL and into KurrentDB alternately for two seconds each, with the other
 * one paused, so that other load of the machine affects both. Both wait for their disks, like a shop in use. `npm run
 * demo` enters them at once on PostgreSQL (demonstration-start.ts).
 */

import { openEventStore, type StorePlace } from '../event-store/opening/open.ts';
import { START } from '../event-store/port.ts';
import { BRANDS } from '../tools/demo/goods/goods-words.ts';
import { type Entering, inTurns, prepared, seconds, start } from './entering.ts';
import { openKurrent } from './kurrentdb.ts';
import { mustHold, type Scenario, scaled } from './measure.ts';
import type { Program } from './programs.ts';

const DAYS = 20;
const TIMES_POSTGRES = 1.5;

export const demonstration: Scenario = {
  name: 'demo',
  about: `${DAYS} days of the demonstration entered into KurrentDB, in turns with PostgreSQL`,
  async run({ size, databaseUrl, serverUrl }) {
    const days = scaled(DAYS, size, 1);
    const brands = scaled(BRANDS.length, size, 1);
    const server = await openKurrent(serverUrl);
    const projectors: Program[] = [];
    try {
      const places = [{ databaseUrl }, { databaseUrl: server.databaseUrl, eventStoreUrl: server.url }] as const;
      for (const place of places) await mustBeEmpty(place);
      for (const place of places) projectors.push(await prepared(place, days, brands));
      const [here, there] = await inTurns(places.map(oneByOne) as [Entering, Entering]);
      mustHold(here.commands === there.commands, `${here.commands} and ${there.commands} commands were sent`);
      const ratio = there.ms / here.ms;
      return [
        {
          name: server.name,
          value: `${seconds(there.ms)} for ${there.commands} commands`,
          reference: { name: 'the time of PostgreSQL', value: seconds(here.ms), ratio },
          ...(server.isReal
            ? { target: { text: `at most ${TIMES_POSTGRES} ×`, reached: ratio <= TIMES_POSTGRES } }
            : {}),
        },
      ];
    } finally {
      await Promise.all(projectors.map((projector) => projector.stop()));
      await server.close();
    }
  },
};

const oneByOne = (place: StorePlace): Entering => start(place, { oneByOne: true });

/** Events of other programs would be in the books, or stop the read models, for which the demonstration waits. */
async function mustBeEmpty(place: StorePlace): Promise<void> {
  const store = await openEventStore(place);
  const head = await store.head().finally(() => store.close());
  mustHold(
    head === START,
    `the log has events up to position ${head}: give DAFTAR_EVENTSTORE_URL of an empty KurrentDB`,
  );
}
