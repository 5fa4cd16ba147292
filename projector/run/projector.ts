/**
 * The projector: keeps every read model at the head of the log. A build of another definition than this program's
 * is rebuilt first, out of sight of the readers.
 */
import pg from 'pg';
import { currentBuild, ensureBuild } from '../builds/build.ts';
import { definitionDigest } from '../builds/definition.ts';
import { models } from '../models/all.ts';
import { rebuild } from '../rebuild/rebuild.ts';
import { type FollowOptions, followModel } from './follow-model.ts';

/** Ends when the signal is aborted and the last batch is written. */
export async function runProjector(options: FollowOptions): Promise<void> {
  await prepareBuild(options);
  await Promise.all(models.map((model) => followModel(model, options)));
}

async function prepareBuild({ databaseUrl, store, signal }: FollowOptions): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'daftar projector' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const build = (await currentBuild(client)) ?? (await ensureBuild(client, models));
    if (build.definition === definitionDigest(models)) return;
  } finally {
    await client.end();
  }
  await rebuild({ databaseUrl, store, signal, sameRules: false });
}
