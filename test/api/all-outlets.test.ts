/**
 * What affects all outlets needs all outlets, and a record of one outlet is nobody else's: derived from the routes, the
 * permissions and the declarations of records (docs/decisions/0117-changes-that-affect-all-outlets.md).
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { JOB_NAMES, type JobName } from '../../command-api/jobs/job-names.ts';
import { IMPORT_FORMATS } from '../../domain/imports/formats.ts';
import { documentResources } from '../../domain/registry/documents.ts';
import { allPermissions } from '../../domain/registry/permissions.ts';
import { records } from '../../domain/registry/records.ts';
import { concernsAllOutlets, wholeBusinessPermissions } from '../../domain/registry/whole-business.ts';
import { check, requestOf, rowsOf, start } from '../imports/requests.ts';
import { fieldsNaming } from '../oracle/other-outlets.ts';
import { startProjector } from '../read-api/office.ts';
import { addressOf, everyRoute, type Route } from '../support/every-route.ts';
import { holdersOf } from '../support/holders.ts';
import { fieldsOf, recordOf, requiredOf, type Source, sampleOf } from '../support/record-samples.ts';
import { until } from '../support/waiting.ts';
import { type Api, openApi, SECRET, type Sent } from './api.ts';
import { openShop, type Shop } from './shop.ts';

let api: Api;
/** The first outlet with its safe and inventory, and another one. */
let here: Shop;
let there: { outlet_fk: number; inventory_fk: number };
let routes: readonly Route[];
/** People with all permissions: of the first outlet, of the other one, and of both. */
let local: string;
let both: string;
let count = 0;

const source: Source = {
  async reference(resource) {
    if (resource === 'outlets') return here.outlet;
    if (resource === 'currencies' || resource === 'units') return 1;
    return api.add(resource, await sampleOf(recordOf(resource.split('#')[0] as string), source, ++count));
  },
  picture: () => Promise.reject(new Error('no record of an outlet needs a picture')),
};

beforeAll(async () => {
  api = await openApi();
  here = await openShop(api);
  const outlet_fk = await api.add('outlets', { outlet_name: 'Airport' });
  there = { outlet_fk, inventory_fk: await api.add('inventories', { inventory_name: 'Airport store', outlet_fk }) };
  routes = await everyRoute(api.database.url, SECRET);
  const permissions = allPermissions();
  // The outlet with the number 1 is made with the business.
  const outlets = [...new Set([1, here.outlet])];
  const inventories = [...new Set([1, here.inventory])];
  const [one, all] = await holdersOf(api.database.url, SECRET, [
    { permissions, outlets, inventories },
    { permissions, outlets: [...outlets, outlet_fk], inventories: [...inventories, there.inventory_fk] },
  ]);
  local = one ?? '';
  both = all ?? '';
});
let stopProjector: (() => Promise<void>) | undefined;
afterAll(async () => {
  await stopProjector?.();
  await api.close();
});

const messagesOf = ({ body }: Sent): string => JSON.stringify(body.errors ?? body);

