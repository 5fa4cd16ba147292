/**
 * What a person may do with the jobs of somebody else: for every job name, every owner and every state, each route of jobs
 * is asked by each person. What the one rule does not allow answers as if there were no such job, and changes nothing.
 */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { expect } from 'vitest';
import { JOB_NAMES, type JobName } from '../../command-api/jobs/job-names.ts';
import { allPermissions } from '../../domain/registry/permissions.ts';
import { defined } from '../../domain/values/defined.ts';
import { addressOf, everyRoute, type Route } from '../support/every-route.ts';
import { holdersOf, tokensOf } from '../support/holders.ts';
import { type Api, SECRET } from './api.ts';
import { enrol } from './people.ts';

/** Permissions that let their holder see the jobs of the books; they count only for people with all outlets. */
const OF_THE_BOOKS = ['recalculations/store', 'year_closes/store'];
/** States of a job: one that waits and can be cancelled, and one with a result. */
const STATES = ['delayed', 'completed'] as const;
type State = (typeof STATES)[number];

/** The people, by the numbers that their accounts get. */
const PEOPLE = {
  one: 100_001,
  neighbour: 100_002,
  elsewhere: 100_003,
  everywhere: 100_004,
  unbooked: 100_005,
} as const;
type PersonName = keyof typeof PEOPLE;

export interface Owner {
  readonly user_id: number | null;
  /** The number of the till at which it was started. */
  readonly till: number | null;
}

/** Another person of the outlet, of another outlet and of all outlets, the person at a till, and nobody. */
const ownersOf = (till: number): Readonly<Record<string, Owner>> => ({
  'a colleague': { user_id: PEOPLE.neighbour, till: null },
  'another outlet': { user_id: PEOPLE.elsewhere, till: null },
  'all outlets': { user_id: PEOPLE.everywhere, till: null },
  'the person at a till': { user_id: PEOPLE.one, till },
  'the person in the office': { user_id: PEOPLE.one, till: null },
  nobody: { user_id: null, till: null },
});

interface Asker {
  readonly name: string;
  readonly user_id: number;
  readonly token: string;
  /** The till at which the person is signed in. */
  readonly till: number | null;
  readonly seesBooks: boolean;
}

export interface JobsOfOthers {
  readonly names: readonly JobName[];
  readonly owners: readonly string[];
  readonly routes: readonly Route[];
  /** Every request of one job of this name and owner that is answered otherwise than the rule says. */
  wrong(name: JobName, owner: string, states?: readonly State[]): Promise<readonly string[]>;
  /** Answers of the routes that take no job, the list and the starts, in which something of these jobs is said. */
  toldInPassing(): Promise<readonly string[]>;
  /** Reads of the whole program in which something of these jobs is said to a person of one outlet. */
  toldElsewhere(read: (path: string, token: string) => Promise<string>): Promise<readonly string[]>;
  close(): Promise<void>;
}

const CANARY = 'canary of a job';

