/** The content of a file: number of rows, the mapping of headings to columns, and unmapped headings. */
import { ArrowRight, ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ShownFormat } from '../../../domain/imports/import-format.ts';
import { SelectField } from '../form/fields/select-field.tsx';
import { notifyProblem } from '../notify/notify.ts';
import { chooseHeading } from './chosen-headings.ts';
import type { OpenedFile } from './use-import.ts';

const SEPARATORS: Readonly<Record<string, string>> = {
  comma: 'import:separators.comma',
  semicolon: 'import:separators.semicolon',
  tab: 'import:separators.tab',
  bar: 'import:separators.bar',
};

interface FoundProps {
  readonly format: ShownFormat;
  readonly file: OpenedFile;
  readonly onOpen: (file: OpenedFile) => void;
}

export function Found({ format, file, onOpen }: FoundProps) {
  const { t } = useTranslation();
  const { columns, ignored, rows, missing, text } = file.found;
  const heading = new Map(format.columns.map((column) => [column.name, column.heading]));
  const there = columns.flatMap((column) => (column.heading === null ? [] : [{ ...column, heading: column.heading }]));
  const absent = columns.filter((column) => column.heading === null);
  return (
    // What is missing must be chosen before anything else.
    <details
      open={missing.length > 0 || undefined}
      className="group rounded-lg border border-edge bg-surface-1 shadow-card"
    >
      <summary className="flex min-h-9 cursor-pointer list-none flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1.5">
        <ChevronDown size={15} aria-hidden className="text-ink-muted transition-transform group-open:rotate-180" />
        <bdi className="font-medium">{file.name}</bdi>
        {missing.length === 0 && (
          <span className="text-ink-muted">{t('import:found.rows', { number: rows.length })}</span>
        )}
        <span className="text-ink-muted">
          {t('import:found.columns', { number: there.length, all: columns.length })}
        </span>
        {ignored.length > 0 && (
          <span className="text-warning-ink">{t('import:found.ignored', { number: ignored.length })}</span>
        )}
        {text && (
          <span className="text-ink-muted" data-read-as={`${text.encoding} ${text.separator}`}>
            {t('import:found.read_as', {
              encoding: text.encoding.toUpperCase(),
              separator: t(SEPARATORS[text.separator] ?? 'import:separators.comma'),
            })}
          </span>
        )}
      </summary>
      <div className="grid gap-x-6 gap-y-3 border-t border-edge px-4 py-3 md:grid-cols-3">
        <Group title={t('import:found.taken')}>
          {there.map((column) => (
            <li key={column.name}>
              <bdi>{column.heading}</bdi>
              {heading.get(column.name) !== column.heading.replace(/\s*\*$/, '') && (
                <span className="text-ink-muted">
                  <ArrowRight size={13} aria-hidden className="mirror mx-1 inline" />
                  {heading.get(column.name)}
                </span>
              )}
            </li>
          ))}
        </Group>
        <Group title={t('import:found.left')}>
          {ignored.map((name) => (
            <li key={name}>
              <bdi>{name}</bdi>
            </li>
          ))}
        </Group>
        <Group title={t('import:found.absent')}>
          {absent.map(({ name }) => (
            <li key={name}>{heading.get(name)}</li>
          ))}
        </Group>
      </div>
      <ChosenHeadings {...{ format, file, onOpen }} />
    </details>
  );
}

/** Each column with the heading of the file that it takes: a person chooses another one, or none. */
function ChosenHeadings({ format, file, onOpen }: FoundProps) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const { columns, headings, missing } = file.found;
  const taken = new Map(columns.map(({ name, heading }) => [name, heading]));
  const choose = async (column: string, heading: string) => {
    setBusy(true);
    try {
      onOpen(await chooseHeading(format.name, file, column, heading));
    } catch (problem) {
      notifyProblem(problem);
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className="border-t border-edge px-4 py-3" data-chosen-headings>
      <h3 className="mb-2 text-xs font-medium text-ink-muted">{t('import:found.choose')}</h3>
      <div className="grid gap-2 sm:grid-cols-2 lg:grid-cols-4">
        {format.columns.map(({ name, heading, required }) => (
          <SelectField
            key={name}
            name={`heading_${name}`}
            label={heading}
            required={required ?? false}
            problem={missing.includes(name) ? t('document:problems.required') : undefined}
            value={taken.get(name) ?? ''}
            empty={t('import:found.none')}
            disabled={busy}
            options={headings.map((own) => ({ value: own, label: own, isCode: true as const }))}
            onChange={(chosen) => void choose(name, chosen)}
          />
        ))}
      </div>
    </section>
  );
}

function Group({ title, children }: { title: string; children: readonly unknown[] & React.ReactNode }) {
  if (children.length === 0) return null;
  return (
    <section>
      <h3 className="mb-1 text-xs font-medium text-ink-muted">{title}</h3>
      <ul className="flex flex-wrap gap-x-3 gap-y-1">{children}</ul>
    </section>
  );
}
