/** The address of a report keeps every parameter that its screen offers as a filter: unknown ones are dropped. */
import type { ComponentType } from 'react';
import { describe, expect, it } from 'vitest';
import type { ReportFilter } from '../../web/shared/report/declaration.ts';
import type { ReportComponent } from '../../web/shared/report/report-screen.tsx';
import { COMPARED } from '../../web/shared/report/report-search.ts';
import { AREA_ROUTES } from '../../web/shell/areas.ts';

const isReport = (screen: ComponentType): screen is ReportComponent => 'filters' in screen;

const VALUES: Readonly<Partial<Record<ReportFilter['kind'], string>>> = {
  day: '2026-03-01',
  known_at: '42',
  lookup: '7',
  text: '5',
  document: 'sale-12',
};

/** The first option is the default, which may be absent from the address. */
const exampleOf = ({ name, kind, options = [], words = [] }: ReportFilter): string => {
  const value = VALUES[kind] ?? options.at(-1) ?? words[0]?.value;
  if (value === undefined) throw new Error(`no value for the filter ${name}`);
  return value;
};

const compared: Readonly<Record<string, string>> = { compare_as_at: '2026-03-01', compare_known_at: '42' };

describe('the filters of a report', () => {
  it('are known to the validator of its route, as are those of the comparison', async () => {
    const dropped: string[] = [];
    let reports = 0;
    for (const { path, search, load } of AREA_ROUTES) {
      if (!search) continue;
      const screen = await load();
      if (!isReport(screen)) continue;
      reports += 1;
      const given = {
        ...compared,
        ...Object.fromEntries(screen.filters.map((filter) => [filter.name, exampleOf(filter)])),
      };
      const kept = search(given);
      dropped.push(...Object.keys(given).flatMap((name) => (name in kept ? [] : [`${path} ${name}`])));
    }
    expect(reports).toBeGreaterThan(20);
    expect(Object.keys(compared)).toEqual([...COMPARED]);
    expect(dropped).toEqual([]);
  });
});
