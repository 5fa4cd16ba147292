/** The dry run that follows what is typed: a moment after the last change, never two answers in the wrong order. */
import { useEffect, useRef, useState } from 'react';
import type { CheckedImport, ImportRequest } from '../../../domain/imports/import-format.ts';
import { usePreferences } from '../language/preferences.ts';
import { checkImport } from './import-api.ts';

/** What is checked; what happens to rows with problems is decided later. */
export type Checkable = Pick<ImportRequest, 'digest' | 'rows' | 'parameters' | 'choices'>;

export interface Checked<Answer extends CheckedImport = CheckedImport> {
  readonly of: Checkable;
  readonly answer: Answer;
}

export interface Checking<Answer extends CheckedImport = CheckedImport> {
  /** The last answer, which may be of what was there before. */
  readonly checked: Checked<Answer> | undefined;
  /** The answer is of what is there now. */
  readonly current: boolean;
  readonly busy: boolean;
  /** Why the last attempt gave no answer; what was typed stays. */
  readonly problem: unknown;
  readonly again: () => void;
}

const QUIET_MS = 700;

/** Nothing is asked while there is nothing to check. */
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
