/** Screens for auditors: parts of a figure, origin of a line, changes between two moments, exports. */
import { reports } from '../../domain/registry/reports.ts';
import type { ScreenRoute } from '../shared/navigation/screen.ts';
import { withWords } from '../shared/navigation/with-words.ts';
import { type ReportSearch, readKnownAt, readText, reportSearch } from '../shared/report/report-search.ts';

type Given = Readonly<Record<string, unknown>>;

/** The parameters of these screens, in addition to those of all reports. */
const auditSearch =
  (texts: readonly string[], moments: readonly string[], ...names: readonly string[]) =>
  (search: Given): ReportSearch => {
    const own = [
      ...texts.map((name) => [name, readText(search[name])] as const),
      ...moments.map((name) => [name, readKnownAt(search[name])] as const),
    ];
    return { ...reportSearch(...names)(search), ...Object.fromEntries(own.filter(([, value]) => value !== undefined)) };
  };

/** The permission of any of these reports allows its figures to be explained. */
const ANY_REPORT = [
  ...new Set(reports.flatMap(({ isExplained, permission }) => (isExplained ? [permission] : []))),
].join('##');

/** The words of these screens. */
const worded = withWords('audit');

export const auditRoutes: readonly ScreenRoute[] = [
  {
    path: '/audit/explain',
    permission: ANY_REPORT,
    title: 'history:explain',
    search: auditSearch(['figure'], [], 'page', 'per_page'),
    load: worded(async () => (await import('./explain.tsx')).ExplainScreen),
  },
  {
    path: '/audit/lines/$position/$line',
    permission: ANY_REPORT,
    title: 'history:behind_a_line',
    search: auditSearch(['source', 'figure'], ['cause_position'], 'item_fk', 'inventory_fk'),
    load: worded(async () => (await import('./line-page.tsx')).LinePage),
  },
  {
    path: '/audit/what-changed',
    permission: 'financial_reports/trial_balance',
    title: 'history:what_changed',
    search: auditSearch(['party'], ['from_known_at'], 'as_at', 'known_at', 'outlet_fk', 'account', 'page', 'per_page'),
    load: worded(async () => (await import('./what-changed.tsx')).WhatChangedScreen),
  },
  {
    path: '/audit/exports',
    permission: 'financial_reports/export',
    needsCost: true,
    title: 'history:exports',
    search: reportSearch('as_at', 'known_at'),
    load: worded(async () => (await import('./exports.tsx')).ExportsScreen),
  },
];
