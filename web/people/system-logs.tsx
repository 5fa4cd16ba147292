/** Sign-ins, failed attempts, refusals, and changes of secrets and sessions: an append-only list. */

import { useTranslation } from 'react-i18next';
import { membersOf } from '../../domain/values/members.ts';
import type { Row } from '../shared/api/list.ts';
import type { Tone } from '../shared/controls/status-chip.tsx';
import { fieldLabel, optionLabel } from '../shared/language/names.ts';
import { tableScreen } from '../shared/table/table-screen.tsx';
import { by, oneOf } from '../shared/table/usual-columns.ts';

const TONES: Readonly<Record<string, Tone>> = {
  signed_in: 'success',
  wrong: 'warning',
  wrong_code: 'warning',
  inactive: 'warning',
  not_a_cashier: 'warning',
  locked: 'danger',
  refused: 'danger',
  unauthorized: 'danger',
  token_reused: 'danger',
};

/** As the server names them; `test/web/people.test.ts` compares both lists. */
export const OUTCOMES = [
  'signed_in',
  'signed_out',
  'code_wanted',
  'wrong',
  'wrong_code',
  'confirmed',
  'inactive',
  'not_a_cashier',
  'locked',
  'unlocked',
  'refused',
  'unauthorized',
  'token_reused',
  'exported',
  'password_changed',
  'password_given',
  'second_factor_set_up',
  'second_factor_removed',
  'second_factor_reset',
  'recovery_codes_made',
  'recovery_code_used',
  'pin_set',
  'pin_removed',
  'sessions_ended',
  'till_enrolled',
  'till_revoked',
  'personal_data_changed',
];

type Detail = Readonly<Record<string, unknown>>;
const detailOf = (row: Row): Detail => membersOf(row['detail']);

/** The permission that a refused request lacked, in words. */
const asked = (row: Row): string => String(row['permission_name'] ?? '');

/** The user's name, or the name that was typed. */
const who = (row: Row): string => String(row['user_name'] ?? row['name'] ?? '');

export const Table = tableScreen({
  resource: 'system_log',
  title: 'people:system_logs',
  empty: 'people:system_logs_empty',
  idField: 'id',
  path: null,
  canAdd: false,
  canEdit: false,
  columns: [
    { field: 'at', kind: 'moment', main: true },
    { field: 'outcome', kind: 'status', tones: TONES },
    { field: 'user_fk', kind: 'text', cell: (row) => <bdi>{who(row)}</bdi>, text: who },
    { field: 'subject_user_fk', kind: 'reference', resource: 'users', sortable: false },
    {
      field: 'asked',
      width: 260,
      kind: 'text',
      sortable: false,
      cell: (row) => <bdi>{asked(row)}</bdi>,
      text: asked,
    },
    { field: 'ip', kind: 'code' },
    { field: 'way', kind: 'option' },
    { field: 'till_fk', kind: 'reference', sortable: false },
  ],
  filters: [
    ...by('user_fk'),
    oneOf('outcome', OUTCOMES),
    { field: 'at', kind: 'date_range' },
    { field: 'ip', kind: 'text' },
  ],
  panel: (row) => <Details row={row} />,
});

/** Further details of a line, in reading order. */
const DETAILS = ['because', 'unwritten', 'fields', 'ended', 'times', 'machine', 'online_customer'];

const labelsOf = (fields: unknown): unknown =>
  Array.isArray(fields) ? fields.map((field) => fieldLabel(String(field))) : fields;

function Details({ row }: { row: Row }) {
  const { t } = useTranslation();
  const detail = detailOf(row);
  const lines = [
    [fieldLabel('outcome'), optionLabel('outcome', String(row['outcome']))],
    [fieldLabel('user_fk'), who(row)],
    [fieldLabel('subject_user_fk'), row['subject_user_name']],
    [fieldLabel('ip'), row['ip']],
    [t('people:details.permission'), asked(row)],
    ...DETAILS.map((name) => [t(`people:details.${name}`), name === 'fields' ? labelsOf(detail[name]) : detail[name]]),
  ].filter(([, value]) => value !== undefined && value !== null && value !== '');
  return (
    <dl className="divide-y divide-edge px-4">
      {lines.map(([name, value]) => (
        <div key={String(name)} className="flex items-baseline justify-between gap-4 py-1.5">
          <dt className="shrink-0 text-ink-muted">{String(name)}</dt>
          <dd className="min-w-0 break-words text-end">
            <bdi>{Array.isArray(value) ? value.join(', ') : String(value)}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
