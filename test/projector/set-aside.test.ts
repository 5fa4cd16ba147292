import { describe, expect, it } from 'vitest';
import { NotSetAside } from '../../command-api/set-aside/set-aside.ts';
import { SET_ASIDE_STREAM } from '../../domain/deciding/set-aside.ts';
import { unreadableSale, unstorableSale } from './poison.ts';
import {
  allAt,
  booksForEach,
  decide,
  end,
  pool,
  resumed,
  sell,
  start,
  stopped,
  stops,
  store,
  until,
} from './stopping-books.ts';

booksForEach();

describe('a model that cannot fold an event', () => {
  it('stops there and reports it once; other models and their queries continue', async () => {
    const position = await unreadableSale(store);
    await sell();
    start();
    await until((now) => stopped(now).join() === 'books,documents');
    const head = await store.head();
    await until((now) => now.get('events')?.position === String(head) && now.get('records')?.position === String(head));
    const { rows } = await pool.query('select * from read.checkpoint where model = $1', ['books']);
    expect(rows[0]).toMatchObject({
      position: String(position - 1n),
      stopped_at_position: String(position),
      stopped_event_type: 'sale.completed',
      stopped_stream: 'sale-900',
      stopped_number: 'S-900',
      stopped_cause: 'cannot_be_read',
      stopped_since: expect.any(Date),
    });
    expect(stops.map(({ model, position: at }) => [model, at]).sort()).toEqual([
      ['books', position],
      ['documents', position],
    ]);
  });

  it('reports a value that the database refuses as not fitting, also when the message contains the value', async () => {
    const position = await unstorableSale(store);
    start();
    await until((now) => stopped(now).join() === 'documents,events');
    for (const stop of stops) expect(stop).toMatchObject({ position, cause: 'value_does_not_fit' });
    await until((now) => now.get('books')?.position === String(position));
  });

  it('keeps the time at which it first stopped when the projector is restarted', async () => {
    await unreadableSale(store);
    start();
    await until((now) => stopped(now).length === 2);
    const since = async () =>
      (await pool.query(`select stopped_since, updated_at from read.checkpoint where model = 'books'`)).rows[0];
    const first = await since();
    await end();
    start();
    await expect.poll(async () => (await since()).updated_at > first.updated_at).toBe(true);
    expect((await since()).stopped_since).toEqual(first.stopped_since);
  });

  it('continues when the event is set aside, without it and with all later events', async () => {
    const position = await unreadableSale(store);
    await sell();
    start();
    await until((now) => stopped(now).length === 2);
    const decision = await decide(position);
    expect(decision).toMatchObject({ position: String(position), models: ['books', 'documents'], stream: 'sale-900' });
    await allAt(await store.head());
    expect(resumed.sort()).toEqual(['books', 'documents']);
    const { rows } = await pool.query(
      `select (select count(*)::int from read.document where kind = 'sale') as sales,
         (select count(*)::int from read.journal_line where document = 'sale-900') as lines,
         (select sum(quantity)::text from read.stock_line) as sold`,
    );
    expect(rows[0]).toEqual({ sales: 2, lines: 0, sold: '-2.000000' });
    const trace = await pool.query(
      `select type, actor, reason, data from read.event where kind = 'set_aside' or stream = 'sale-900' order by position`,
    );
    expect(trace.rows.map(({ type }) => type)).toEqual(['sale.completed', 'event.set_aside']);
    expect(trace.rows[1]).toMatchObject({ actor: '1', reason: 'entered by a broken import' });
  });
});

describe('setting an event aside', () => {
  it('is refused for an event at which no model is stopped, and without a reason', async () => {
    const position = await unreadableSale(store);
    await sell();
    start();
    await until((now) => stopped(now).length === 2);
    await expect(decide(position + 1n)).rejects.toThrow(`No read model is stopped at event ${position + 1n}`);
    await expect(decide(1n)).rejects.toThrow(NotSetAside);
    await expect(decide(position, '  ')).rejects.toThrow('A reason must be given');
    expect((await store.readStreams([{ stream: SET_ASIDE_STREAM, after: -1 }])).get(SET_ASIDE_STREAM)).toEqual([]);
  });

  it('is refused when the projector that stopped is not running', async () => {
    const position = await unreadableSale(store);
    start();
    await until((now) => stopped(now).length === 2);
    await end();
    await pool.query(`update projection.checkpoint set updated_at = now() - interval '1 hour'`);
    await expect(decide(position)).rejects.toThrow('The projector has not tried this event again');
  });

  it('is stored once when it is sent several times', async () => {
    const position = await unreadableSale(store);
    start();
    await until((now) => stopped(now).length === 2);
    await end();
    await decide(position);
    await decide(position);
    const decisions = (await store.readStreams([{ stream: SET_ASIDE_STREAM, after: -1 }])).get(SET_ASIDE_STREAM);
    expect(decisions?.map(({ revision }) => revision)).toEqual([0]);
  });
});