describe('what affects all outlets', () => {
  const affecting = () =>
    routes.filter(
      ({ side, permission }) => side === 'command' && permission.split('##').every((name) => concernsAllOutlets(name)),
    );

  it('are years, closes, recalculations, rates, papers and settings', () => {
    const resources = new Set(wholeBusinessPermissions().map((name) => name.split('/')[0]));
    expect([...resources].sort()).toEqual([
      ...['app_settings', 'currencies', 'currency_rates', 'financial_years', 'period_locks', 'print_templates'],
      ...['recalculations', 'system_profiles', 'system_settings', 'till_settings', 'year_closes'],
    ]);
    expect(wholeBusinessPermissions().filter((name) => !allPermissions().includes(name))).toEqual([]);
  });

  it('is refused at every door to a person with all permissions of one outlet, and said to them', async () => {
    expect(affecting().length).toBeGreaterThan(30);
    const opened: string[] = [];
    for (const route of affecting()) {
      const sent = await api.send(route.method as 'POST', addressOf(route, '1'), {}, { token: local });
      const isRefused = sent.status === 403 && messagesOf(sent).includes('all outlets');
      if (!isRefused) opened.push(`${route.method} ${route.url}: ${sent.status} ${messagesOf(sent)}`);
    }
    expect(opened).toEqual([]);
  });

  it('is open to who has every outlet, until there is another one', async () => {
    const rate = { date: '2026-03-11', rate: '1500', in_rate: '1490' };
    const tried = async (token: string) => (await api.send('POST', 'currency_rates?dry_run=1', rate, { token })).status;
    expect([await tried(local), await tried(both)]).toEqual([403, 200]);
    expect((await api.send('POST', 'auth/me', undefined, { token: both })).body.data['permissions']).toContain(
      'currency_rates/store',
    );
    const seen = (await api.send('POST', 'auth/me', undefined, { token: local })).body.data['permissions'];
    expect((seen as string[]).filter(concernsAllOutlets)).toEqual([]);
    const third = await api.add('outlets', { outlet_name: 'Third' });
    expect(await tried(both)).toBe(403);
    await api.send('DELETE', `outlets/${third}`);
    expect(await tried(both)).toBe(200);
  });

  it('may be granted by who holds it, whatever their outlets are, and by nobody else', async () => {
    const grant = async (token: string, permissions: string[]) =>
      (await api.send('POST', 'roles', { role_name: `Granted ${++count}`, permissions }, { token })).status;
    const granter = await api.person('granter', ['roles/store', 'brands/index'], { outlets: [1] });
    expect(await grant(granter, ['brands/index'])).toBe(201);
    expect(await grant(granter, ['currency_rates/store'])).toBe(403);
    const holder = await api.person('holder', ['roles/store', 'currency_rates/store'], { outlets: [1] });
    expect(await grant(holder, ['currency_rates/store'])).toBe(201);
  });
});

/** Records whose rows belong to an outlet by a field of their own, users and tills aside: these have rules of their own. */
const owned = records.filter(({ kind, scope }) => scope && !['user', 'till', 'outlet'].includes(kind));
const shared = owned.filter((declaration) => !requiredOf(declaration).includes('outlet_fk'));

describe('a record of one outlet', () => {
  it.each(owned.map((declaration) => [declaration.resource, declaration] as const))(
    'in %s is not made for another outlet, nor is one of another outlet taken, changed or deleted',
    async (resource, declaration) => {
      const body = async (outlet_fk: number | null) => ({
        ...(await sampleOf(declaration, source, ++count)),
        outlet_fk,
      });
      const asLocal = (method: 'POST' | 'PATCH' | 'DELETE', path: string, sent?: object) =>
        api.send(method, path, sent, { token: local });
      const made = await asLocal('POST', resource, await body(there.outlet_fk));
      expect([made.status, made.body.errors]).toEqual([422, { outlet_fk: [expect.any(String)] }]);
      const theirs = `${resource}/${await api.add(resource, await body(there.outlet_fk))}`;
      const [field] = declaration.unique;
      const renamed = { [field as string]: `Renamed ${++count}` };
      expect((await asLocal('PATCH', theirs, renamed)).status).toBe(404);
      expect((await asLocal('PATCH', theirs, { outlet_fk: here.outlet })).status).toBe(404);
      expect((await asLocal('DELETE', theirs)).status).toBe(404);
      const mine = `${resource}/${await api.add(resource, await body(here.outlet))}`;
      // An inventory is seen by who was given it, and stays in its outlet.
      if (declaration.scope?.by === 'outlet') {
        expect((await asLocal('PATCH', mine, renamed)).status).toBe(200);
        expect((await asLocal('PATCH', mine, { outlet_fk: there.outlet_fk })).status).toBe(422);
      }
    },
  );

  it.each(shared.map((declaration) => [declaration.resource, declaration] as const))(
    'in %s becomes one of all outlets, and one of all outlets is made, taken, changed and deleted, with all outlets only',
    async (resource, declaration) => {
      const body = async (outlet_fk: number | null) => ({
        ...(await sampleOf(declaration, source, ++count)),
        outlet_fk,
      });
      const { outlet_fk: _, ...without } = await body(null);
      for (const sent of [await body(null), without]) {
        const made = await api.send('POST', resource, sent, { token: local });
        expect([made.status, made.body.errors]).toEqual([422, { outlet_fk: [expect.any(String)] }]);
      }
      const ofAll = `${resource}/${await api.add(resource, await body(null))}`;
      const [field] = declaration.unique;
      const renamed = { [field as string]: `Renamed ${++count}` };
      for (const changed of [renamed, { outlet_fk: here.outlet }]) {
        expect((await api.send('PATCH', ofAll, changed, { token: local })).status).toBe(403);
      }
      expect((await api.send('DELETE', ofAll, undefined, { token: local })).status).toBe(403);
      const mine = `${resource}/${await api.add(resource, await body(here.outlet))}`;
      expect((await api.send('PATCH', mine, { outlet_fk: null }, { token: local })).status).toBe(422);
      expect((await api.send('PATCH', mine, { outlet_fk: null }, { token: both })).status).toBe(200);
      expect((await api.send('PATCH', ofAll, renamed, { token: both })).status).toBe(200);
      expect((await api.send('DELETE', ofAll, undefined, { token: both })).status).toBe(200);
      expect((await api.send('POST', `${ofAll}/restore`, {}, { token: local })).status).toBe(403);
    },
  );

  it('has a field for its outlet in every kind that this asks about', () => {
    expect(owned.filter((declaration) => !('outlet_fk' in fieldsOf(declaration)))).toEqual([]);
    expect(shared.map(({ kind }) => kind).sort()).toEqual(['cash', 'promotion']);
  });
});

