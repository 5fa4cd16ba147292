/**
 * A salesman: a base salary, and a commission on sales. The commission is calculated by slices: the first percentage
 * up to the first quota, the next one from there to the next quota, and the last without end. Quotas count over a
 * period in all outlets, or for each commission alone.
 */
import { type Static, Type } from 'typebox';
import { declareRecord } from '../../records/record.ts';
import { Amount, Body, Maybe, Name, Note, OneOf, Percent, Reference, Text } from '../../schemas/fields.schema.ts';
import { money } from '../../values/money.ts';
import type { Issues } from '../../values/refusal.ts';
import { telephoneKey } from '../../values/telephone.ts';
import { QUOTA_PERIODS } from './commission-periods.ts';

export const SalesmanBody = Body({
  sale_man_name: Name(),
  mobile: Maybe(Text(40)),
  /** The person as whom the salesman is paid: a payroll begins this person's line with the base salary. */
  user_fk: Maybe(Reference('users')),
  base_salary: Maybe(Amount()),
  commission_type: Type.Optional(OneOf(['none', 'percentage', 'revenue', 'gross_profit'])),
  sale_man_commission_percentage: Maybe(Percent()),
  sale_man_quota_1: Maybe(Amount()),
  sale_man_commission_percentage_1: Maybe(Percent()),
  sale_man_quota_2: Maybe(Amount()),
  sale_man_commission_percentage_2: Maybe(Percent()),
  sale_man_quota_3: Maybe(Amount()),
  sale_man_commission_percentage_3: Maybe(Percent()),
  /** The time over which sales add up to a quota, in all outlets. */
  quota_period: Type.Optional(OneOf([...QUOTA_PERIODS])),
  is_active: Type.Optional(Type.Boolean()),
  note: Maybe(Note()),
});
export type SalesmanData = Required<Static<typeof SalesmanBody>>;

export const salesman = declareRecord({
  names: { kind: 'salesman', resource: 'salesmen', folder: 'sales', id: 'sale_man_id', name: 'sale_man_name' },
  schema: SalesmanBody,
  defaults: { commission_type: 'none', quota_period: 'each', is_active: true },
  references: { user_fk: 'user' },
  ofDay: {
    fields: `commission_type quota_period sale_man_commission_percentage sale_man_quota_1
      sale_man_commission_percentage_1 sale_man_quota_2 sale_man_commission_percentage_2 sale_man_quota_3
      sale_man_commission_percentage_3`.split(/\s+/),
  },
  list: {
    columns: [
      'sale_man_name',
      'mobile',
      'user_fk',
      'base_salary',
      'commission_type',
      'sale_man_commission_percentage',
      'is_active',
    ],
    search: ['sale_man_name', 'mobile'],
    codes: { mobile: telephoneKey },
    // The salary, the terms of the commission and the note are private.
    lookedUp: ['sale_man_name', 'mobile', 'is_active'],
  },
  check: checkSalesman,
});

const TIERS = [1, 2, 3] as const;
const AMOUNTS = ['base_salary', 'sale_man_quota_1', 'sale_man_quota_2', 'sale_man_quota_3'] as const;
const ONE = money('1');

/** Entered numbers are at least 1; quotas increase, each has a percentage, and there are no gaps. */
function checkSalesman(data: SalesmanData, _previous: SalesmanData | undefined, _facts: unknown, issues: Issues): void {
  if (data.commission_type !== 'none' && data.sale_man_commission_percentage === null) {
    issues.add('sale_man_commission_percentage', 'required');
  }
  for (const field of AMOUNTS) {
    const amount = data[field];
    if (amount !== null && money(amount) < ONE) issues.add(field, 'min', { value: '1' });
  }
  let before: string | null = '0';
  for (const tier of TIERS) {
    const [quota, percentage] = [data[`sale_man_quota_${tier}`], data[`sale_man_commission_percentage_${tier}`]];
    if (quota === null && percentage !== null) issues.add(`sale_man_quota_${tier}`, 'required');
    if (quota !== null && percentage === null) issues.add(`sale_man_commission_percentage_${tier}`, 'required');
    if (quota !== null && before === null) issues.add(`sale_man_quota_${tier - 1}`, 'required');
    if (quota !== null && before !== null && money(quota) <= money(before)) {
      issues.add(`sale_man_quota_${tier}`, 'greater_than', { value: before });
    }
    before = quota;
  }
}
