/**
 * The pictures and papers: each that a record or document names is known with its file, and the folder has no others. The names are in
 * PostgreSQL only and the files in the data folder only, so the loss of one of them is found here.
 */
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import type { Answer } from '../rebuild/invariants.ts';

const SHOWN = 3;

interface Upload {
  readonly id: string;
  readonly digest: string;
}

/** Names of pictures are 32 random hexadecimal digits, which nothing else in a record is; those of papers have the digest behind them. */
const UNKNOWN = `
  select distinct m[1] as name from (
    select data from {s}.record union all select data from {s}.document) d,
    regexp_matches(d.data::text, '"([0-9a-f]{32}(?:[0-9a-f]{64})?)"', 'g') m
  where not exists (select from attachment.upload u where u.id = m[1]) order by 1`;

export async function checkPictures(
  client: pg.ClientBase,
  { schema, dataDir }: { readonly schema: string; readonly dataDir: string },
): Promise<{ readonly answers: readonly Answer[]; readonly notes: readonly string[] }> {
  const unknown = await client.query<{ name: string }>(UNKNOWN.replaceAll('{s}', schema));
  const { rows: uploads } = await client.query<Upload>('select id, digest from attachment.upload order by id');
  const rows = [...Map.groupBy(uploads, ({ digest }) => digest).values()].flatMap(([first]) => first ?? []);
  const missing = rows.filter(({ digest }) => !existsSync(fileOf(dataDir, digest)));
  const changed = await changedPapers(uploads, dataDir);
  const known = new Set(rows.map(({ digest }) => digest));
  const files = filesIn(join(dataDir, 'attachments'));
  const nameless = files.filter((digest) => !known.has(digest)).length;
  return {
    answers: [
      {
        name: 'every picture that a record names is known here',
        findings: counted(unknown.rows.map(({ name }) => name)),
      },
      {
        name: `every picture of ${rows.length} has its file in the data folder`,
        findings: counted(missing.map(({ id }) => id)),
      },
      {
        name: `every paper of ${changed.papers} has the content whose digest is in its event`,
        findings: counted(changed.names, 'are of another content'),
      },
    ],
    notes: nameless > 0 ? [`${nameless} files of pictures belong to no name: a backup of PostgreSQL knows them`] : [],
  };
}

const fileOf = (dataDir: string, digest: string): string => join(dataDir, 'attachments', digest.slice(0, 2), digest);

/** The name of a paper ends with the digest; that of its row and the content of its file must be the same. */
async function changedPapers(uploads: readonly Upload[], dataDir: string) {
  const rows = uploads.filter(({ id }) => id.length > 32);
  const names: string[] = [];
  for (const { id, digest } of rows) {
    const file = fileOf(dataDir, digest);
    if (id.slice(32) !== digest || (existsSync(file) && (await digestOf(file)) !== digest)) names.push(id);
  }
  return { papers: rows.length, names };
}

async function digestOf(file: string): Promise<string> {
  const digest = createHash('sha256');
  for await (const chunk of createReadStream(file)) digest.update(chunk);
  return digest.digest('hex');
}

/** The digests that name the files. */
function filesIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.split(/[\\/]/).at(-1) ?? '')
    .filter((name) => /^[0-9a-f]{64}$/.test(name));
}

function counted(names: readonly string[], how = 'are missing'): readonly string[] {
  if (names.length === 0) return [];
  const shown = names.slice(0, SHOWN).join(', ');
  return [
    `${names.length} ${how}: ${shown}${names.length > SHOWN ? ', …' : ''}; a backup has them (docs/operations.md)`,
  ];
}
