/** The projector: keeps every read model at the head of the log. */
import { models } from './models/all.ts';
import { prepareBuild } from './rebuild/prepare-build.ts';
import { type FollowOptions, followModel } from './run/follow-model.ts';

/**
 * Ends when the signal is aborted and the last batch is written. While readers use the tables of another program, as in
 * a rolling update, it writes nothing.
 */
export async function runProjector(options: FollowOptions): Promise<void> {
  for (let isFirst = true; !options.signal.aborted; isFirst = false) {
    await prepareBuild(options, { isFirst });
    const round = new AbortController();
    const signal = AbortSignal.any([options.signal, round.signal]);
    const onOtherDefinition = () => round.abort();
    await Promise.all(models.map((model) => followModel(model, { ...options, signal, onOtherDefinition })));
  }
}