/** Fields of records, of one value or a list, that name a record of an outlet. */
const naming = records
  .filter(({ singleton }) => !singleton)
  .flatMap((declaration) =>
    Object.entries(declaration.references).flatMap(([field, kind]) => {
      const named = records.find((record) => record.kind === kind);
      return named?.scope && !['outlet_fk', 'role_fk'].includes(field) ? [{ declaration, field, named }] : [];
    }),
  );

describe('a record that names another one', () => {
  it.each(naming.map((one) => [one.declaration.resource, one.field, one] as const))(
    'in %s at %s does not name one of another outlet',
    async (resource, field, { declaration, named }) => {
      const theirs = await idThere(named.kind);
      const [list = '', member] = field.split('.');
      const isList = fieldsOf(declaration)[field]?.type === 'array';
      const own: Readonly<Record<string, unknown>> = ownOf[declaration.kind]?.() ?? {};
      const body = { ...(await sampleOf(declaration, source, ++count)), ...own };
      const given = own[field];
      const alone = { [field]: isList ? [...(Array.isArray(given) ? given : []), theirs] : theirs };
      const naming = { ...body, ...(member ? { [list]: [{ ...ROWS[list], [member]: theirs }] } : alone) };
      expect((await api.send('POST', `${resource}?dry_run=1`, body, { token: local })).status).toBe(200);
      const refused = await api.send('POST', `${resource}?dry_run=1`, naming, { token: local });
      expect([resource, field, refused.status >= 400, Object.keys(refused.body.errors ?? {})]).toEqual([
        ...[resource, field, true],
        refused.status === 403 ? [expect.any(String)] : [member ? `${list}.0.${member}` : field],
      ]);
    },
  );

  it('is asked about in every kind that there is', () => {
    expect(naming.map(({ declaration, field }) => `${declaration.kind} ${field}`).sort()).toEqual([
      'item inventory_levels.inventory_fk',
      ...['salesman user_fk', 'till inventory_fk', 'user default_account_fk', 'user default_inventory_fk'],
      ...['user inventories', 'user outlets'],
    ]);
  });
});

/** What else a row of such a list needs. */
const ROWS: Readonly<Record<string, object>> = { inventory_levels: { minimum: '1' } };

const ownOf: Readonly<Record<string, () => Readonly<Record<string, unknown>>>> = {
  till: () => ({ outlet_fk: here.outlet }),
  user: () => ({ outlet_fk: here.outlet, outlets: [here.outlet], inventories: [here.inventory] }),
};

