/** The state of one import: its rows, its parameters, and the last check. */
import { useEffect, useMemo, useReducer, useState } from 'react';
import {
  type CheckedImport,
  FILE_NAME_LENGTH_MAX,
  type ImportRequest,
  type ReadFile,
  type ShownFormat,
  type UnknownChoice,
} from '../../../domain/imports/import-format.ts';
import { withoutUnseen } from '../../../domain/values/cleaned-texts.ts';
import { type Me, useMe } from '../session/session.ts';
import { localToday } from '../typing/date-words.ts';
import { EMPTY_SHEET, editSheet, type Rows, standingProblems, standingUpdates } from './sheet.ts';
import { type Checkable, type Checked, useCheck } from './use-check.ts';

export interface OpenedFile {
  readonly name: string;
  readonly found: ReadFile;
  readonly source: File;
  /** The heading that the person chose for each column. */
  readonly mapping: Readonly<Record<string, string>>;
}

export type Parameters = Readonly<Record<string, unknown>>;

export function useImport(format: ShownFormat) {
  const me = useMe();
  const [file, setFile] = useState<OpenedFile>();
  const [sheet, edit] = useReducer(editSheet, EMPTY_SHEET);
  const [parameters, setParameters] = useState<Parameters>(() => usualParameters(format, me));
  const [choices, setChoices] = useState<readonly UnknownChoice[]>([]);
  const [goodRowsOnly, setGoodRowsOnly] = useState(false);
  const isMapped = file !== undefined && hasItsColumns(format, file.found, parameters);
  const subject = useMemo((): Checkable | undefined => {
    if (!file || !isMapped) return undefined;
    const file_name = withoutUnseen(file.name).slice(0, FILE_NAME_LENGTH_MAX);
    const named = file_name === '' ? {} : { file_name };
    return { ...named, digest: file.found.digest, rows: sheet.rows, parameters, choices };
  }, [file, isMapped, sheet.rows, parameters, choices]);
  const checking = useCheck(format.name, subject);
  const { checked } = checking;
  const { problems, updates } = useStanding(checked, sheet.rows);
  const once = useSeen(problems, file);

  return {
    format,
    file,
    /** Every required column has a heading of the file. */
    isMapped,
    sheet,
    edit,
    parameters,
    choices,
    checking,
    problems,
    /** What the rows do, by number; empty where rows only add records. */
    updates,
    /** Rows that have or had an error, so that a corrected row stays visible. */
    once,
    goodRowsOnly,
    setGoodRowsOnly,
    setParameter: (name: string, value: unknown) => setParameters((now) => ({ ...now, [name]: value })),
    choose: (chosen: readonly UnknownChoice[]) =>
      setChoices((now) => [...now.filter((one) => !chosen.some((other) => isSame(one, other))), ...chosen]),
    unchoose: (name: Pick<UnknownChoice, 'resource' | 'name'>) =>
      setChoices((now) => now.filter((one) => !isSame(one, name))),
    open: (opened: OpenedFile | undefined) => {
      setFile(opened);
      if (opened) setParameters((now) => ({ ...now, ...proposedKey(format, opened.found, now) }));
      edit({ do: 'open', rows: opened?.found.rows ?? [] });
      setChoices([]);
      setGoodRowsOnly(false);
    },
    request: () => {
      if (!subject) throw new Error('no file is open');
      return { ...subject, good_rows_only: goodRowsOnly, ...seenIn(checked?.answer) };
    },
  };
}

export type Importing = ReturnType<typeof useImport>;

export const isSame = (
  one: Pick<UnknownChoice, 'resource' | 'name'>,
  other: Pick<UnknownChoice, 'resource' | 'name'>,
): boolean => one.resource === other.resource && one.name === other.name;

/** What the last check says of the rows as they are now. */
function useStanding(checked: Checked | undefined, rows: Rows) {
  const problems = useMemo(
    () => standingProblems(checked?.answer.problems ?? [], checked?.of.rows ?? [], rows),
    [checked, rows],
  );
  const updates = useMemo(
    () => standingUpdates(checked?.answer.updates ?? [], checked?.of.rows ?? [], rows),
    [checked, rows],
  );
  return { problems, updates };
}

/** The records as the check has shown them, so that what was changed since is told. */
function seenIn({ updates }: Pick<CheckedImport, 'updates'> = {}): Pick<ImportRequest, 'seen'> {
  const seen = updates?.flatMap(({ row, id, revision }) => {
    return id === null || revision === null ? [] : [{ row, id, revision }];
  });
  return seen ? { seen } : {};
}

/** True for rows that may change records. */
export const changesRecords = ({ mode }: Parameters): boolean => mode === 'update' || mode === 'both';

const keysOf = ({ parameters }: ShownFormat): readonly string[] =>
  parameters.find(({ kind }) => kind === 'column')?.values ?? [];

/** Rows that change records need the column that names them; rows that add them need every required one. */
function hasItsColumns(format: ShownFormat, { missing, columns }: ReadFile, parameters: Parameters): boolean {
  if (missing.length === 0 || !changesRecords(parameters)) return missing.length === 0;
  const keys = keysOf(format);
  return columns.some(({ name, heading }) => heading !== null && keys.includes(name));
}

/**
 * The best column of the file by which records are found; never the name alone, which a person may choose. Nothing where
 * rows only add, as lines of a document do.
 */
function proposedKey(format: ShownFormat, { columns }: ReadFile, { key }: Parameters): Parameters {
  const keys = keysOf(format);
  const there = new Set(columns.flatMap(({ name, heading }) => (heading === null ? [] : [name])));
  if (keys.length === 0 || (typeof key === 'string' && there.has(key))) return {};
  return { key: keys.slice(0, -1).find((name) => there.has(name)) ?? null };
}

/** The person's outlet and inventory, and today. */
function usualParameters({ parameters }: ShownFormat, me: Me): Parameters {
  const usual: Parameters = {
    outlets: me.current_outlet_fk ?? me.outlets[0]?.outlet_id ?? null,
    inventories: me.current_inventory_fk ?? me.inventories[0]?.inventory_id ?? null,
  };
  return Object.fromEntries(
    parameters.map(({ name, kind, resource = '' }) => [
      name,
      name === 'mode' ? 'new' : kind === 'date' ? localToday() : (usual[resource] ?? null),
    ]),
  );
}

function useSeen(problems: ReadonlyMap<number, unknown>, file: OpenedFile | undefined) {
  const [seen, setSeen] = useState<{ readonly file: OpenedFile | undefined; readonly rows: ReadonlySet<number> }>();
  const known = seen?.file === file ? seen?.rows : undefined;
  const fresh = [...problems.keys()].some((row) => !known?.has(row));
  useEffect(() => {
    if (fresh) setSeen({ file, rows: new Set([...(known ?? []), ...problems.keys()]) });
  }, [fresh, file, known, problems]);
  return {
    rows: known ?? NONE,
    /** Hides the corrected rows. */
    forget: () => setSeen({ file, rows: new Set(problems.keys()) }),
  };
}

const NONE: ReadonlySet<number> = new Set();
