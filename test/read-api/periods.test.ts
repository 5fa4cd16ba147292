/**
 * Periods and ranges that end before they begin are refused by every list and report with such parameters, and no day or
 * moment breaks one; the routes are read from the program.
 */
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { en } from '../../languages/messages/en.ts';
import { SECRET } from '../api/api.ts';
import { addressOf, everyRoute, type Route } from '../support/every-route.ts';
import { cases, sampleOf } from '../support/ring.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;
let routes: readonly Route[];
let everywhere: readonly Route[];

beforeAll(async () => {
  office = await openOffice();
  everywhere = (await everyRoute(office.database.url, SECRET)).filter(({ method }) => method === 'GET');
  routes = everywhere.filter(({ side }) => side === 'read');
});
afterAll(() => office.close());

const parametersOf = ({ querystring }: Route): Readonly<Record<string, TSchema>> =>
  (querystring as { properties?: Record<string, TSchema> } | undefined)?.properties ?? {};
const namesOf = (route: Route): readonly string[] => Object.keys(parametersOf(route));

const read = (route: Route, query: string, headers = {}) => {
  const address = addressOf(route);
  return office.read(`${address}${address.includes('?') ? '&' : '?'}${query}`, office.token, headers);
};

const BACKWARDS = 'end_date_after_start_date';

describe('a period that ends before it begins', () => {
  it('is refused by every report that has one, in the words of the specification', async () => {
    const reports = routes.flatMap((route) => {
      const names = namesOf(route);
      const last = ['as_at', 'to'].find((name) => names.includes(name));
      return names.includes('from') && last ? [{ route, last }] : [];
    });
    expect(reports.length).toBeGreaterThan(10);
    for (const { route, last } of reports) {
      const { status, body } = await read(route, `from=2026-12-01&${last}=2026-01-01`);
      expect([route.url, status, body['errors']]).toEqual([route.url, 400, { [last]: [en[BACKWARDS]] }]);
      expect((await read(route, `from=2026-01-01&${last}=2026-01-01`)).status, route.url).not.toBe(400);
    }
  });

  it('is refused by every list with a day, and a range of amounts alike', async () => {
    const filters = sampleOf(routes, 80).flatMap((route) =>
      Object.entries(parametersOf(route))
        .filter(([name]) => name.startsWith('filter['))
        .map(([name, schema]) => ({ route, name, schema })),
    );
    const refused = { days: 0, amounts: 0 };
    for (const { route, name, schema } of filters) {
      const isDay = Value.Check(schema, '2026-01-01,2026-01-02');
      const isAmount = Value.Check(schema, '-1.5,10.5');
      // A parameter of both kinds is a text.
      if (isDay === isAmount) continue;
      const backwards = isDay ? '2026-12-01,2026-01-01' : '10,1';
      const { status, body } = await read(route, `${name}=${backwards}`);
      const sentence = en[isDay ? BACKWARDS : 'amount_range_backwards'];
      expect([route.url, name, status, body['errors']]).toEqual([route.url, name, 400, { [name]: [sentence] }]);
      refused[isDay ? 'days' : 'amounts'] += 1;
    }
    expect(refused.days).toBeGreaterThan(15);
    expect(refused.amounts).toBeGreaterThan(15);
  });

  it.each(['ar', 'ckb'])('is told in %s', async (language) => {
    const { body } = await office.read('sales?filter[date]=2026-12-01,2026-01-01', office.token, {
      'accept-language': language,
    });
    expect((body['errors'] as Record<string, string[]>)['filter[date]']?.[0]).toMatch(/^[\u0600-\u06ff ]+$/);
  });

  it('is refused between two moments of knowledge', async () => {
    expect((await office.read('what_changed?from_known_at=5&known_at=1')).status).toBe(400);
  });
});

describe('a state that there is not', () => {
  it('is refused by the list of every document', async () => {
    const lists = routes.filter((route) => namesOf(route).includes('filter[status]'));
    expect(lists.length).toBeGreaterThan(20);
    for (const route of lists) {
      expect([route.url, (await read(route, 'filter[status]=nonsense')).status]).toEqual([route.url, 400]);
    }
    expect((await office.read('sales?filter[status]=draft,complete')).status).toBe(200);
  });
});

describe('the last rate', () => {
  it('is that of today or of the day that is asked, never one that has not come', async () => {
    const rate = (date: string, value: string) =>
      office.add('currency_rates', { date, rate: value, in_rate: value, confirmed: true });
    await rate('2026-03-05', '1490');
    await rate('2035-12-25', '9999');
    expect((await office.read('currency_rates/last_rate')).data).toMatchObject({ rate: '1490' });
    expect((await office.read('currency_rates/last_rate?date=2026-02-01')).data).toMatchObject({ rate: '1480' });
    expect((await office.read('currency_rates/last_rate?date=2035-12-25')).data).toMatchObject({ rate: '9999' });
  });
});

