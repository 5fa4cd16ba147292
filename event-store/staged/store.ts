/**
 * Commands decided in memory, and written to PostgreSQL many at a time: for one program that enters much while nobody
 * else enters anything, as the demonstration does (docs/decisions/0102). The store begins with everything that is in the
 * log. What it has written is the same as if each command had been appended alone.
 */
import type { RecordedAt } from '../claims/stated-time.ts';
import { MemoryStore } from '../memory/store.ts';
import type { CommandStore } from '../port.ts';
import { readRows } from './read-rows.ts';
import { RowWriter } from './write-rows.ts';

export interface StagedStore extends CommandStore {
  /** Writes all commands that are not written yet. A crash before it loses them. */
  flush(): Promise<void>;
}

export interface StagedOptions {
  /** Address of a migrated database, for the owner of the log. */
  readonly url: string;
  readonly recordedAt: RecordedAt;
}

/** Commands that are written together while further ones are decided. */
const COMMANDS_AT_ONCE = 250;

/** Undefined when a log has free numbers of documents, which only the ordinary store gives again. */
export async function openStagedStore({ url, recordedAt }: StagedOptions): Promise<StagedStore | undefined> {
  const store = new Staged(recordedAt, url);
  try {
    if (await store.open()) return store;
  } catch (error) {
    await store.close();
    throw error;
  }
  await store.close();
  return undefined;
}

class Staged extends MemoryStore implements StagedStore {
  readonly #writer: RowWriter;
  #waiting = 0;
  #writing: Promise<void> | undefined;
  #failure: { readonly error: unknown } | undefined;

  constructor(recordedAt: RecordedAt, url: string) {
    super(recordedAt);
    this.#writer = new RowWriter(url);
  }

  async open(): Promise<boolean> {
    const rows = await this.#writer.read(readRows);
    if (rows) this.load(rows);
    return rows !== undefined;
  }

  override async append(batch: Parameters<MemoryStore['append']>[0]): ReturnType<MemoryStore['append']> {
    if (this.#failure) throw this.#failure.error;
    const appended = await super.append(batch);
    if (appended.repeated) return appended;
    this.#waiting += 1;
    if (this.#waiting >= COMMANDS_AT_ONCE && !this.#writing) {
      // An error is thrown by the next append or by `flush`.
      this.#write().catch(() => undefined);
    }
    return appended;
  }

  async flush(): Promise<void> {
    while (this.#writing) await this.#writing;
    if (this.#failure) throw this.#failure.error;
    if (this.#waiting > 0) await this.#write();
  }

  override async close(): Promise<void> {
    // A failed write was thrown already.
    await this.#writing?.catch(() => undefined);
    await super.close();
    await this.#writer.close();
  }

  #write(): Promise<void> {
    this.#waiting = 0;
    const written = this.#writer.write(this.takeChanged());
    this.#writing = written
      .catch((error: unknown) => {
        // What could not be written is in the memory only: nothing may follow it.
        this.#failure = { error };
        throw error;
      })
      .finally(() => {
        this.#writing = undefined;
      });
    return this.#writing;
  }
}
