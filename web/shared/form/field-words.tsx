/** A value of a form in words: names of records, dates, words of options. */
import type { ReactNode } from 'react';
import { numbersOf, textsOf } from '../../../domain/values/members.ts';
import { useRecordName } from '../api/lookup.ts';
import { Name } from '../controls/name.tsx';
import { valueWords } from '../history/event-words.ts';
import { PermissionChanges } from '../history/permission-changes.tsx';
import { say } from '../language/language.ts';
import { fieldLabel } from '../language/names.ts';
import { Picture } from '../pictures/picture.tsx';
import { Thumbnail } from '../pictures/thumbnail.tsx';
import type { FieldSpec } from './field-spec.ts';
import { type FormValues, rowsIn } from './values.ts';

interface FieldWordsProps {
  readonly spec: FieldSpec;
  /** As in a body. */
  readonly value: unknown;
  /** The value before; of permissions only the changes are shown. */
  readonly before?: unknown;
}

export function FieldWords({ spec, value, before }: FieldWordsProps): ReactNode {
  const { resource = '' } = spec;
  if (spec.control === 'permissions') {
    const [was, is] = [textsOf(before), textsOf(value)];
    const without = (codes: readonly string[], others: readonly string[]) =>
      codes.filter((code) => !others.includes(code));
    return <PermissionChanges granted={without(is, was)} taken={without(was, is)} />;
  }
  if (hasNone(value)) return say('history:empty');
  if (spec.control === 'lookup') return <RecordName {...{ resource }} id={Number(value)} />;
  if (spec.control === 'lookups') {
    return numbersOf(value).map((id, index) => (
      <span key={id}>
        {index > 0 && ' · '}
        <RecordName {...{ resource, id }} />
      </span>
    ));
  }
  if (spec.control === 'pictures') {
    // A paper that is no picture has a sign and its name instead.
    const isPaper = spec.schema['x-attachment'] === 'paper';
    return textsOf(value).map((file) =>
      isPaper ? (
        <Picture key={file} attachment={file} label={fieldLabel(spec.name)} className="size-8" />
      ) : (
        <Thumbnail key={file} attachment={file} />
      ),
    );
  }
  if (spec.control === 'rows') return <Rows {...{ spec }} rows={rowsIn(value)} />;
  return valueWords(spec.name, value);
}

const hasNone = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

function Rows({ spec, rows }: { spec: FieldSpec; rows: readonly FormValues[] }) {
  return (
    <ol className="flex flex-col gap-1">
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows do not move.
        <li key={index}>
          {(spec.fields ?? [])
            .filter(({ name }) => !hasNone(row[name]))
            .map((field) => (
              <span key={field.name} className="me-2 inline-block">
                <span className="text-ink-muted">{fieldLabel(field.name)}: </span>
                <FieldWords spec={field} value={row[field.name]} />
              </span>
            ))}
        </li>
      ))}
    </ol>
  );
}

function RecordName({ resource, id }: { resource: string; id: number }) {
  return <Name of={useRecordName(resource, id, undefined) ?? '…'} />;
}
