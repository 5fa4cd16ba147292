/** `npm run verify`: asks the books everything that must always be true, and prints what does not hold. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openEventStore } from '../../event-store/open.ts';
import { currentBuild } from '../builds/build.ts';
import { type Answer, checkAcross, checkBooks } from './invariants.ts';

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** How long the models may take to reach the head of the log before they are compared with each other. */
const WAITS_MS = 10_000;

async function verify(databaseUrl: string, eventStoreUrl: string | undefined): Promise<number> {
  const store = await openEventStore({ databaseUrl, eventStoreUrl });
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'daftar verify' });
  await client.connect();
  try {
    const build = await currentBuild(client);
    if (!build) {
      say('There are no read models yet: start the projector first.');
      return 1;
    }
    const head = await store.head();
    const reached = await waitFor(client, build.schema, head);
    await client.query('begin isolation level repeatable read read only');
    const answers = await checkBooks(client, build.schema);
    const alike = await allAt(client, build.schema, reached ? head : undefined);
    if (alike) answers.push(...(await checkAcross(client, build.schema)));
    await client.query('rollback');
    for (const answer of answers) show(answer);
    if (!alike) say('not asked  what spans models: they have not seen the same events (is the projector running?)');
    const broken = answers.filter(({ findings }) => findings.length > 0).length;
    say(
      broken === 0 ? `All ${answers.length} hold, at position ${head}.` : `${broken} of ${answers.length} do not hold.`,
    );
    return broken === 0 && alike ? 0 : 1;
  } finally {
    await client.end();
    await store.close();
  }
}

function show({ name, findings }: Answer): void {
  say(`${findings.length === 0 ? 'holds ' : 'BROKEN'}  ${name}`);
  for (const finding of findings) say(`          ${finding}`);
}

async function waitFor(client: pg.Client, schema: string, head: bigint): Promise<boolean> {
  const until = performance.now() + WAITS_MS;
  while (performance.now() < until) {
    if (await allAt(client, schema, head)) return true;
    await sleep(200);
  }
  return false;
}

/** Every model stands at `head`. Undefined: they cannot. */
async function allAt(client: pg.Client, schema: string, head: bigint | undefined): Promise<boolean> {
  if (head === undefined) return false;
  const { rows } = await client.query<{ position: string }>(
    'select distinct position from projection.checkpoint where schema = $1',
    [schema],
  );
  return rows.length === 1 && BigInt(rows[0]?.position ?? -1) === head;
}

const databaseUrl = process.env['DATABASE_URL'];
if (databaseUrl) {
  process.exitCode = await verify(databaseUrl, process.env['EVENTSTORE_URL'] || undefined);
} else {
  process.stderr.write('DATABASE_URL is not set.\n');
  process.exitCode = 1;
}
