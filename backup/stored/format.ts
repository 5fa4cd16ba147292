/**
 * The entries of a backup by name (docs/operations.md, "The file"):
 *
 *   daftar-backup.json              the header: program and time of the backup, its schema, its last event
 *   seals/seal-<position>.jsonl     the seals of the data folder
 *   log/<part>.jsonl                the events, one a line, as docs/seal.md defines the line
 *   tables/<table>/<part>.copy      rows in the text format of COPY
 *   attachments/<xx>/<digest>       pictures, their small versions (`-small`), and papers
 *   contents.json                   the number of events, rows and files, and the root of the log
 *   SHA256SUMS
 *
 * These are storage formats: a change of their meaning requires another `format`.
 */
import { Type } from 'typebox';
import { checked } from '../../domain/schemas/checked.schema.ts';
import { EVENTS_VERSION } from '../../domain/versions/events-version.ts';
import { BackupDamaged, BackupRefused } from './refused.ts';

export const FORMAT = 'daftar-backup-1';
export const HEADER = 'daftar-backup.json';
export const CONTENTS = 'contents.json';

export interface Header {
  readonly format: typeof FORMAT;
  /** `daftar 0.2.0` */
  readonly made_by: string;
  /** ISO 8601 UTC. */
  readonly made_at: string;
  readonly store: 'postgresql' | 'kurrentdb';
  /** Position of the last event in the backup; `0` without events. */
  readonly head: string;
  /** Names of the migrations that had run, in order. */
  readonly migrations: readonly string[];
  /** EVENTS_VERSION of the program that made it (domain/versions/events-version.ts); 1 or 2 when it is left out. */
  readonly events_version?: number;
  /** Identity of the log (docs/decisions/0131); left out for an empty log and by earlier versions. */
  readonly log_identity?: string;
  /** Columns of each table, `schema.table`, in the order in which the tables can be filled. */
  readonly tables: Readonly<Record<string, readonly string[]>>;
}

export interface Contents {
  readonly events: number;
  /** The root of the Merkle tree over all events (docs/seal.md); null when an event cannot be sealed. */
  readonly root: string | null;
  readonly rows: Readonly<Record<string, number>>;
  readonly pictures: number;
  /** Files without a small version, which papers are; absent in backups of earlier versions. */
  readonly papers?: number;
  readonly seals: number;
}

/** Parts of the log and of tables have about this size. */
export const PART_BYTES = 4 * 1_048_576;

export const partName = (folder: string, part: number, kind: 'jsonl' | 'copy'): string =>
  `${folder}/${String(part).padStart(6, '0')}.${kind}`;

const Text = Type.String();
/** The fields that every format has, to recognise a file of a newer format. */
const formatLine = checked('the header of the backup', Type.Object({ format: Text, made_by: Text }));
const headerFile = checked(
  'the header of the backup',
  Type.Object({
    format: Type.Literal(FORMAT),
    made_by: Text,
    made_at: Text,
    store: Type.Enum(['postgresql', 'kurrentdb']),
    head: Text,
    migrations: Type.Array(Text),
    events_version: Type.Optional(Type.Integer()),
    log_identity: Type.Optional(Text),
    tables: Type.Record(Text, Type.Array(Text)),
  }),
);
const contentsFile = checked(
  'the contents of the backup',
  Type.Object({
    events: Type.Integer(),
    root: Type.Union([Text, Type.Null()]),
    rows: Type.Record(Text, Type.Integer()),
    pictures: Type.Integer(),
    papers: Type.Optional(Type.Integer()),
    seals: Type.Integer(),
  }),
);

/** Throws BackupDamaged for a text that is no header, and BackupRefused for an unknown format, migration or event version. */
export function readHeader(file: string, text: string, knownMigrations: readonly string[]): Header {
  const { format, made_by } = partOf(file, 'header', () => formatLine.parse(text));
  const newer = `${file} was made by a newer Daftar (${made_by}). Update this one, then restore.`;
  if (format !== FORMAT) {
    if (/^daftar-backup-\d+$/.test(format)) throw new BackupRefused(newer);
    throw new BackupDamaged(file, 'its header states no format');
  }
  const header: Header = partOf(file, 'header', () => headerFile.parse(text));
  const unknown = header.migrations.filter((name) => !knownMigrations.includes(name));
  if (unknown.length > 0) throw new BackupRefused(`${newer} This one has no migration ${unknown.join(', ')}.`);
  if ((header.events_version ?? EVENTS_VERSION) > EVENTS_VERSION) {
    throw new BackupRefused(
      `${newer} It holds events of version ${header.events_version}, this one knows those up to ${EVENTS_VERSION}.`,
    );
  }
  return header;
}

/** Throws BackupDamaged. */
export const readContents = (file: string, text: string): Contents =>
  partOf(file, 'table of contents', () => contentsFile.parse(text));

function partOf<Part>(file: string, name: string, read: () => Part): Part {
  try {
    return read();
  } catch {
    throw new BackupDamaged(file, `its ${name} cannot be read`);
  }
}
