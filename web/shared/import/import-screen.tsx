/** The import page for all formats: a file, its content, its errors, and the storing job. */
import { useNavigate } from '@tanstack/react-router';
import { ArrowLeft, FileDown, FileUp, History } from 'lucide-react';
import { type ComponentType, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportResult, ShownFormat } from '../../../domain/imports/import-format.ts';
import { cancelJob, hasEnded, type Job } from '../api/job.ts';
import { Button, IconButton } from '../controls/button.tsx';
import { FailedState, SkeletonLines } from '../controls/states.tsx';
import { UnsavedGuard } from '../form/unsaved-guard.tsx';
import { JobBar } from '../jobs/job-bar.tsx';
import { notifyProblem } from '../notify/notify.ts';
import { Found } from './column-mapping.tsx';
import { downloadTemplate, FileChoice } from './file-choice.tsx';
import { Finish } from './finish.tsx';
import { FixRows } from './fix-rows.tsx';
import { useImportFormat } from './import-api.ts';
import { ImportOutcome, wasImported } from './outcome.tsx';
import { ParameterFields } from './parameter-fields.tsx';
import { UnknownNames } from './unknown-names.tsx';
import { type Importing, useImport } from './use-import.ts';
import { useImportJob } from './use-import-job.ts';

export interface ImportDeclaration {
  /** Name in the API's address. */
  readonly format: string;
  /** Key of the title. */
  readonly title: string;
  /** Path of the list with the result. */
  readonly list: string;
}

/** The screen of a format; must be called once, outside of components. */
export function importScreen(declaration: ImportDeclaration): ComponentType {
  // biome-ignore lint/correctness/noComponentHookFactories: made once for each declaration, at module level.
  return function DeclaredImport() {
    const { data: format, error, refetch } = useImportFormat(declaration.format);
    if (error && !format) return <FailedState problem={error} onRetry={() => void refetch()} />;
    if (!format) return <SkeletonLines lines={8} />;
    return <ImportPage declaration={declaration} format={format} />;
  };
}

function ImportPage({ declaration, format }: { declaration: ImportDeclaration; format: ShownFormat }) {
  const { t } = useTranslation();
  const importing = useImport(format);
  const title = t(declaration.title);
  const storing = useImportJob(importing, title);
  const { job } = storing;
  const running = storing.jobId !== undefined && !storing.missing && !(job && hasEnded(job));
  const done = job !== undefined && hasEnded(job) && wasImported(job);
  const again = () => {
    storing.forget();
    importing.open(undefined);
  };
  const working = importing.file !== undefined && !running && !done;
  return (
    // The grid takes the remaining height, and renders only its visible rows.
    <div className={`flex flex-col gap-3 px-4 pb-4 ${working ? 'h-full' : ''}`}>
      <Bar {...{ declaration, importing }} busy={running || done} onOther={again} />
      {!importing.file && <FileChoice format={format} title={title} onOpen={importing.open} />}
      {running && (
        <section className="rounded-lg border border-edge bg-surface-1 p-4 shadow-card">
          <JobBar job={job} onCancel={() => void cancelJob(storing.jobId ?? '').catch(notifyProblem)} />
        </section>
      )}
      {job && hasEnded(job) && <Ended job={job} list={declaration.list} done={done} onAgain={again} />}
      {storing.missing && (
        <p role="alert" className="text-danger-ink">
          {t('import:outcome.missing')}
        </p>
      )}
      {working && <Work {...{ importing, title }} busy={storing.starting} onImport={() => void storing.start()} />}
      <UnsavedGuard dirty={working} />
    </div>
  );
}

interface BarProps {
  readonly declaration: ImportDeclaration;
  readonly importing: Importing;
  readonly busy: boolean;
  readonly onOther: () => void;
}

function Bar({ declaration, importing, busy, onOther }: BarProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const title = t(declaration.title);
  return (
    <div className="flex flex-wrap items-center gap-2 pt-3">
      <IconButton
        icon={ArrowLeft}
        mirror
        label={t('import:back')}
        onClick={() => void navigate({ to: declaration.list })}
      />
      <h1 className="flex-1 text-xl font-semibold">{title}</h1>
      {!importing.file && (
        <Button icon={History} onClick={() => void navigate({ to: '/imports/made' })}>
          {t('import:made.title')}
        </Button>
      )}
      {importing.file && !busy && (
        <>
          <Button icon={FileDown} onClick={() => void downloadTemplate(title, importing.format)}>
            {t('import:template')}
          </Button>
          <Button icon={FileUp} onClick={onOther}>
            {t('import:other_file')}
          </Button>
        </>
      )}
    </div>
  );
}

function Work(props: { importing: Importing; title: string; busy: boolean; onImport: () => void }) {
  const { importing, title, busy, onImport } = props;
  const primary = useRef<HTMLDivElement>(null);
  const leave = () => primary.current?.querySelector<HTMLElement>('input, button')?.focus();
  return (
    <>
      {importing.file && <Found format={importing.format} file={importing.file} onOpen={importing.open} />}
      {importing.isMapped && (
        <>
          <ParameterFields importing={importing} />
          <UnknownNames importing={importing} />
          <FixRows {...{ importing, title }} onLeave={leave} />
        </>
      )}
      <div ref={primary} className="flex flex-wrap items-center justify-end gap-3">
        <Finish {...{ importing, busy }} label="import:import" onFinish={onImport} />
      </div>
    </>
  );
}

function Ended(props: { job: Job<ImportResult>; list: string; done: boolean; onAgain: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { job, list, done, onAgain } = props;
  const next = useRef<HTMLButtonElement>(null);
  useEffect(() => next.current?.focus(), []);
  return (
    <section className="flex flex-col gap-3 rounded-lg border border-edge bg-surface-1 p-4 shadow-card" data-outcome>
      <ImportOutcome job={job} />
      {done && (
        <div className="flex gap-2">
          <Button ref={next} look="primary" onClick={() => void navigate({ to: list })}>
            {t('import:to_list')}
          </Button>
          <Button icon={FileUp} onClick={onAgain}>
            {t('import:another')}
          </Button>
        </div>
      )}
    </section>
  );
}
