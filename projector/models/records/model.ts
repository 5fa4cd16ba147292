import type { Json, RecordedEvent } from '../../../domain/deciding/event.ts';
import type { RecordData, RecordDeclaration, RecordEvent, RecordState } from '../../../domain/records/record.ts';
import { recordDecider } from '../../../domain/records/record-decider.ts';
import { nameIn, OTHER_LANGUAGES } from '../../../domain/records/record-name.ts';
import { records } from '../../../domain/registry/records.ts';
import { defined } from '../../../domain/values/defined.ts';
import { foldForSearch } from '../../../domain/values/folding.ts';
import { type Cell, keyed } from '../../rows/table.ts';
import { entityOf, isSetAside, type Model } from '../model.ts';
import { StreamFold } from '../stream-fold.ts';

const record = keyed('record', 'kind id', {
  set: 'active name name_ar name_ckb outlet_fk inventory_fk search revision position created_at created_by updated_at updated_by data',
});

const kinds = new Map(
  records.map((declaration) => [declaration.kind, { declaration, decider: recordDecider(declaration) }]),
);
const kindOf = (event: RecordedEvent) => kinds.get(entityOf(event.stream).kind);

interface RecordRow {
  readonly state: RecordState;
  readonly created: { readonly at: string; readonly by: string };
}

export const recordsModel: Model = {
  name: 'records',
  tables: [record],
  seed: () => undefined,
  fold(sources) {
    const streams = new StreamFold<RecordRow>(sources, {
      concerns: (event) => kindOf(event) !== undefined,
      initial: () => ({ state: { status: 'none' }, created: { at: '', by: '' } }),
      evolve({ state, created }, event) {
        const next = kindOf(event)?.decider.evolve(state, event as RecordEvent);
        return {
          state: next ?? state,
          created: created.at === '' ? { at: event.recordedAt, by: event.meta.actor } : created,
        };
      },
    });
    return {
      async take(events, rows) {
        await streams.prepare(events);
        for (const event of events) {
          const declaration = kindOf(event)?.declaration;
          if (!declaration) continue;
          const row = streams.take(event);
          const { kind, id } = entityOf(event.stream);
          if (row.state.status !== 'none' && !isSetAside(event))
            rows.put(record, [kind, id], recordCells(declaration, id, row, event));
        }
        streams.trim();
      },
    };
  },
};

function recordCells(declaration: RecordDeclaration, id: number | null, row: RecordRow, event: RecordedEvent): Cell[] {
  if (row.state.status === 'none') return [];
  const { status, data } = row.state;
  return [
    status === 'active',
    ...(['en', ...OTHER_LANGUAGES] as const).map((language) => nameIn(declaration, data, language)),
    scopeOf(declaration, id, data, 'outlet'),
    scopeOf(declaration, id, data, 'inventory'),
    searchText(declaration, data),
    event.revision,
    event.position,
    row.created.at,
    row.created.by,
    event.recordedAt,
    event.meta.actor,
    JSON.stringify(data),
  ];
}

/** Folded words, and the keys of codes, each on its own line: a folded text has no lines, so a key is found as a whole. */
function searchText({ list: { search, codes: keys = {} } }: RecordDeclaration, data: RecordData): string {
  const words = foldForSearch(search.flatMap((path) => valuesAt(data, path.split('.'))).join(' '));
  const codes = Object.entries(keys).flatMap(([path, keyOf]) => valuesAt(data, path.split('.')).map(keyOf));
  return codes.length === 0 ? words : [`${words} `, ...new Set(codes), ''].join('\n');
}

/** The outlet (inventory) whose access a person needs to see the record; null means everyone. */
function scopeOf(declaration: RecordDeclaration, id: number | null, data: RecordData, by: 'outlet' | 'inventory') {
  const { scope } = declaration;
  if (scope?.by !== by) {
    const named = by === 'outlet' ? data['outlet_fk'] : data['inventory_fk'];
    return typeof named === 'number' ? named : null;
  }
  const value = scope.field === declaration.idField ? id : data[scope.field];
  return typeof value === 'number' ? value : null;
}

/** The texts at a path; for a list on the path, those of all its members. */
function valuesAt(value: Json | undefined, path: readonly string[]): string[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return value.flatMap((json: Json) => valuesAt(json, path));
  if (path.length === 0) return [String(value)];
  return typeof value === 'object' ? valuesAt((value as RecordData)[defined(path[0])], path.slice(1)) : [];
}
