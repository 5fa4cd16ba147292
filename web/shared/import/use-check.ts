/** The dry run of the current rows: shortly after the last change, with answers in order. */
import { useEffect, useRef, useState } from 'react';
import type { CheckedImport, ImportRequest } from '../../../domain/imports/import-format.ts';
import { usePreferences } from '../language/preferences.ts';
import { checkImport } from './import-api.ts';

/** The input of the check; the handling of rows with errors is decided later. */
export type Checkable = Pick<ImportRequest, 'file_name' | 'digest' | 'rows' | 'parameters' | 'choices'>;

export interface Checked<Answer extends CheckedImport = CheckedImport> {
  readonly of: Checkable;
  readonly answer: Answer;
}

export interface Checking<Answer extends CheckedImport = CheckedImport> {
  /** The last answer, possibly for earlier input. */
  readonly checked: Checked<Answer> | undefined;
  /** The answer belongs to the current input. */
  readonly current: boolean;
  readonly busy: boolean;
  /** The error of the last attempt; typed text stays. */
  readonly problem: unknown;
  readonly again: () => void;
}

const QUIET_MS = 700;

/** Sends nothing without a subject. */
export function useCheck(format: string, subject: Checkable | undefined): Checking {
  const { language } = usePreferences();
  const [checked, setChecked] = useState<Checked & { readonly language: string }>();
  const [failed, setFailed] = useState<{ readonly of: Checkable; readonly problem: unknown }>();
  const [attempt, setAttempt] = useState(0);
  const waitMs = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt asks the same question once more.
  useEffect(() => {
    if (!subject) {
      waitMs.current = 0;
      return;
    }
    const gone = new AbortController();
    const ask = async () => {
      try {
        const answer = await checkImport(format, { ...subject, good_rows_only: false }, gone.signal);
        if (gone.signal.aborted) return;
        setChecked({ of: subject, answer, language });
        setFailed(undefined);
      } catch (problem) {
        if (!gone.signal.aborted) setFailed({ of: subject, problem });
      }
    };
    const timer = setTimeout(() => void ask(), waitMs.current);
    waitMs.current = QUIET_MS;
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [format, subject, language, attempt]);
  const current = subject !== undefined && checked?.of === subject && checked.language === language;
  const problem = failed && failed.of === subject ? failed.problem : undefined;
  return {
    checked: subject ? checked : undefined,
    current,
    busy: subject !== undefined && !current && problem === undefined,
    problem,
    again: () => {
      setFailed(undefined);
      setAttempt((now) => now + 1);
    },
  };
}
