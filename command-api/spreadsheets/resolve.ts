/** Resolves names to records: existing ones, those chosen by a person, and those to be created first. */

import type { Actor } from '../../domain/deciding/facts.ts';
import type { Cells } from '../../domain/imports/cells.ts';
import type { ImportColumn, ImportFormat, UnknownChoice } from '../../domain/imports/import-format.ts';
import type { ReadRow, RowIssue } from '../../domain/imports/read-rows.ts';
import { foldName } from '../../domain/values/fold-name.ts';
import type { Names } from './names.ts';
import { standsForRow } from './within-file.ts';

/** A record to be created for a name; `stands` is its placeholder until it has an id. */
export interface Creation {
  readonly stands: number;
  readonly resource: string;
  readonly name: string;
  /** The parent record, or the placeholder of one that is created. */
  readonly parent: number | null;
  /** Column and rows of its first use. */
  readonly column: string;
  readonly ats: Set<number>;
}

export interface Resolved {
  readonly rows: readonly { readonly at: number; readonly cells: Cells }[];
  readonly issues: readonly RowIssue[];
  readonly unknown: readonly { readonly resource: string; readonly name: string; readonly rows: number }[];
  /** Rows skipped by a choice. */
  readonly skipped: ReadonlySet<number>;
  /** Unknown names without a choice, by cell. */
  readonly undecided: readonly RowIssue[];
  readonly creations: readonly Creation[];
}

const STANDS_FROM = 2_147_483_647;

/** Returns the index of another row of the file that the cell refers to. */
export type InFile = (column: string, name: string) => number | 'ambiguous' | undefined;

export const choiceKey = (resource: string, name: string): string => `${resource} ${foldName(name)}`;

export function resolve(
  { columns }: Pick<ImportFormat, 'columns'>,
  rows: readonly ReadRow[],
  choices: readonly UnknownChoice[],
  names: Names,
  actor: Pick<Actor, 'can'>,
  inFile: InFile = () => undefined,
): Resolved {
  const resolver = new Resolver(choices, names, actor, inFile);
  const references = columns.filter(({ kind }) => kind === 'reference');
  const resolved = rows.map(({ at, cells }) => {
    const found: Record<string, Cells[string]> = { ...cells };
    for (const column of references) resolver.cell(at, column, found);
    return { at, cells: found };
  });
  return { rows: resolved, ...resolver.outcome() };
}

class Resolver {
  readonly #choices: ReadonlyMap<string, UnknownChoice['becomes']>;
  readonly #names: Names;
  readonly #actor: Pick<Actor, 'can'>;
  readonly #inFile: InFile;
  readonly #issues: RowIssue[] = [];
  readonly #undecided: RowIssue[] = [];
  readonly #skipped = new Set<number>();
  readonly #unknown = new Map<string, { resource: string; name: string; ats: Set<number> }>();
  readonly #creations = new Map<string, Creation>();

  constructor(choices: readonly UnknownChoice[], names: Names, actor: Pick<Actor, 'can'>, inFile: InFile) {
    this.#choices = new Map(choices.map(({ resource, name, becomes }) => [choiceKey(resource, name), becomes]));
    this.#names = names;
    this.#actor = actor;
    this.#inFile = inFile;
  }

  outcome(): Omit<Resolved, 'rows'> {
    return {
      issues: this.#issues,
      undecided: this.#undecided,
      skipped: this.#skipped,
      unknown: [...this.#unknown.values()].map(({ resource, name, ats }) => ({ resource, name, rows: ats.size })),
      creations: [...this.#creations.values()],
    };
  }

  /** Replaces the name by the record's id; does nothing when there is none. */
  cell(at: number, column: ImportColumn, cells: Record<string, Cells[string]>): void {
    const name = cells[column.name];
    if (name === undefined) return;
    delete cells[column.name];
    const id = this.#idOf(at, column, String(name), cells);
    if (id !== undefined) cells[column.name] = id;
  }

  #idOf(at: number, column: ImportColumn, name: string, cells: Record<string, Cells[string]>): number | undefined {
    const { resource = '', creatable } = column;
    const meant = this.#names.meant(resource, name);
    if (typeof meant === 'object') {
      // A barcode identifies one unit of its item.
      if (meant.unit_fk !== undefined && cells['unit'] === undefined) cells['barcode_unit'] = meant.unit_fk;
      if (column.below !== undefined && this.#isNew(cells[column.below])) this.#notBelow(at, column);
      return meant.id;
    }
    const row = meant === 'unknown' ? this.#inFile(column.name, name) : undefined;
    if (typeof row === 'number') return standsForRow(row);
    if (meant === 'ambiguous' || row === 'ambiguous' || !creatable) {
      const isOne = meant !== 'ambiguous' && row !== 'ambiguous';
      this.#add(at, column, isOne ? 'import_cell_unknown' : 'import_cell_ambiguous', name);
      return undefined;
    }
    return this.#chosen(at, column, name, cells);
  }

  #chosen(at: number, column: ImportColumn, name: string, cells: Cells): number | undefined {
    const { resource = '' } = column;
    const key = choiceKey(resource, name);
    const unknown = this.#unknown.get(key) ?? { resource, name, ats: new Set<number>() };
    this.#unknown.set(key, unknown);
    unknown.ats.add(at);
    const becomes = this.#choices.get(key);
    if (becomes === 'skip') this.#skipped.add(at);
    if (becomes === 'skip') return undefined;
    if (typeof becomes === 'number') {
      if (this.#names.isThere(resource, becomes)) return becomes;
      this.#add(at, column, 'unknown_record', name);
      return undefined;
    }
    if (becomes === undefined) {
      this.#undecided.push({ at, column: column.name, message: 'import_cell_choose', params: { value: name } });
    } else if (!this.#actor.can(`${resource}/store`)) {
      const params = { permission: `${resource}/store` };
      this.#issues.push({ at, column: column.name, message: 'permission_missing', params });
    }
    return this.#creation(at, column, key, name, cells).stands;
  }

  #creation(at: number, column: ImportColumn, key: string, name: string, cells: Cells): Creation {
    const parent = column.below === undefined ? null : idIn(cells, column.below);
    if (column.below !== undefined && parent === undefined) {
      this.#issues.push({ at, column: column.below, message: 'required' });
    }
    const before = this.#creations.get(key);
    const creation = before ?? {
      stands: STANDS_FROM - this.#creations.size,
      resource: column.resource ?? '',
      name,
      parent: parent ?? null,
      column: column.name,
      ats: new Set<number>(),
    };
    if (column.below !== undefined && creation.parent !== (parent ?? null)) this.#notBelow(at, column);
    creation.ats.add(at);
    this.#creations.set(key, creation);
    return creation;
  }

  #isNew(id: Cells[string] | undefined): boolean {
    return typeof id === 'number' && id > STANDS_FROM - this.#creations.size;
  }

  #notBelow(at: number, { name }: ImportColumn): void {
    this.#issues.push({ at, column: name, message: 'not_below_the_category' });
  }

  #add(at: number, { name: column }: ImportColumn, message: string, value: string): void {
    this.#issues.push({ at, column, message, params: { value } });
  }
}

function idIn(cells: Cells, column: string): number | undefined {
  const id = cells[column];
  return typeof id === 'number' ? id : undefined;
}
