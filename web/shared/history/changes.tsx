/** The changes of an event: single fields as lines of text, and the lines of a document as a table. */
import { useTranslation } from 'react-i18next';
import { SmallTable } from '../controls/small-table.tsx';
import { fieldLabel } from '../language/names.ts';
import { type Change, type ChangedList, tablesIn } from './changed-lists.ts';
import { valueWords } from './event-words.ts';
import { PermissionChanges } from './permission-changes.tsx';

export function Changes({ changes }: { changes: readonly Change[] }) {
  const { single, lists } = tablesIn(changes);
  return (
    <>
      {single.length > 0 && (
        <dl className="flex flex-col gap-0.5">
          {single.map((change) => (
            <ChangeLine key={change.field} change={change} />
          ))}
        </dl>
      )}
      {lists.map((list) => (
        <ChangeTable key={list.name} list={list} />
      ))}
    </>
  );
}

type Row = ChangedList['rows'][number];

/** One row for each changed line, one column for each field that changed in any of them. */
function ChangeTable({ list: { name, fields, rows } }: { list: ChangedList }) {
  const { t } = useTranslation();
  return (
    <div className="overflow-x-auto">
      <p className="text-ink-muted">{fieldLabel(name)}</p>
      <SmallTable
        className="w-max max-w-full"
        rows={rows}
        keyOf={({ key }) => key}
        columns={[
          ...(name === 'lines' ? [{ head: t('document:line_number'), cell: ({ key }: Row) => key }] : []),
          ...fields.map((field) => ({
            head: fieldLabel(field),
            cell: ({ changes }: Row) => {
              const change = changes.get(field);
              return change && <BeforeAfter change={change} />;
            },
          })),
        ]}
      />
    </div>
  );
}

function ChangeLine({ change }: { change: Change }) {
  const [left, added] = listChange(change);
  if (change.field === 'permissions') {
    return (
      <div className="flex flex-wrap gap-x-2">
        <dt className="text-ink-muted">{fieldLabel(change.field)}</dt>
        <dd>
          <PermissionChanges granted={textsOf(added)} taken={textsOf(left)} />
        </dd>
      </div>
    );
  }
  return (
    <div className="flex flex-wrap items-baseline gap-x-2">
      <dt className="text-ink-muted">{fieldLabel(change.field)}</dt>
      <dd>
        <BeforeAfter change={change} />
      </dd>
    </div>
  );
}

function BeforeAfter({ change }: { change: Change }) {
  const { t } = useTranslation();
  const [left, added] = listChange(change);
  const before = valueWords(change.field, change.before_name ?? left);
  const after = valueWords(change.field, change.after_name ?? added);
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-1.5 break-words">
      {before !== '' && (
        <>
          <del className="text-ink-muted">
            <bdi>{before}</bdi>
          </del>
          <span aria-hidden className="mirror inline-block text-ink-muted">
            →
          </span>
        </>
      )}
      <bdi className="font-medium">{after === '' ? t('history:empty') : after}</bdi>
    </span>
  );
}

/** For a list of scalars the removed and added members; for other values before and after. */
function listChange({ before, after }: Change): readonly [unknown, unknown] {
  if (!Array.isArray(before) || !Array.isArray(after)) return [before, after];
  return [before.filter((value) => !after.includes(value)), after.filter((value) => !before.includes(value))];
}

const textsOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);