/** A record of the other outlet. */
async function idThere(kind: string): Promise<number> {
  if (kind === 'outlet') return there.outlet_fk;
  if (kind === 'inventory') return there.inventory_fk;
  const declaration = records.find((record) => record.kind === kind);
  if (!declaration) throw new Error(`no kind ${kind}`);
  const body = { ...(await sampleOf(declaration, source, ++count)), outlet_fk: there.outlet_fk };
  return api.add(declaration.resource, kind === 'user' ? { ...body, outlets: [there.outlet_fk] } : body);
}

describe('a payroll of one outlet', () => {
  it('pays nobody who works in other outlets only', async () => {
    const { outlet_fk } = there;
    const staff = (user_name: string, given: object) =>
      api.add('users', { user_name, email: `${user_name.toLowerCase()}@example.com`, status: 'inactive', ...given });
    const elsewhere = [await staff('Elsewhere', { outlet_fk }), await staff('Assigned', { outlets: [outlet_fk] })];
    const payable = [
      await staff('Local', { outlet_fk: here.outlet }),
      await staff('Anywhere', {}),
      await staff('Roving', { outlet_fk, outlets: [outlet_fk, here.outlet] }),
    ];
    const lines = [...elsewhere, ...payable].map((user_fk) => ({ user_fk, base_salary: '500000' }));
    const days = { date: '2026-03-11', from_date: '2026-03-01', to_date: '2026-03-31' };
    const body = { outlet_fk: here.outlet, ...days, lines };
    const refused = await api.send('POST', 'payrolls?dry_run=1', body, { token: local });
    expect(Object.keys(refused.body.errors ?? {})).toEqual(['lines.0.user_fk', 'lines.1.user_fk']);
    expect((await api.send('POST', 'payrolls?dry_run=1', body, { token: both })).status).toBe(200);
    const own = { ...body, lines: lines.slice(elsewhere.length) };
    expect((await api.send('POST', 'payrolls?dry_run=1', own, { token: local })).status).toBe(200);
  });
});

/** What each other route that writes can reach, and the test of its outlets. */
const OTHER_DOORS: Readonly<Record<string, string>> = {
  auth: 'one’s own session and profile: test/api/own-sessions.test.ts',
  'auth/switch_outlet': 'an outlet of the person: test/api/sessions.test.ts',
  attachments: 'a picture that nothing names yet: test/read-api/attachments.test.ts',
  imports:
    'what the person is shown, in an inventory or outlet of theirs; rows are entered by the commands of their kind: test/api/all-outlets.test.ts',
  jobs: 'a job of the person: test/api/job-scope.test.ts',
  online_activity: 'a session of somebody weaker: test/api/persons-against-persons.all.test.ts',
  user_pins: 'the PIN of somebody weaker: test/api/persons-against-persons.all.test.ts',
  shop: 'an order of the customer, in the outlet of the settings: test/read-api/shop.test.ts',
  till: 'the outlet of the device: test/api/till-forged.test.ts',
  'till/parked': 'the outlet of the device: test/api/till-parked.test.ts',
};

/** Routes of declared kinds with a body of their own that names something of an outlet. */
const OTHER_BODIES: Readonly<Record<string, string>> = {
  'POST app_settings_update/:id': 'needs all outlets: test/api/all-outlets.test.ts',
  'POST period_locks_update/:id': 'needs all outlets: test/api/all-outlets.test.ts',
  'POST system_settings_update/:id': 'needs all outlets: test/api/all-outlets.test.ts',
  'POST opening_balance_update/:id': 'another address of a change: test/read-api/foreign-bodies.all.test.ts',
  'POST tills/enrol': 'an outlet of the person: test/api/persons-against-persons.all.test.ts',
  'POST users/:id/change_outlets': 'outlets of the person: test/api/persons-against-persons.all.test.ts',
};

