/** Document lines from a file: parsed, corrected and put into the grid of the document; nothing is stored here. */
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReadLine, ShownFormat } from '../../../domain/imports/import-format.ts';
import { Button } from '../controls/button.tsx';
import { Dialog } from '../controls/dialog.tsx';
import { FailedState, SkeletonLines } from '../controls/states.tsx';
import { notifyProblem, notifySuccess } from '../notify/notify.ts';
import { Found } from './column-mapping.tsx';
import { FileChoice } from './file-choice.tsx';
import { Finish } from './finish.tsx';
import { FixRows } from './fix-rows.tsx';
import { useImportFormat } from './import-api.ts';
import { ParameterFields } from './parameter-fields.tsx';
import { UnknownNames } from './unknown-names.tsx';
import { useImport } from './use-import.ts';

export interface LinesDialogProps {
  readonly format: string;
  readonly title: string;
  /** Corrections remain when the dialog is opened again. */
  readonly open: boolean;
  readonly onClose: () => void;
  /** `digest` is that of the file. */
  readonly onLines: (lines: readonly ReadLine[], digest: string) => Promise<void>;
}

export default function LinesDialog(props: LinesDialogProps) {
  const { data: format, error, refetch } = useImportFormat(props.format);
  if (format) return <Lines {...props} shown={format} />;
  return (
    <Dialog open={props.open} width="wide" title={props.title} onClose={props.onClose}>
      {error ? <FailedState problem={error} onRetry={() => void refetch()} /> : <SkeletonLines lines={5} />}
    </Dialog>
  );
}

function Lines({ shown, title, open, onClose, onLines }: LinesDialogProps & { readonly shown: ShownFormat }) {
  const { t } = useTranslation();
  const importing = useImport(shown);
  const [busy, setBusy] = useState(false);
  const last = useRef<HTMLDivElement>(null);
  const { file, checking, open: openFile } = importing;
  const finish = async () => {
    const lines = checking.checked?.answer.lines ?? [];
    setBusy(true);
    try {
      await onLines(lines, file?.found.digest ?? '');
      notifySuccess(t('import:lines_added', { number: lines.length }));
      openFile(undefined);
      onClose();
    } catch (problem) {
      notifyProblem(problem);
    } finally {
      setBusy(false);
    }
  };
  const footer = file && (
    <div ref={last} className="flex flex-1 flex-wrap items-center justify-end gap-3">
      <Button onClick={() => openFile(undefined)}>{t('import:other_file')}</Button>
      <Finish {...{ importing, busy }} label="import:add_lines" onFinish={() => void finish()} />
    </div>
  );
  return (
    <Dialog open={open} width="grid" title={title} onClose={onClose} footer={footer}>
      {file ? (
        <div className="flex flex-col gap-3">
          <Found format={shown} file={file} onOpen={openFile} />
          {importing.isMapped && (
            <>
              <ParameterFields importing={importing} />
              <UnknownNames importing={importing} />
              <div className="flex h-80 flex-col">
                <FixRows
                  {...{ importing, title }}
                  onLeave={() => last.current?.querySelector<HTMLElement>('button')?.focus()}
                />
              </div>
            </>
          )}
        </div>
      ) : (
        <FileChoice format={shown} title={title} onOpen={openFile} />
      )}
    </Dialog>
  );
}
