/** The projector: keeps every read model at the head of the log. */
import { models } from '../models/all.ts';
import { type FollowOptions, followModel } from './follow-model.ts';
import { prepareBuild } from './prepare-build.ts';

/** Ends when the signal is aborted and the last batch is written. */
export async function runProjector(options: FollowOptions): Promise<void> {
  await prepareBuild(options);
  await Promise.all(models.map((model) => followModel(model, options)));
}
