/** Rates are cached, and a rate that another process stored applies at once. */
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { AggregateRepository } from '../../command-api/aggregates/aggregate-repository.ts';
import { readStream, registryOf } from '../../command-api/aggregates/aggregate-types.ts';
import { KnownRates } from '../../command-api/handling/facts/known-rates.ts';
import { CommandHandler } from '../../command-api/handling/handler.ts';
import { documents } from '../../domain/registry/documents.ts';
import { records } from '../../domain/registry/records.ts';
import { Refusal } from '../../domain/values/refusal.ts';
import { type CommandStore, NO_STREAM } from '../../event-store/port.ts';
import { NOW, openStore, over, requestOf } from './interleaving.ts';
import { commandOf, openScene, setTheScene } from './scene.ts';

const KINDS = registryOf(documents, records);

/** The ids of all rates, as the claims of the PostgreSQL store return them. */
const numbersIn = (store: CommandStore) => async (): Promise<readonly number[]> => {
  const events = await store.readAll(0n, 100_000);
  return events.flatMap(({ type, stream }) =>
    type === 'currency_rate.registered' ? [readStream(stream)?.id ?? 0] : [],
  );
};

/** Stores a rate as another process does. */
async function store(
  into: CommandStore,
  id: number,
  type: string,
  data: object,
  expectedRevision = NO_STREAM,
): Promise<void> {
  const commandId = randomUUID();
  const event = { id: randomUUID(), type: `currency_rate.${type}`, v: 1, data };
  const writes = [{ stream: `currency_rate-${id}`, expectedRevision, events: [event] }];
  await into.append({ commandId, writes, claims: [], meta: { actor: '1', commandId } });
}

const rate = (date: string, value: string, time: string | null = null) => ({ date, time, rate: value, in_rate: value });

describe('the cached rates of a process', () => {
  let log: CommandStore;
  let readStreams: number;
  let rates: KnownRates;
  beforeEach(() => {
    log = openStore();
    readStreams = 0;
    const counted: Pick<CommandStore, 'readStreams'> = {
      readStreams: (requests) => {
        readStreams += 1;
        return log.readStreams(requests);
      },
    };
    rates = new KnownRates({
      store: log,
      states: new AggregateRepository(counted, KINDS),
      recordNumbers: numbersIn(log),
    });
  });
  const idsOf = async () => (await rates.read()).newestFirst.map(({ id }) => id);

  it('are in the order of day, time and entry', async () => {
    await store(log, 1, 'registered', rate('2026-03-02', '1480'));
    await store(log, 2, 'registered', rate('2026-03-03', '1490', '08:00'));
    await store(log, 3, 'registered', rate('2026-03-03', '1491', '16:30:00'));
    await store(log, 4, 'registered', rate('2026-03-02', '1481'));
    expect(await idsOf()).toEqual([3, 2, 4, 1]);
  });

  it('are read once, also when other events are stored', async () => {
    await store(log, 1, 'registered', rate('2026-03-02', '1480'));
    await idsOf();
    const before = readStreams;
    const commandId = randomUUID();
    const event = { id: randomUUID(), type: 'brand.registered', v: 1, data: {} };
    const writes = [{ stream: 'brand-1', expectedRevision: NO_STREAM, events: [event] }];
    await log.append({ commandId, writes, claims: [], meta: { actor: '1', commandId } });
    const { position } = await rates.read();
    expect([await idsOf(), position, readStreams]).toEqual([[1], await log.head(), before]);
  });

  it('are read again when one was added, changed, retired or restored', async () => {
    await store(log, 1, 'registered', rate('2026-03-02', '1480'));
    expect(await idsOf()).toEqual([1]);
    await store(log, 2, 'registered', rate('2026-03-03', '1490'));
    expect(await idsOf()).toEqual([2, 1]);
    await store(log, 1, 'amended', { changed: { date: '2026-03-04' } }, 0);
    expect(await idsOf()).toEqual([1, 2]);
    await store(log, 1, 'retired', {}, 1);
    expect(await idsOf()).toEqual([2]);
    await store(log, 1, 'restored', {}, 2);
    expect(await idsOf()).toEqual([1, 2]);
  });
});

describe('a payment in dollars', () => {
  it('that was decided before another rate was stored is decided again with it', async () => {
    const scene = await setTheScene();
    const log = await openScene(scene);
    let isFirst = true;
    const raced = over(log, async (batch) => {
      if (isFirst) {
        isFirst = false;
        await store(log, 900, 'registered', rate('2026-03-10', '14800'));
      }
      return log.append(batch);
    });
    const handler = new CommandHandler({
      ...{ store: raced, kinds: KINDS, averages: async () => new Map(), clock: () => NOW },
      recordNumbers: numbersIn(log),
    });
    const answer = handler.handle(requestOf(commandOf(scene, 'pays 9.32 dollars')));
    const refused = await answer.then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(refused).toBeInstanceOf(Refusal);
    expect((refused as Refusal).issues).toMatchObject([{ field: 'rate', message: 'rate_changes_much' }]);
    expect(isFirst).toBe(false);
  });
});
