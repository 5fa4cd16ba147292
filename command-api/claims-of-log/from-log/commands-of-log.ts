/** Reads the log as commands: the events of each command together, in the order in which the commands were stored. */
import type { RecordedEvent } from '../../../domain/deciding/event.ts';
import type { EventStore, Position } from '../../../event-store/port.ts';
import { START } from '../../../event-store/port.ts';

export interface LoggedCommand {
  readonly commandId: string;
  /** In order of position. */
  readonly events: readonly RecordedEvent[];
}

const PAGE = 2_000;
/** In KurrentDB events of concurrent commands interleave; this is the maximum distance between two of one command. */
const APART_MAX = 1_000;

/** Stops after the position `until`. */
export async function* commandsOf(store: Pick<EventStore, 'readAll'>, until?: Position): AsyncGenerator<LoggedCommand> {
  let waiting: readonly RecordedEvent[] = [];
  for (let position = START; ; ) {
    const read = await store.readAll(position, PAGE);
    position = read.at(-1)?.position ?? position;
    const page = until === undefined ? read : read.filter((event) => event.position <= until);
    const isEnd = page.length === 0;
    const all = [...waiting, ...page];
    const whole = isEnd ? undefined : all[all.length - APART_MAX]?.position;
    const left: RecordedEvent[] = [];
    for (const [commandId, events] of Map.groupBy(all, ({ meta }) => meta.commandId)) {
      const last = events.at(-1)?.position ?? START;
      if (isEnd || (whole !== undefined && last < whole)) yield { commandId, events };
      else left.push(...events);
    }
    if (isEnd) return;
    waiting = left.sort((a, b) => (a.position < b.position ? -1 : 1));
  }
}
