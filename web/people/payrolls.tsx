/** Payroll: earnings of the staff in a period, approved and paid. */
import { membersOf } from '../../domain/values/members.ts';
import { printMoney, readMoney, toMoney } from '../../domain/values/money.ts';
import { CopyLast } from '../shared/document/copy-last.tsx';
import { declareEditor } from '../shared/document/declare-editor.ts';
import { APPROVED_TRANSITIONS } from '../shared/document/dialogs/pay-out-dialog.tsx';
import { documentScreens } from '../shared/document/document-screens.ts';
import { beginsWith } from '../shared/document/fields/usual-fields.ts';
import type { ShownTotals } from '../shared/document/model/declaration.ts';
import { type Draft, type Fields, isEmpty, textOf } from '../shared/document/model/draft.ts';
import type { DocumentSession } from '../shared/document/model/session.ts';
import type { ScreenTransition } from '../shared/document/screen-declaration.ts';
import { by, oneOf, usual } from '../shared/table/usual-columns.ts';
import { CorrectPayroll } from './correct-payroll.tsx';
import { OwedByStaff } from './owed-by-staff.tsx';
import { PayPayroll } from './pay-payroll.tsx';
import { PayrollPayments } from './payroll-payments.tsx';
import { salaryOf, useSalaries } from './salaries.ts';

const read = (line: Fields, field: string): bigint => readMoney(textOf(line, field) ?? '') ?? 0n;

/** Salary and addition less deduction and repayment, for each person and for all. */
function payrollTotals({ lines }: Draft): ShownTotals {
  const net = lines.map(({ key, fields }) => {
    const kept = read(fields, 'deduction') + read(fields, 'repayment');
    const amount = read(fields, 'base_salary') + read(fields, 'addition') - kept;
    return [key, amount] as const;
  });
  return {
    lines: new Map(net.map(([key, amount]) => [key, printMoney(toMoney(amount))])),
    rows: [],
    // What is below zero is owed by the person, and lowers no payment.
    total: printMoney(toMoney(net.reduce((sum, [, amount]) => (amount > 0n ? sum + amount : sum), 0n))),
  };
}

/** Persons are paid one by one or together, and a line is corrected afterwards. */
const TRANSITIONS: readonly ScreenTransition[] = APPROVED_TRANSITIONS.flatMap((transition): ScreenTransition[] =>
  transition.name === 'pay_out'
    ? [
        { ...transition, dialog: PayPayroll },
        { name: 'correct', permission: 'approve', dialog: CorrectPayroll },
      ]
    : [transition],
);

function AbovePayroll({ session }: { session: DocumentSession }) {
  useSalaries(session.editable);
  return <OwedByStaff session={session} />;
}

export const payrollDeclaration = declareEditor('payrolls', {
  header: [
    { field: 'from_date', kind: 'date', required: true },
    { field: 'to_date', kind: 'date', required: true },
    'date',
    'outlet_fk',
  ],
  details: ['reference_number', 'note'],
  columns: [
    {
      field: 'user_fk',
      kind: 'lookup',
      resource: 'users',
      required: true,
      width: 'minmax(150px, 1fr)',
      fills: (chosen, _header, line) => salaryOf(membersOf(chosen)['user_id'], line),
    },
    { field: 'base_salary', kind: 'amount', required: true, width: '116px' },
    { field: 'addition', kind: 'amount', width: '100px' },
    { field: 'deduction', kind: 'amount', width: '100px' },
    { field: 'repayment', kind: 'amount', width: '100px' },
    { field: 'note', kind: 'text', width: 'minmax(90px, 1fr)' },
    { field: 'net_pay', kind: 'amount', computed: true, width: '116px' },
  ],
  isUsed: (line) => ['user_fk', 'base_salary'].some((field) => !isEmpty(line[field])),
  completion: { transition: 'approve' },
  strip: AbovePayroll,
  actions: CopyLast,
  blankLine: { user_fk: null, base_salary: null, addition: null, deduction: null, repayment: null, note: null },
  newHeader: (context) => ({
    ...beginsWith(context, 'outlet_fk', 'date'),
    from_date: `${context.today.slice(0, 8)}01`,
    to_date: context.today,
  }),
  totals: payrollTotals,
  belowTotal: PayrollPayments,
  transitions: TRANSITIONS,
});

export const { Table, Editor } = documentScreens(payrollDeclaration, {
  columns: usual('number', 'date', 'from_date', 'to_date', 'status', 'total_base', 'outlet_fk'),
  filters: [...by('date'), oneOf('status', ['draft', 'approved', 'paid', 'reversed'])],
  footer: ['total_base'],
  inactive: { field: 'status', value: 'reversed' },
});