/** `places` are the outlet and the inventory of the person, and those of another outlet. */
export async function jobsOfOthers(
  api: Api,
  places: { readonly here: [number, number]; readonly there: [number, number] },
): Promise<JobsOfOthers> {
  const { url } = api.database;
  const placed = ([outlet, inventory]: readonly [number, number]) => ({ outlets: [outlet], inventories: [inventory] });
  const [here, there] = [placed(places.here), placed(places.there)];
  const all = {
    outlets: [...new Set([1, ...here.outlets, ...there.outlets])],
    inventories: [...new Set([1, ...here.inventories, ...there.inventories])],
  };
  const permissions = allPermissions();
  const unbooked = permissions.filter((permission) => !OF_THE_BOOKS.includes(permission));
  const tokens = await holdersOf(url, SECRET, [
    { permissions, ...here, is_cashier: true },
    { permissions, ...here },
    { permissions, ...there },
    { permissions, ...all },
    { permissions: unbooked, ...all },
  ]);
  const tokenOf = (person: PersonName): string => tokens[Object.keys(PEOPLE).indexOf(person)] ?? '';
  const till = (await enrol(api, 'Till of jobs', places.here[0])).id;
  const [atTill = ''] = await tokensOf(url, SECRET, [PEOPLE.one], [till]);
  const inOffice = (name: PersonName, seesBooks = false): Asker => ({
    ...{ name, user_id: PEOPLE[name], token: tokenOf(name), till: null, seesBooks },
  });
  const askers: readonly Asker[] = [
    inOffice('one'),
    inOffice('neighbour'),
    inOffice('elsewhere'),
    inOffice('unbooked'),
    inOffice('everywhere', true),
    { ...inOffice('one'), name: 'one, at a till', token: atTill, till },
  ];
  const routes = (await everyRoute(url, SECRET)).filter(({ url: path }) => /^jobs(\/|$)/.test(path));
  const database = new pg.Client({ connectionString: url });
  await database.connect();
  // The queue is opened by the first request, and knows its tables.
  await api.send('GET', 'jobs');
  const owners = ownersOf(till);
  const given: Given = { api, database, routes, askers, unknown: new Map() };
  return {
    names: JOB_NAMES,
    owners: Object.keys(owners),
    routes,
    async wrong(name, owner, states = STATES) {
      const wrong: string[] = [];
      for (const state of states) wrong.push(...(await wrongOf(given, name, defined(owners[owner]), state)));
      return wrong;
    },
    async toldInPassing() {
      const jobs = await putAll(database, defined(owners['all outlets']));
      const told: string[] = [];
      for (const route of routes.filter(({ url: path }) => !path.includes(':'))) {
        for (const asker of askers.filter(({ seesBooks }) => !seesBooks)) {
          const { text } = await ask(api, route, '', asker, '');
          if (text.includes(CANARY)) told.push(`${asker.name}: ${route.url}`);
        }
      }
      await remove(database, jobs);
      return told;
    },
    async toldElsewhere(read) {
      const jobs = await putAll(database, defined(owners['all outlets']));
      const told: string[] = [];
      const reads = (await everyRoute(url, SECRET)).filter(({ method }) => method === 'GET');
      for (const route of reads) {
        const text = await read(addressOf(route, defined(jobs[0])), tokenOf('one'));
        if (text.includes(CANARY)) told.push(route.url);
      }
      await remove(database, jobs);
      return told;
    },
    close: () => database.end(),
  };
}

interface Given {
  readonly api: Api;
  readonly database: pg.Client;
  readonly routes: readonly Route[];
  readonly askers: readonly Asker[];
  readonly unknown: Map<string, Told>;
}

/** The one rule: one's own jobs, at a till those that were started there, and with the permission those of the books. */
const maySee = (asker: Asker, name: JobName, { user_id, till }: Owner): boolean =>
  (user_id === asker.user_id && (asker.till === null || asker.till === till)) ||
  (asker.seesBooks && ['close_year', 'rebuild', 'recalculate'].includes(name));

async function wrongOf(given: Given, name: JobName, owner: Owner, state: State): Promise<readonly string[]> {
  const { database, askers } = given;
  const of = `${name} of ${owner.user_id} (${state})`;
  const strangers = askers.filter((asker) => !maySee(asker, name, owner));
  const wrong: string[] = [];
  const id = await put(database, name, owner, state);
  const stored = JSON.stringify(await rowOf(database, id));
  for (const asker of strangers) {
    wrong.push(...(await saidTo(given, asker, id)).map((said) => `${asker.name}, ${of}: ${said}`));
    if (JSON.stringify(await rowOf(database, id)) !== stored) wrong.push(`${asker.name}, ${of}: changed`);
  }
  await remove(database, [id]);
  for (const asker of askers.filter((each) => !strangers.includes(each))) {
    const own = await put(database, name, owner, state);
    wrong.push(...(await refusedTo(given, asker, own, state)).map((said) => `${asker.name}, ${of}: ${said}`));
    await remove(database, [own]);
  }
  return wrong;
}

/** Requests, also dry runs, whose answer differs from that about a job that never was. */
async function saidTo(given: Given, asker: Asker, id: string): Promise<readonly string[]> {
  const { api, routes } = given;
  const said: string[] = [];
  for (const route of routes.filter((each) => each.url.includes(':') && !hasNoFile(each))) {
    for (const query of route.method === 'GET' ? [''] : ['?dry_run=1', '']) {
      const answer = await ask(api, route, id, asker, query);
      const unknown = await unknownTo(given, route, asker, query);
      if (answer.status < 400 || answer.status !== unknown.status || answer.text !== unknown.text) {
        said.push(`${route.method} ${route.url}${query}: ${answer.status} ${answer.text} ${unknown.text}`);
      }
    }
  }
  return said;
}

