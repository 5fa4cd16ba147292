/** Exports the journal as a file, for manual entry of refused entries or as a copy. */
import type { TillDatabase } from './database.ts';
import type { KeptEntry, TillIdentity } from './database-schema.ts';
import { inState } from './journal.ts';

export interface ExportedFile {
  readonly name: string;
  readonly content: Blob;
}

/** JSON lines: one for each entry in the order of its chain, with its printed form and the server's answer. */
export async function exportJournal(
  database: TillDatabase,
  identity: TillIdentity | undefined,
  on: string,
  only?: 'refused',
): Promise<ExportedFile> {
  const entries = await database.use((db) =>
    only ? db.getAllFromIndex('entries', 'state', inState(only)) : db.getAll('entries'),
  );
  const lines = await Promise.all(entries.map((kept) => lineOf(database, kept)));
  const name = `daftar-${identity?.number_prefix ?? 'till'}-${only ?? 'journal'}-${on}.jsonl`;
  return { name, content: new Blob(lines, { type: 'application/jsonl' }) };
}

async function lineOf(database: TillDatabase, kept: KeptEntry): Promise<string> {
  const printed = await database.use((db) => db.get('printed', kept.entry.uuid));
  const { number, state, answer, entry } = kept;
  return `${JSON.stringify({ number, state, entry, answer, printed: printed?.text ?? printed?.html ?? null })}\n`;
}
