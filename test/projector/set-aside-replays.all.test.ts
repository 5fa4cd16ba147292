import { describe, expect, it } from 'vitest';
import { ModelsStopped } from '../../projector/rebuild/catch-up.ts';
import { unreadableSale, unstorableSale } from './poison.ts';
import {
  allAt,
  booksForEach,
  decide,
  end,
  pool,
  rebuilt,
  run,
  sell,
  shop,
  spoilNext,
  start,
  states,
  stopped,
  store,
  until,
  verified,
} from './stopping-books.ts';

booksForEach();

describe('a rebuild and verify', () => {
  it('end with sentences that name model, event, document, cause and what to do; nothing is changed', async () => {
    const position = await unreadableSale(store);
    start();
    await until((now) => stopped(now).length === 2);
    const before = await pool.query('select schema, status from projection.build');
    const refused = await rebuilt().catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ModelsStopped);
    const { message } = refused as ModelsStopped;
    expect(message).toContain(
      `The read model "books" cannot process event ${position} (sale.completed of sale-900, number S-900): it holds something that the rules of the model cannot read`,
    );
    expect(message).toContain('The read model "documents"');
    expect(message).toContain(`npm run doctor -- set-aside ${position}`);
    expect((await pool.query('select schema, status from projection.build')).rows).toEqual(before.rows);
    const { holds, lines } = await verified();
    expect(holds).toBe(false);
    expect(lines.filter((line) => line.includes('The read model "books" cannot process event')).length).toBe(2);
  });

  it('end as programs with these sentences and exit code 1, without a stack trace', async () => {
    const position = await unreadableSale(store);
    start();
    await until((now) => stopped(now).length === 2);
    for (const program of ['rebuild', 'verify']) {
      const { code, text } = await run(`projector/${program}/main.ts`);
      expect(code, text).toBe(1);
      expect(text).toContain(`The read model "books" cannot process event ${position}`);
      expect(text).toContain(`npm run doctor -- set-aside ${position}`);
      expect(text).not.toMatch(/^\s+at /m);
    }
  });

  it('also find an event that only the database refuses', async () => {
    const position = await unstorableSale(store);
    await expect(rebuilt(false)).rejects.toThrow(`The read model "documents" cannot process event ${position}`);
  });

  it('result in the same books without the event that was set aside, which verify names', async () => {
    const first = await unreadableSale(store);
    await unstorableSale(store);
    await sell();
    start();
    await until((now) => stopped(now).length === 3);
    await decide(first);
    const second = first + 1n;
    await until((now) => now.get('documents')?.stopped_at_position === String(second) && stopped(now).length === 2);
    expect((await decide(second, 'a broken till')).models).toEqual(['documents', 'events']);
    await allAt(await store.head());
    // Throws when a row differs from the live model.
    await rebuilt();
    await allAt(await store.head());
    const sold = await pool.query(`select document from read.stock_line order by position`);
    expect(sold.rows.map(({ document }) => document)).toEqual(['sale-1', 'sale-901', 'sale-2']);
    const blank = await pool.query('select type, stream, actor, data from read.event where position = $1', [second]);
    expect(blank.rows).toEqual([{ type: 'left_out', stream: 'sale-901', actor: '1', data: {} }]);
    const { holds, lines } = await verified();
    const named = lines.filter((line) => line.includes('set aside by user 1'));
    expect(named.map((line) => /Event (\d+)/.exec(line)?.[1])).toEqual([String(first), String(second)]);
    expect(named[1]).toContain('"a broken till"');
    // The store appended sale-901 without claims, so its number, goods and money are findings.
    expect(holds).toBe(false);
    const broken = lines.filter((line) => line.startsWith('  BROKEN'));
    expect(broken.filter((line) => !/claimed|document numbers|the log/.test(line))).toEqual([]);
  });
});

describe('a document whose event was set aside', () => {
  it('keeps its claims, which verify reports, until it is returned to draft; then verify finds nothing', async () => {
    spoilNext('sale.completed');
    const sale = await sell();
    start();
    await until((now) => stopped(now).length === 2);
    await decide(sale?.position ?? 0n);
    await allAt(await store.head());
    const before = await verified();
    expect(before.holds).toBe(false);
    expect(before.lines.filter((line) => line.includes('stock:'))).not.toEqual([]);
    expect(before.lines.join('\n')).toContain('sale-2 keeps what it has claimed');
    expect(await shop.transit('sale', sale?.id ?? 0, 'return_to_draft', { reason: 'set aside' })).toBeDefined();
    expect(await sell()).toBeDefined();
    await allAt(await store.head());
    const after = await verified();
    expect(after.holds, after.lines.join('\n')).toBe(true);
    expect(after.lines.join('\n')).toContain('set aside by user 1');
    await rebuilt();
  });
});

describe('a new version of the read models', () => {
  const otherDefinition = () => pool.query(`update projection.build set definition = 'of an older version'`);
  const schema = async () =>
    (await pool.query(`select schema from projection.build where status = 'current'`)).rows[0]?.schema as string;

  it('is taken over with the stopped models at their positions, so that the others continue', async () => {
    const position = await unreadableSale(store);
    start();
    await until((now) => stopped(now).length === 2);
    await end();
    const old = await schema();
    await otherDefinition();
    await sell();
    start();
    const head = await store.head();
    await until((now) => now.get('events')?.position === String(head) && stopped(now).join() === 'books,documents');
    expect(await schema()).not.toBe(old);
    await decide(position);
    await allAt(await store.head());
    await rebuilt();
  });

  it('leaves readers the older tables while it cannot fold an event that the older version folded, and reports it', async () => {
    start();
    const position = await store.head();
    await allAt(position);
    await end();
    const old = await schema();
    // Moves the checkpoint past the event, as if the older version had folded it.
    const poison = await unreadableSale(store);
    await pool.query('update projection.checkpoint set position = $1', [poison]);
    await otherDefinition();
    start();
    await until((now) => stopped(now).join() === 'books,documents');
    expect(await schema()).toBe(old);
    expect((await states()).get('books')?.stopped_at_position).toBe(String(poison));
    await decide(poison);
    await allAt(await store.head());
    expect(await schema()).not.toBe(old);
  });
});
