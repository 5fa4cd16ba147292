/** The area where a file is chosen or dropped, with the required columns, examples, and a template. */
import { FileDown, FileSpreadsheet, LoaderCircle } from 'lucide-react';
import { type DragEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IMPORT_ROWS_MAX, type ShownFormat } from '../../../domain/imports/import-format.ts';
import { ApiError } from '../api/error.ts';
import { read } from '../api/read.ts';
import { sentenceOf } from '../api/sentence.ts';
import { Button } from '../controls/button.tsx';
import { notifyProblem } from '../notify/notify.ts';
import { openFile } from './chosen-headings.ts';
import { FILES_ACCEPTED, refusedFile } from './file-check.ts';
import { exampleOf, presentSheet, templateSheet } from './template.ts';
import type { OpenedFile } from './use-import.ts';

export interface FileChoiceProps {
  readonly format: ShownFormat;
  /** Title of the template. */
  readonly title: string;
  readonly onOpen: (file: OpenedFile) => void;
}

export function FileChoice({ format, title, onOpen }: FileChoiceProps) {
  const { t } = useTranslation();
  return (
    <div className="flex min-h-0 flex-col gap-4">
      <DropZone {...{ format, onOpen }} />
      <section className="flex flex-col rounded-lg border border-edge bg-surface-1 shadow-card">
        <div className="flex flex-wrap items-center gap-2 border-b border-edge px-4 py-2">
          <h2 className="flex-1 font-semibold">{t('import:columns.title')}</h2>
          {format.updates && (
            <Button icon={FileDown} onClick={() => void downloadPresent(title, format)} data-present>
              {t('import:present')}
            </Button>
          )}
          <Button icon={FileDown} onClick={() => void downloadTemplate(title, format)}>
            {t('import:template')}
          </Button>
        </div>
        {format.updates && <p className="border-b border-edge px-4 py-2 text-ink-muted">{t('import:updating')}</p>}
        <ColumnList format={format} />
      </section>
    </div>
  );
}

export async function downloadTemplate(title: string, { columns }: ShownFormat): Promise<void> {
  try {
    const { downloadExcel } = await import('../table/excel/excel.ts');
    await downloadExcel(templateSheet(title, columns));
  } catch (problem) {
    notifyProblem(problem);
  }
}

/** The records that are there, in as many files as an import takes rows for. */
async function downloadPresent(title: string, { name, columns }: ShownFormat): Promise<void> {
  try {
    const [{ downloadExcel }, { rows }] = await Promise.all([
      import('../table/excel/excel.ts'),
      read('imports/present/:format', { params: { format: name } }),
    ]);
    for (let from = 0; from === 0 || from < rows.length; from += IMPORT_ROWS_MAX) {
      const part = from === 0 ? title : `${title} ${from / IMPORT_ROWS_MAX + 1}`;
      await downloadExcel(presentSheet(part, columns, rows.slice(from, from + IMPORT_ROWS_MAX)));
    }
  } catch (problem) {
    notifyProblem(problem);
  }
}

function DropZone({ format, onOpen }: Pick<FileChoiceProps, 'format' | 'onOpen'>) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const [over, setOver] = useState(false);
  const { busy, refused, take } = useReading(format, onOpen);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files[0]);
  };
  return (
    <fieldset
      disabled={busy}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={`flex flex-col items-center gap-2 rounded-lg border-2 border-dashed px-6 py-10 text-center ${over ? 'border-accent bg-accent-soft' : 'border-edge-strong/60 bg-surface-1'}`}
    >
      <legend className="sr-only">{t('import:file.label')}</legend>
      <span className="inline-flex size-11 items-center justify-center rounded-full bg-surface-2 text-ink-muted">
        {busy ? (
          <LoaderCircle size={20} aria-hidden className="animate-spin" />
        ) : (
          <FileSpreadsheet size={20} aria-hidden />
        )}
      </span>
      <p className="text-base font-semibold">{busy ? t('import:file.reading') : t('import:file.drop')}</p>
      <p id={`${id}-limits`} className="text-ink-muted">
        {t('import:file.limits', { rows: IMPORT_ROWS_MAX + 1 })}
      </p>
      <input
        ref={input}
        type="file"
        tabIndex={-1}
        accept={FILES_ACCEPTED}
        aria-label={t('import:file.label')}
        className="sr-only"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // The same file may be chosen again after a correction.
          event.target.value = '';
          void take(file);
        }}
      />
      <Button
        look="primary"
        busy={busy}
        aria-describedby={`${id}-limits ${id}-problem`}
        data-choose-file
        onClick={() => input.current?.click()}
      >
        {t('import:file.choose')}
      </Button>
      <div id={`${id}-problem`} role="alert" className="mt-1 text-danger-ink empty:hidden">
        {refused.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
    </fieldset>
  );
}

/** Parses a chosen file on the server; errors are shown below the choice. */
function useReading(format: ShownFormat, onOpen: (file: OpenedFile) => void) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<readonly string[]>([]);
  const take = async (file: File | undefined) => {
    const wrong = await refusedFile(file);
    if (wrong !== undefined || !file) {
      setRefused([t(wrong ?? 'import:file.required')]);
      return;
    }
    setBusy(true);
    setRefused([]);
    try {
      onOpen(await openFile(format.name, file));
    } catch (problem) {
      const messages = problem instanceof ApiError ? Object.values(problem.errors).flat() : [];
      setRefused(messages.length > 0 ? messages : [sentenceOf(problem)]);
    } finally {
      setBusy(false);
    }
  };
  return { busy, refused, take };
}

function ColumnList({ format }: { format: ShownFormat }) {
  const { t } = useTranslation();
  return (
    <table className="w-full">
      <thead className="text-xs text-ink-muted">
        <tr>
          {(['heading', 'holds', 'example'] as const).map((name) => (
            <th key={name} scope="col" className="border-b border-edge px-4 py-1.5 max-md:px-2 text-start font-medium">
              {t(`import:columns.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-edge">
        {format.columns.map((column) => (
          <tr key={column.name}>
            <th scope="row" className="px-4 py-1.5 max-md:px-2 text-start font-medium">
              {column.heading}
              {column.required && <span className="ms-2 text-xs text-danger-ink">{t('import:columns.required')}</span>}
            </th>
            <td className="px-4 py-1.5 max-md:px-2 text-ink-muted">
              {column.labels ? column.labels.join(' / ') : t(`import:kinds.${column.kind}`)}
            </td>
            <td className="px-4 py-1.5 max-md:px-2">
              <bdi className="wrap-anywhere">{exampleOf(column)}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