describe('every other door', () => {
  // The cells of a file are looked up in the read models.
  beforeAll(async () => {
    stopProjector = await startProjector(api.database.url);
    const isReady = async () => (await start(api, 'brands?dry_run=1', requestOf(rowsOf([{}])))).status === 200;
    await until(isReady, { what: 'the read models' });
  });
  const declared = new Set([...documentResources, ...records].map(({ resource }) => resource));
  const isDeclared = (url: string) => {
    const [first = ''] = url.split('/');
    const named = first.replace(/_(store|update|destroy)$/, '');
    return [first, ...(named === first ? [] : [named, `${named}s`])].some((resource) => declared.has(resource));
  };

  it('is known, with a test of what it reaches; a new one is in none of them', () => {
    const others = routes
      .filter(({ side, method }) => side === 'command' && method !== 'GET')
      .filter(({ url, permission }) => !isDeclared(url) && !permission.split('##').every(concernsAllOutlets))
      .map(({ url }) => [url, url.split('/').slice(0, 2).join('/'), url.split('/')[0] ?? '']);
    const known = others.map(([url, pair, first]) => [url, [pair, first].find((name) => (name ?? '') in OTHER_DOORS)]);
    expect(known.filter(([, door]) => door === undefined)).toEqual([]);
    const used = new Set(known.map(([, door]) => door));
    expect(Object.keys(OTHER_DOORS).filter((door) => !used.has(door))).toEqual([]);
    const tests = Object.values(OTHER_DOORS).map((said) => /test\/\S+\.ts/.exec(said)?.[0] ?? said);
    expect(tests.filter((file) => !existsSync(join(import.meta.dirname, '..', '..', file)))).toEqual([]);
  });

  it('of a declared kind, beside its own, names nothing of an outlet in its body, or has a test of it', () => {
    const documentSteps = new Map(
      documentResources.map(({ resource, transitions }) => [resource, Object.keys(transitions)]),
    );
    const isOfKind = ({ url }: Route) => {
      const [resource = '', id, step] = url.split('/');
      // The bodies of documents: test/read-api/foreign-bodies.all.test.ts; those of records: above.
      if (step === undefined) return (id === undefined || id.startsWith(':')) && declared.has(resource);
      return documentSteps.get(resource)?.includes(step) ?? false;
    };
    const naming = routes
      .filter(({ side, method, url }) => side === 'command' && method !== 'GET' && isDeclared(url))
      .filter((route) => !isOfKind(route) && fieldsNaming(route.body).length > 0)
      .map((route) => `${route.method} ${route.url}`);
    expect(naming.sort()).toEqual(Object.keys(OTHER_BODIES).sort());
    const files = Object.values(OTHER_BODIES).map((said) => /test\/\S+\.ts/.exec(said)?.[0] ?? said);
    expect(files.filter((file) => !existsSync(join(import.meta.dirname, '..', '..', file)))).toEqual([]);
  });

  /** Parameters of imports that name a record of an outlet. */
  const parameters = IMPORT_FORMATS.flatMap((format) =>
    format.parameters.flatMap((parameter) => {
      const named = records.find(({ resource, scope }) => scope && resource === parameter.resource);
      return named ? [{ format: format.name, name: parameter.name, kind: named.kind }] : [];
    }),
  );

  it('of imports takes no inventory and no outlet of others for its rows', async () => {
    expect(parameters.length).toBeGreaterThan(2);
    for (const { format, name, kind } of parameters) {
      const problems = async (value: number) => {
        const asked = requestOf(rowsOf([{}]), { parameters: { [name]: value } });
        const { problems: found } = await check(api, format, asked, { token: local });
        return found.filter(({ column }) => column === name).map(({ message }) => message);
      };
      const own = kind === 'inventory' ? here.inventory : here.outlet;
      const found = [await problems(await idThere(kind)), await problems(own)];
      expect([format, name, found]).toEqual([format, name, [[expect.any(String)], []]]);
    }
  });

  /** Columns of imports that name a record of an outlet, and those by whose hidden fields a record could be found. */
  const columns = IMPORT_FORMATS.flatMap((format) =>
    format.columns.flatMap((column) => {
      const named = records.find(({ resource }) => resource === column.resource);
      return named?.scope ? [{ format: format.name, column: column.name, named }] : [];
    }),
  );

  it('of imports finds nobody of other outlets in a cell, and nobody by what is not shown of them', async () => {
    const people = columns.filter(({ named }) => named.kind === 'user');
    expect(people).toHaveLength(1);
    const looking = await api.person('importer', ['opening_items/import', 'opening_items/store'], {
      ...{ outlets: [here.outlet], inventories: [here.inventory] },
    });
    const staff = (user_name: string, outlet_fk: number) =>
      api.add('users', { user_name, email: `${user_name.toLowerCase()}@cells.example`, outlet_fk, status: 'inactive' });
    await staff('Cellhere', here.outlet);
    await staff('Cellthere', there.outlet_fk);
    for (const { format, column } of people) {
      const unknown = async (cell: string, token: string) => {
        const asked = requestOf(rowsOf([{ [column]: cell }]), { parameters: { outlet: here.outlet } });
        const { problems: found, unknown: names } = await check(api, format, asked, { token });
        return JSON.stringify([found, names]).includes(cell);
      };
      const said = await Promise.all(
        ['Cellhere', 'cellhere@cells.example', 'Cellthere', 'cellthere@cells.example'].map(async (cell) => [
          cell,
          await unknown(cell, looking),
          await unknown(cell, local),
        ]),
      );
      expect(said).toEqual([
        ['Cellhere', false, false],
        ['cellhere@cells.example', true, false],
        ['Cellthere', true, true],
        ['cellthere@cells.example', true, true],
      ]);
    }
  });

  it('of imports finds no outlet, inventory and cash account of others in a cell', async () => {
    const till = { account_name: 'Airport till', cash_type: 1, currency_fk: 1, outlet_fk: there.outlet_fk };
    await api.add('cashes', till);
    const names: Readonly<Record<string, readonly [here: string, there: string]>> = {
      outlet: ['Bazaar', 'Airport'],
      inventory: ['Bazaar store', 'Airport store'],
      cash: ['Till', 'Airport till'],
    };
    const places = columns.filter(({ named }) => named.kind !== 'user');
    expect(new Set(places.map(({ format }) => format))).toEqual(new Set(['users', 'promotions']));
    for (const { format, column, named } of places) {
      const unknown = async (cell: string, token: string) => {
        const { problems: found } = await check(api, format, requestOf(rowsOf([{ [column]: cell }])), { token });
        return JSON.stringify(found.filter((problem) => problem.column === column)).includes(cell);
      };
      const [own = '', others = ''] = names[named.kind] ?? [];
      const said = [await unknown(own, local), await unknown(others, local), await unknown(others, both)];
      expect([format, column, said]).toEqual([format, column, [false, true, false]]);
    }
  });

  /** Jobs that are not started at `jobs/{name}` with a permission of all outlets, and the test of what they reach. */
  const OTHER_JOBS: Partial<Record<JobName, string>> = {
    bulk: 'rows of the person: test/read-api/non-interference.test.ts',
    export_everything: 'the super user only: test/read-api/everything.test.ts',
    import: 'rows in an outlet of the person: test/api/all-outlets.test.ts',
    take_back_import: 'rows in an outlet of the person: test/imports/taken-back.test.ts',
  };

  it('of jobs is refused to a person of one outlet, or has a test of what it reaches', () => {
    const needsAll = (name: string) =>
      routes.some(({ method, url, permission }) => {
        const isStart = method === 'POST' && url === `jobs/${name}`;
        return isStart && permission.split('##').every((each) => concernsAllOutlets(each));
      });
    const others = JOB_NAMES.filter((name) => !needsAll(name));
    expect(others).toEqual(Object.keys(OTHER_JOBS).sort());
    const files = Object.values(OTHER_JOBS).map((said) => /test\/\S+\.ts/.exec(said)?.[0] ?? said);
    expect(files.filter((file) => !existsSync(join(import.meta.dirname, '..', '..', file)))).toEqual([]);
  });
});
