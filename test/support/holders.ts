/**
 * Signed-in users with exactly these permissions. They are appended to the log in few steps and without passwords: a
 * test of every route needs hundreds of them.
 */
import { createHmac, randomUUID } from 'node:crypto';
import pg from 'pg';
import { openEventStore } from '../../event-store/opening/open.ts';
import { NO_STREAM } from '../../event-store/port.ts';

/** Far above the ids that a test creates itself. */
const FIRST_ID = 100_001;
/** A batch of the log has a largest size. */
const AT_ONCE = 40;

export interface Holder {
  readonly permissions: readonly string[];
  readonly outlets?: readonly number[];
  readonly inventories?: readonly number[];
  /** May sign in at tills of these outlets. */
  readonly is_cashier?: boolean;
}

/** Their tokens, in the same order. May be called once for each database. */
export async function holdersOf(databaseUrl: string, secret: string, holders: readonly Holder[]): Promise<string[]> {
  const registered = (kind: string, id: number, data: object) => ({
    stream: `${kind}-${id}`,
    expectedRevision: NO_STREAM,
    events: [{ id: randomUUID(), type: `${kind}.registered`, v: 1, data }],
  });
  const writes = holders.flatMap(({ permissions, outlets = [], inventories = [], is_cashier = false }, index) => {
    const id = FIRST_ID + index;
    const given = { outlets, inventories, is_cashier, email: `holder-${id}@example.com`, lang: 'en', status: 'active' };
    return [
      registered('role', id, { role_name: `Holder ${id}`, permissions }),
      registered('user', id, { user_name: `Holder ${id}`, role_fk: id, ...given }),
    ];
  });
  const store = await openEventStore({ databaseUrl });
  for (let from = 0; from < writes.length; from += AT_ONCE) {
    const commandId = randomUUID();
    const some = writes.slice(from, from + AT_ONCE);
    await store.append({ commandId, writes: some, claims: [], meta: { actor: '1', commandId } });
  }
  await store.close();
  return tokensOf(
    databaseUrl,
    secret,
    holders.map((_, index) => FIRST_ID + index),
  );
}

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');

/** Access tokens of new sessions of these users, in the same order; with a till, of sessions opened by PIN at it. */
export async function tokensOf(
  databaseUrl: string,
  secret: string,
  users: readonly number[],
  tills: readonly (number | null)[] = users.map(() => null),
): Promise<string[]> {
  const sids = users.map(() => randomUUID());
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(
    `insert into identity.session (sid, user_id, till_id, way)
     select sid, user_id, till_id, case when till_id is null then 'password' else 'pin' end
     from unnest($1::uuid[], $2::int[], $3::int[]) as given (sid, user_id, till_id)`,
    [sids, users, tills],
  );
  await client.end();
  const now = Math.floor(Date.now() / 1000);
  return users.map((user, index) => {
    const claims = { sub: String(user), sid: sids[index], type: 'access', iss: 'daftar', aud: 'daftar-api' };
    const said = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded({ ...claims, iat: now, exp: now + 3600 })}`;
    return `${said}.${createHmac('sha256', secret).update(said).digest('base64url')}`;
  });
}