/** The answer about a job that never was, asked once for each person and request. */
async function unknownTo({ api, unknown }: Given, route: Route, asker: Asker, query: string): Promise<Told> {
  const name = `${asker.name} ${route.method} ${route.url}${query}`;
  const told = unknown.get(name) ?? (await ask(api, route, randomUUID(), asker, query));
  unknown.set(name, told);
  return told;
}

/** Requests about a job that a person may see which are not answered; the job is cancelled by the last one. */
async function refusedTo({ api, routes }: Given, asker: Asker, id: string, state: State): Promise<readonly string[]> {
  const refused: string[] = [];
  const asked = routes.filter((route) => route.url.includes(':') && !isUnending(route, state) && !hasNoFile(route));
  for (const route of asked.toSorted((a, b) => a.method.localeCompare(b.method))) {
    const { status } = await ask(api, route, id, asker, '');
    if (status !== 200) refused.push(`${route.method} ${route.url}: ${status}`);
  }
  return refused;
}

/** Only an archive of everything has a file, which counts as an export: test/read-api/everything.test.ts. */
const hasNoFile = ({ url }: Route): boolean => url.endsWith('/file');

/** The events of a job that has not ended go on. */
const isUnending = ({ url }: Route, state: State): boolean => url.endsWith('/events') && state !== 'completed';

interface Told {
  readonly status: number;
  readonly text: string;
}

async function ask(api: Api, route: Route, id: string, { token }: Asker, query: string): Promise<Told> {
  const answer = await api.app.inject({
    method: route.method,
    url: `/api/${addressOf(route, id)}${query}`,
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() },
    ...(route.method === 'GET' ? {} : { payload: bodyOf(route) }),
  });
  const text = answer.body.replaceAll(id, '').replace(/"request_id":"[^"]*"/, '');
  return { status: answer.statusCode, text };
}

/** What starts a job is refused for a field that it does not have, so that none is started here. */
const bodyOf = ({ url }: Route): Record<string, unknown> => (url.includes(':') ? {} : { unknown: 4242 });

/** A job of each name in each state. */
async function putAll(database: pg.Client, owner: Owner): Promise<readonly string[]> {
  const jobs: string[] = [];
  for (const name of JOB_NAMES) for (const state of STATES) jobs.push(await put(database, name, owner, state));
  return jobs;
}

async function put(database: pg.Client, name: JobName, { user_id, till }: Owner, state: State): Promise<string> {
  const id = randomUUID();
  const scope = { user_id, sid: randomUUID(), till_fk: till, held: null };
  const data = { ...(user_id === null ? {} : { user_id }), scope, said: CANARY };
  const isOver = state === 'completed';
  await database.query(
    `insert into job.job (queue, id, seq, name, state, data, progress, return_value, added_at_ms, delay_ms, process_at_ms,
       finished_at_ms)
     values ('daftar', $1, nextval('job.job_seq'), $2, $3::job.job_state, $4, to_jsonb($5::text), $6,
       extract(epoch from now()) * 1000, 86400000, extract(epoch from now()) * 1000 + 86400000, $7)`,
    [id, name, state, data, CANARY, isOver ? { said: CANARY } : null, isOver ? Date.now() : null],
  );
  return id;
}

async function rowOf(database: pg.Client, id: string): Promise<unknown> {
  const { rows } = await database.query(
    `select to_jsonb(j) as job, (select count(*)::int from job.job_log l where l.job_id = j.id) as log
     from job.job j where id = $1`,
    [id],
  );
  return rows;
}

async function remove(database: pg.Client, ids: readonly string[]): Promise<void> {
  await database.query('delete from job.job where id = any ($1)', [ids]);
}

/** What the routes of jobs are, so that a route without a case does not pass unseen. */
export function expectRoutes({ routes }: JobsOfOthers): void {
  const named = routes.map(({ method, url }) => `${method} ${url}`);
  expect(named).toEqual(expect.arrayContaining(['GET jobs', 'GET jobs/:job_id', 'POST jobs/:job_id/cancel']));
  for (const name of JOB_NAMES.filter((job) => !['bulk', 'import', 'take_back_import'].includes(job))) {
    expect(named).toContain(`POST jobs/${name}`);
  }
}