describe('the balance sheet', () => {
  it('without a day is of the year that is now, whatever years are registered', async () => {
    for (let year = 2027; year <= new Date().getFullYear() + 1; year += 1) {
      await office.add('financial_years', {
        ...{ year_name: String(year), start_date: `${year}-01-01`, end_date: `${year}-12-31` },
      });
    }
    const { data } = await office.read('financial_reports/balance_sheet');
    expect(data['year_start']).toBe(`${new Date().getFullYear()}-01-01`);
  });
});

describe('a day at an end of the calendar', () => {
  const zone = process.env['TZ'];
  afterEach(() => {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  });

  /** Parameters that take a day, and those that take a moment of knowledge. */
  const daysOf = (route: Route) =>
    Object.entries(parametersOf(route)).filter(([, schema]) => Value.Check(schema, '2026-01-01'));

  it.each([
    ['9999-12-31', 'Etc/GMT+12', '9999-12-31T23:59:59.999999-14:59'],
    ['0001-01-01', 'Etc/GMT-14', '0001-01-01T00:00:00+14:59'],
  ])('is answered by every list and report with such a parameter: %s', async (day, inZone, moment) => {
    process.env['TZ'] = inZone;
    const failed: unknown[] = [];
    const asked = routes.filter((route) => daysOf(route).length > 0);
    expect(asked.length).toBeGreaterThan(80);
    const tried = { routes: 0, parameters: 0 };
    const answered = async (route: Route, query: string) => {
      const { status } = await read(route, query);
      if (status >= 500) failed.push([route.url, query, status]);
      return status;
    };
    for (const route of sampleOf(asked, 40)) {
      const parameters = daysOf(route);
      const queries = parameters.map(([name, schema]) => {
        // A text and a number take a day too.
        const isMoment = name.endsWith('known_at') && Value.Check(schema, moment);
        return `${name}=${encodeURIComponent(isMoment ? moment : day)}`;
      });
      const status = await answered(route, queries.join('&'));
      // Refused together, perhaps because of one of them.
      if (status === 400) for (const query of queries) await answered(route, query);
      tried.routes += 1;
      tried.parameters += parameters.length;
    }
    expect(failed).toEqual([]);
    expect(tried.routes).toBeGreaterThan(cases(35, 80));
    expect(tried.parameters).toBeGreaterThan(cases(100, 300));
  });

  /** Ends of what a calendar, a clock, the program and the database know, and what is no day. */
  const STRANGE = [
    ...['9998-12-31', '0000-01-01', '10000-01-01', '-0001-01-01', '4714-01-01 BC', '294277-01-01', '2026-02-30'],
    ...['infinity', '-infinity', 'now', 'epoch', 'NaN', 'garbage', '9999-12-31T23:59:59Z', '0000-01-01T00:00:00Z'],
    ...['9999-12-31T24:00:00Z', '2026-01-01T00:00:00+99:00', ',9999-12-31', '9999-12-31,', '0001-01-01,9999-12-31'],
    ...[',infinity', '-infinity,', '9999-12-31T23:59:59.999999-14:59', '999999999999999999'],
  ];

  it('and what is no day at all are answered or refused by every parameter of both sides, and break none', async () => {
    const isText = (schema: TSchema) => Value.Check(schema, 'garbage');
    const asked = everywhere.flatMap((route) => {
      const names = daysOf(route).flatMap(([name, schema]) => (isText(schema) ? [] : [name]));
      return names.length === 0 ? [] : [{ route, names }];
    });
    expect(asked.length).toBeGreaterThan(150);
    const failed: unknown[] = [];
    const tried = new Set<string>();
    // Each route is asked another part of them, so that all are asked of many.
    const each = cases(4, 8);
    for (const [place, { route, names }] of sampleOf([...asked.entries()], 60)) {
      for (let nth = 0; nth < each; nth += 1) {
        const value = STRANGE[(place * each + nth) % STRANGE.length] ?? '';
        tried.add(value);
        const query = names.map((name) => `${name}=${encodeURIComponent(value)}`).join('&');
        const { status } = await read(route, query);
        if (![200, 400, 404, 422].includes(status)) failed.push([route.url, query, status]);
      }
    }
    expect(failed).toEqual([]);
    expect(tried.size).toBe(STRANGE.length);
  });
});
