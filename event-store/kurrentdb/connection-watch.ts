/** Notices the end of a connection to KurrentDB. The client does not tell that it has connected anew; its channel does. */
import { EventStoreDBClient } from '@eventstore/db-client';

/** The state of a connected channel of gRPC (`connectivityState.READY`). */
const READY = 2;

class WithChannel extends EventStoreDBClient {
  static has(client: EventStoreDBClient): client is WithChannel {
    return 'getChannel' in client;
  }

  static of(client: WithChannel) {
    return client.getChannel();
  }
}

/** True when there is a connection: then `onLost` is called once, when it ends. */
export async function watchConnection(client: EventStoreDBClient, onLost: () => void): Promise<boolean> {
  if (!WithChannel.has(client)) return false;
  const channel = await WithChannel.of(client);
  const isReady = channel.getConnectivityState(false) === READY;
  if (isReady) channel.watchConnectivityState(READY, Number.POSITIVE_INFINITY, onLost);
  return isReady;
}
