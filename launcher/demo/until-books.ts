/** Waits until the read models have processed all entered events. */
import type { Commands } from '../../command-api/handling/open-commands.ts';
import { waitForReadModels } from '../../command-api/read-models/models-at.ts';

/** Throws when a model does not move, and names those that are stopped. */
export async function untilBooksAreThere({ pool, store }: Commands): Promise<void> {
  await waitForReadModels(pool, await store.head());
}
