/** The content of a file: number of rows, the mapping of headings to columns, and unmapped headings. */
import { ArrowRight, ChevronDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ShownFormat } from '../../../domain/imports/import-format.ts';
import type { OpenedFile } from './use-import.ts';

export function Found({ format, file }: { format: ShownFormat; file: OpenedFile }) {
  const { t } = useTranslation();
  const { columns, ignored, rows } = file.found;
  const heading = new Map(format.columns.map((column) => [column.name, column.heading]));
  const there = columns.flatMap((column) => (column.heading === null ? [] : [{ ...column, heading: column.heading }]));
  const absent = columns.filter((column) => column.heading === null);
  return (
    <details className="group rounded-lg border border-edge bg-surface-1 shadow-card">
      <summary className="flex min-h-9 cursor-pointer list-none flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1.5">
        <ChevronDown size={15} aria-hidden className="text-ink-muted transition-transform group-open:rotate-180" />
        <bdi className="font-medium">{file.name}</bdi>
        <span className="text-ink-muted">{t('import:found.rows', { number: rows.length })}</span>
        <span className="text-ink-muted">
          {t('import:found.columns', { number: there.length, all: columns.length })}
        </span>
        {ignored.length > 0 && (
          <span className="text-warning-ink">{t('import:found.ignored', { number: ignored.length })}</span>
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
    </details>
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
