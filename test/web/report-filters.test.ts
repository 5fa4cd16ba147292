/** The address of a report keeps the parameters that its screen shows as filters, and no others that narrow it. */
import i18next from 'i18next';
import type { ComponentType } from 'react';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { loadWholeLanguage, startLanguage } from '../../web/shared/language/language.ts';
import type { ReportFilter } from '../../web/shared/report/declaration.ts';
import { ACCOUNT, CASH, DOCUMENT_KIND, PERCENTAGE, WITHOUT_CLOSING } from '../../web/shared/report/linked-filters.ts';
import { factsOf } from '../../web/shared/report/print-report.ts';
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
  linked: '1',
};

const RECEIVABLE = { account: 1210, code: '1210', key: 'receivable', name: null, is_heading: false };

/** The first option is the default, which may be absent from the address. */
const exampleOf = ({ name, kind, options = [], words = [] }: ReportFilter): string => {
  const value = LINKED[name] ?? VALUES[kind] ?? options.at(-1) ?? words[0]?.value;
  if (value === undefined) throw new Error(`no value for the filter ${name}`);
  return value;
};

/** A document kind is the only word among the parameters of links. */
const LINKED: Readonly<Record<string, string>> = {
  ...{ account: '1210', cash: '1', document_kind: 'sale', item_fk: '7', own_category_fk: '7', percentage: '7.5' },
  without_closing: '1',
};

const compared: Readonly<Record<string, string>> = { compare_as_at: '2026-03-01', compare_known_at: '42' };

describe('the filters of a report', () => {
  // Some routes bring words of their own, which a started language takes.
  beforeAll(async () => {
    vi.stubGlobal('localStorage', { getItem: () => null });
    await startLanguage();
  });
  afterAll(() => void vi.unstubAllGlobals());

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

  it('are all parameters by which a link narrows it', async () => {
    const silent: string[] = [];
    for (const { path, search, load } of AREA_ROUTES) {
      if (!search) continue;
      const screen = await load();
      if (!isReport(screen)) continue;
      const shown = new Set(screen.filters.map(({ name }) => name));
      silent.push(...Object.keys(search(LINKED)).flatMap((name) => (shown.has(name) ? [] : [`${path} ${name}`])));
    }
    // The account is its subject.
    expect(silent).toEqual(['/reports/account-ledger account']);
  });

  it('are named on paper when a link has set them', async () => {
    await loadWholeLanguage();
    await i18next.changeLanguage('en');
    vi.stubGlobal('fetch', async () => Response.json({ data: [RECEIVABLE] }));
    const filters = [ACCOUNT, CASH, DOCUMENT_KIND, PERCENTAGE, WITHOUT_CLOSING];
    const report = { title: '', label: '', filters, columns: [], rows: [], rowKey: () => '' };
    const facts = await factsOf({ ...report, search: { account: 1210, cash: 1, percentage: '7.5' } }, 'latin');
    expect(facts).toEqual([
      { label: 'Account', value: '1210 Receivable' },
      { label: 'Movement of cash', value: 'Only entries that moved cash' },
      { label: 'Tax rate', value: '7.5 %' },
    ]);
  });
});
