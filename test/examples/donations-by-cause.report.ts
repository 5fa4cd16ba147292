/** The declaration of the report: donations by cause. */
import type { ReportDeclaration } from '../../domain/registry/report-declaration.ts';

export const donationsByCause: ReportDeclaration = {
  name: 'donations_by_cause',
  permission: 'reports/donations_by_cause',
  path: '/reports/donations-by-cause',
  lookups: ['outlets'],
  table: {
    filters: [{ name: 'as_at' }],
    rowKey: ['expense_type_fk'],
    columns: [
      { name: 'name', kind: 'text', field: 'expense_type_name' },
      { name: 'amount', kind: 'number' },
    ],
  },
};
