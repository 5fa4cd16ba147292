/**
 * A code that several items of earlier versions have: a reservation of it whose command is not stored leaves everybody who
 * held it, or stood beside it, as they were.
 */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { clientOnFreshDatabase } from '../support/database.ts';
import { cases } from '../support/ring.ts';

const SET = 'item.item_units.barcodes';
let client: pg.Client;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ client, close } = await clientOnFreshDatabase());
});
afterAll(() => close());
beforeEach(() => client.query('truncate claim.taken, claim.taken_beside'));

const held = async () => {
  const { rows } = await client.query<{ place: string }>(
    `select 'holds ' || replace("set" || ' ', $1 || ' ', '') || key || ' ' || owner as place from claim.taken
     union all select 'beside ' || replace("set" || ' ', $1 || ' ', '') || key || ' ' || owner from claim.taken_beside order by 1`,
    [SET],
  );
  return rows.map(({ place }) => place);
};

interface Code {
  readonly set: string;
  readonly key: string;
  readonly owner: string;
  readonly action: 'take' | 'release';
}

/** Reserves codes as a command does, and gives up. Returns what was held meanwhile. */
const triedFor = (...codes: readonly (readonly [key: string, owner: string])[]): Promise<readonly string[]> =>
  tried(codes.map(([key, owner]) => ({ set: SET, key, owner, action: 'take' })));

async function tried(codes: readonly Code[]): Promise<readonly string[]> {
  const unique = codes.map((code, i) => ({ i, ...code, field: 'barcodes' }));
  const claims = JSON.stringify({ unique });
  const command = randomUUID();
  await client.query(
    `insert into claim.intent (command_id, batch, claims, numbers, undo) select $1, '{}', $2::jsonb, '[]', claim.undo_of($2::jsonb)`,
    [command, claims],
  );
  await client.query('select claim.apply_reservations($1::jsonb)', [claims]);
  const meanwhile = await held();
  await client.query('select claim.release($1)', [command]);
  return meanwhile;
}

const take = (table: 'taken' | 'taken_beside', key: string, owner: string) =>
  client.query(`insert into claim.${table} ("set", key, owner) values ($1, $2, $3)`, [SET, key, owner]);

describe('a reservation that is given up', () => {
  it('of a free code leaves it free', async () => {
    expect(await triedFor(['1', 'item-5'])).toEqual(['holds 1 item-5']);
    expect(await held()).toEqual([]);
  });

  it.each([
    ['a later item', 'item-9', ['beside 1 item-9', 'holds 1 item-5']],
    ['an earlier item', 'item-3', ['beside 1 item-5', 'holds 1 item-3']],
    ['the item itself', 'item-5', ['holds 1 item-5']],
  ])('by %s leaves the code with its item, and nobody beside it', async (_, owner, meanwhile) => {
    await take('taken', '1', 'item-5');
    expect(await triedFor(['1', owner])).toEqual(meanwhile);
    expect(await held()).toEqual(['holds 1 item-5']);
  });

  it('leaves those beside a code where they stood, also the one that reserved it again', async () => {
    await take('taken', '1', 'item-3');
    await take('taken_beside', '1', 'item-5');
    await take('taken_beside', '1', 'item-7');
    const before = await held();
    expect(await triedFor(['1', 'item-5'])).toEqual(before);
    expect(await held()).toEqual(before);
    expect(await triedFor(['1', 'item-9'], ['2', 'item-9'])).toContain('beside 1 item-9');
    expect(await held()).toEqual(before);
    expect(await triedFor(['1', 'item-2'])).toContain('holds 1 item-2');
    expect(await held()).toEqual(before);
  });

  it('twice of one code by one item is given up once', async () => {
    await take('taken', '1', 'item-5');
    await triedFor(['1', 'item-9'], ['1', 'item-9']);
    expect(await held()).toEqual(['holds 1 item-5']);
  });
});

/** Of a shared code everybody who took it, of any other value the one who took it last. */
class Holders {
  readonly #owners = new Map<string, ReadonlySet<string>>();

  copy(): Holders {
    const copy = new Holders();
    for (const [place, owners] of this.#owners) copy.#owners.set(place, owners);
    return copy;
  }

  take({ set, key, owner }: Code): void {
    const place = `${set === SET ? '' : `${set} `}${key}`;
    const known = this.#owners.get(place) ?? new Set();
    this.#owners.set(place, new Set(set === SET ? [...known, owner] : [owner]));
  }

  release({ set, key, owner }: Code): void {
    const place = `${set === SET ? '' : `${set} `}${key}`;
    this.#owners.set(place, new Set([...(this.#owners.get(place) ?? [])].filter((other) => other !== owner)));
  }

  held(): readonly string[] {
    const number = (owner: string) => Number(owner.split('-')[1]);
    return [...this.#owners]
      .flatMap(([place, owners]) => {
        const [first, ...others] = [...owners].toSorted((a, b) => number(a) - number(b));
        if (first === undefined) return [];
        return [`holds ${place} ${first}`, ...others.map((owner) => `beside ${place} ${owner}`)];
      })
      .toSorted();
  }
}

const code = fc.record({
  set: fc.constantFrom(SET, SET, SET, 'names'),
  key: fc.constantFrom('1', '2'),
  owner: fc.constantFrom('item-2', 'item-5', 'item-10'),
  action: fc.constantFrom<Code['action'][]>('take', 'release'),
});
const codes = fc.uniqueArray(code, {
  minLength: 1,
  maxLength: 4,
  selector: ({ set, key, action }) => [set, key, action].join(),
});
/** Who stands at the codes at the beginning of a history. */
const FOUND: readonly Code[] = [
  ...['item-10', 'item-2', 'item-5'].map((owner) => ({ set: SET, key: '1', owner, action: 'take' }) as const),
  ...['item-5', 'item-10'].map((owner) => ({ set: SET, key: '2', owner, action: 'take' }) as const),
  { set: 'names', key: '1', owner: 'item-5', action: 'take' },
];
const textOf = (own: readonly Code[]): string =>
  JSON.stringify({ unique: own.map((one, i) => ({ i, ...one, field: 'barcodes' })) });
const HISTORIES = Number(process.env['CLAIMS_HISTORIES'] ?? cases(20, 100));

describe('codes of earlier versions, in any history', () => {
  it('are held by the lowest number, and a reservation that is given up leaves everybody where they were', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ codes, isTried: fc.boolean() }), { minLength: 3, maxLength: 8, size: 'max' }),
        async (steps) => {
          await client.query('delete from claim.taken; delete from claim.taken_beside');
          const holders = new Holders();
          for (const one of FOUND) holders.take(one);
          await client.query('select claim.replay($1)', [FOUND.map((one) => textOf([one]))]);
          for (const { codes: own, isTried } of steps) {
            const takes = own.filter(({ action }) => action === 'take');
            const meanwhile = holders.copy();
            for (const one of takes) meanwhile.take(one);
            if (isTried) expect(await tried(own)).toEqual(meanwhile.held());
            else {
              for (const one of own) if (one.action === 'release') holders.release(one);
              for (const one of takes) holders.take(one);
              await client.query('select claim.replay($1)', [[textOf(own)]]);
            }
            expect((await held()).toSorted()).toEqual(holders.held());
          }
        },
      ),
      { numRuns: HISTORIES },
    );
  });
});
