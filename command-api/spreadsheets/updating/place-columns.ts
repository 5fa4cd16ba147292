/** Columns of an import that are made from records: of each inventory of the person, and of each pricing list. */
import { item } from '../../../domain/catalogue/item.record.ts';
import type { Actor } from '../../../domain/deciding/facts.ts';
import { type AnyFormat, isRecordFormat } from '../../../domain/imports/formats.ts';
import { PLACE_RESOURCES, type Place, withPlaces } from '../../../domain/imports/item-places.ts';
import { placeHeadings } from '../../../languages/headings/import-words.ts';
import type { Commands } from '../../commands/open-commands.ts';
import { type Names, readNames } from '../names.ts';

interface NamedPlace extends Place {
  /** In English, Arabic and Kurdish; a missing one is the first. */
  readonly names: readonly (string | null)[];
}

/** The format with the columns of the records that the person may name. */
export async function wholeFormat(
  { pool, store }: Pick<Commands, 'pool' | 'store'>,
  format: AnyFormat,
  actor: Actor,
  waitMs: number,
): Promise<AnyFormat> {
  if (!isRecordFormat(format) || format.kind !== item.kind) return format;
  return withPlaces(
    format,
    placesIn(await readNames({ pool, store }, PLACE_RESOURCES, actor, waitMs)),
    (word, { names }) => placeHeadings(word, names),
  );
}

const placesIn = (names: Names): readonly NamedPlace[] =>
  PLACE_RESOURCES.flatMap((resource) =>
    [...names.rowsOf(resource).values()]
      .toSorted((one, other) => one.id - other.id)
      .map(({ id, names: called }) => ({ resource, id, names: called })),
  );
