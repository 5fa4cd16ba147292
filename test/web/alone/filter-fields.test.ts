/** The fields of filters, which find records that are not in use any more. */
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import type { LookupFieldProps } from '../../../web/shared/form/fields/lookup-field.tsx';
import { ReportFilters } from '../../../web/shared/report/report-filters.tsx';
import { Filters } from '../../../web/shared/table/filters.tsx';

const asked: LookupFieldProps[] = [];
vi.mock('../../../web/shared/form/fields/lookup-field.tsx', () => ({
  LookupField: (props: LookupFieldProps) => {
    asked.push(props);
    return null;
  },
}));
// A page made on the server has no window.
vi.mock('../../../web/shared/controls/narrow.ts', () => ({ useNarrow: () => false }));
vi.mock('../../../web/shared/language/preferences.ts', async (original) => ({
  ...(await original<object>()),
  usePreferences: () => ({ digits: 'latin' }),
}));

const address = { search: {}, change: () => {}, reset: () => {}, goTo: () => {} };

it('offer inactive records, in lists and in reports', () => {
  const list = [{ field: 'customer_fk', kind: 'lookup', resource: 'customers' }] as const;
  const report = [{ name: 'item_fk', kind: 'lookup', label: 'report:filters.item', resource: 'items' }] as const;
  renderToStaticMarkup(createElement(Filters, { filters: list, address }));
  renderToStaticMarkup(createElement(ReportFilters, { filters: report, address }));
  expect(asked.map(({ resource, extra }) => [resource, extra])).toEqual([
    ['customers', { show_inactive: 1 }],
    ['items', { show_inactive: 1 }],
  ]);
});
