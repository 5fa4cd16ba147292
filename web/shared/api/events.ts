/** Server-sent events from the answer of a request. An EventSource cannot send the bearer token. */

/**
 * The data of each event, as JSON; lines that only keep the connection open are skipped. `heard` is called for every
 * received chunk.
 */
export async function* eventsIn(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  heard: () => void = () => undefined,
): AsyncGenerator<unknown> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let waiting = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    heard();
    const events = (waiting + part.value).split('\n\n');
    waiting = events.pop() ?? '';
    for (const event of events) if (event.startsWith(DATA)) yield JSON.parse(event.slice(DATA.length));
  }
}

const DATA = 'data: ';
