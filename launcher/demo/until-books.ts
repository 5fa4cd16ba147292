/** Waits until the read models hold everything that was entered. */
import type { Commands } from '../../command-api/handling/open-commands.ts';
import { ModelsAt } from '../../command-api/read-models/models-at.ts';

const MODELS_WAIT_MS = 120_000;

/** Throws when the read models do not come there within two minutes. */
export async function untilBooksAreThere({ pool, store }: Commands): Promise<void> {
  if (await ModelsAt.reached(pool, await store.head(), MODELS_WAIT_MS)) return;
  throw new Error('the read models have not reached the head of the log');
}
