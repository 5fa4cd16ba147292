/** The states of records at the ends of earlier days, whose histories are read once. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { LoadedAggregate } from '../../command-api/aggregates/aggregate-repository.ts';
import { RecordDays } from '../../command-api/aggregates/record-days.ts';
import type { RecordedEvent } from '../../domain/deciding/event.ts';
import { eventsUntil } from '../../domain/records/fields-of-a-day.ts';
import type { StreamRequest } from '../../event-store/port.ts';

const STREAM = 'item-7';
const ZONE = 'Asia/Baghdad';
/** In Baghdad the second of these is of the day after. */
const MOMENTS = [
  '2026-10-01T09:00:00Z',
  '2026-10-01T22:00:00Z',
  '2026-10-05T09:00:00Z',
  '2026-10-05T10:00:00Z',
  '2026-11-01T09:00:00Z',
];

let history: RecordedEvent[];
let asked: StreamRequest[];
let days: RecordDays<LoadedAggregate>;

/** The state is the number of events that are folded. */
const folded = (count: number): LoadedAggregate => ({ revision: count - 1, state: { status: String(count) } });
const add = (recordedAt: string): void => {
  const revision = history.length;
  const event = {
    stream: STREAM,
    revision,
    type: 'item.amended',
    v: 1,
    data: {},
    position: BigInt(revision),
    recordedAt,
  };
  history.push({ ...event, id: `${revision}`, meta: { actor: '1', commandId: `${revision}` } });
};
const on = async (day: string, zone = ZONE) => {
  const present = folded(history.length);
  return (await days.on(day, zone, [{ stream: STREAM, present }])).get(STREAM)?.state.status;
};

beforeEach(() => {
  history = [];
  asked = [];
  MOMENTS.forEach(add);
  const readStreams = async (requests: readonly StreamRequest[]) => {
    asked.push(...requests);
    return new Map(requests.map(({ stream, after }) => [stream, history.filter(({ revision }) => revision > after)]));
  };
  days = new RecordDays(
    { readStreams },
    {
      initial: () => ({ revision: -1, state: { status: '0' } }),
      fold: (_stream, { revision }, events) => folded(revision + 1 + events.length),
    },
  );
});

describe('the state of a record', () => {
  it('is that at the end of the day in the zone of the business, and of its first day before it was entered', async () => {
    const told = await Promise.all(
      ['2026-09-01', '2026-10-01', '2026-10-02', '2026-10-04', '2026-10-05'].map((day) => on(day)),
    );
    expect(told).toEqual(['1', '1', '2', '2', '4']);
    expect(await on('2026-12-01')).toBe('5');
    expect(await on('2026-10-01', 'UTC')).toBe('2');
  });

  it('counts the events that the screens count', async () => {
    const dayOf = ({ recordedAt }: RecordedEvent) => recordedAt.slice(0, 10);
    add('2026-10-20T09:00:00Z');
    for (const day of ['2026-09-01', '2026-10-01', '2026-10-04', '2026-10-05', '2026-10-25', '2026-11-01'])
      expect([day, await on(day, 'UTC')]).toEqual([day, String(eventsUntil(history, day, dayOf).length)]);
  });

  it('is read once, and later only what came since', async () => {
    await on('2026-10-02');
    await on('2026-10-05');
    expect(asked).toEqual([{ stream: STREAM, after: -1 }]);
    add('2026-11-20T09:00:00Z');
    expect(await on('2026-10-02')).toBe('2');
    expect(await on('2026-11-20')).toBe('6');
    expect(asked).toEqual([
      { stream: STREAM, after: -1 },
      { stream: STREAM, after: 4 },
    ]);
  });
});
