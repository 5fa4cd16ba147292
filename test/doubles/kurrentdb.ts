/**
 * A KurrentDB server in this process: the gRPC services that `@eventstore/db-client` 6.2.1 calls, built from its
 * definitions. It imitates the behaviour that causes errors: positions with gaps, system events in between, exclusive
 * subscriptions and inclusive reads, strong and weak idempotency, no answer to a repeated pending append, the append
 * limit, UNAVAILABLE in mid-stream, a stream that ends without an error, silence, a killed leader, and a `BatchAppend`
 * that never answers. The answer of a read arrives in one piece with its end (`relay.ts`): a reader that stops in the
 * middle leaves a call open.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import gossipGrpc from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import featuresGrpc from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import features from '@eventstore/db-client/generated/serverfeatures_pb.js';
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { AppendReq, AppendResp, ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { ServerReadableStream, ServerUnaryCall, ServerWritableStream, sendUnaryData } from '@grpc/grpc-js';
import { Metadata, Server, ServerCredentials, status } from '@grpc/grpc-js';
import type { OwnCertificate } from '../support/own-certificate.ts';
import type { Stored } from './kurrentdb-log.ts';
import { KurrentLogDouble, MAX_APPEND_SIZE } from './kurrentdb-log.ts';
import {
  answerAppend,
  caughtUp,
  confirmation,
  eventResponse,
  expectedOf,
  leaderAt,
  notFound,
  proposedOf,
  streamNameOf,
} from './kurrentdb-messages.ts';
import { Relay } from './relay.ts';

/**
 * The outcome of an append: stored (`none`), refused before it is stored, or stored without an answer: with an error,
 * with silence, or with all connections cut (`killed`). `leader-gone` names a leader that cannot be reached. With
 * `cut-short` only the first event is stored, as if it were all.
 */
export type AppendFault =
  | 'none'
  | 'cut-short'
  | 'unavailable'
  | 'not-leader'
  | 'leader-gone'
  | 'answer-lost'
  | 'silent'
  | 'stored-and-silent'
  | 'killed'
  | 'stored-and-killed';

/** The server drops an append that repeats a pending one, and does not answer it during this time. */
const COMMIT_TIMEOUT_MS = 2_000;

type ReadCall = ServerWritableStream<ReadReq, ReadResp>;

/** With a certificate it speaks TLS, as the leader of a cluster does. */
export async function startKurrentDouble(certificate?: OwnCertificate): Promise<KurrentDouble> {
  const double = new KurrentDouble(certificate);
  await double.listen();
  return double;
}

export class KurrentDouble {
  log = new KurrentLogDouble();
  /** The faults of the next appends, in order. */
  readonly appendFaults: AppendFault[] = [];
  /** Called after an append is stored, before its answer is sent. */
  onStored: (stream: string) => Promise<void> = async () => {};
  /** The numbers of events after which the next reads fail with UNAVAILABLE. */
  readonly readFaults: number[] = [];
  /** False for servers before 23.10, which do not report when a subscription has caught up. */
  saysCaughtUp = true;
  /** The number of events sent to readers and subscribers. */
  eventsSent = 0;
  /** The number of reads of a single stream. */
  streamsRead = 0;
  readonly #subscribers = new Map<ReadCall, (stored: Stored) => boolean>();
  readonly #relay = new Relay();
  #server = new Server();
  #speaking = Promise.withResolvers<void>();

  readonly #certificate: OwnCertificate | undefined;
  #ownPort = 0;

  constructor(certificate?: OwnCertificate) {
    this.#speaking.resolve();
    this.#certificate = certificate;
  }

  get url(): string {
    return `esdb://127.0.0.1:${this.port}?tls=false`;
  }

  /** The relay does not see the answers in a connection with TLS, which leads to the server itself. */
  get port(): number {
    return this.#certificate === undefined ? this.#relay.port : this.#ownPort;
  }

  get subscribers(): number {
    return this.#subscribers.size;
  }

  async listen(): Promise<void> {
    this.#server = new Server();
    this.#server.addService(featuresGrpc.ServerFeaturesService, {
      getSupportedMethods: (_call: ServerUnaryCall<unknown, unknown>, done: sendUnaryData<unknown>) =>
        done(null, supported()),
    });
    this.#server.addService(streamsGrpc.StreamsService, {
      append: (call: ServerReadableStream<AppendReq, AppendResp>, done: sendUnaryData<AppendResp>) =>
        this.#append(call, done),
      read: (call: ReadCall) => void this.#read(call),
      // Never answers, which is how the client 6.2.1 experiences a silent server.
      batchAppend: () => {},
      delete: (_call: unknown, done: sendUnaryData<unknown>) => done({ code: status.UNIMPLEMENTED }),
      tombstone: (_call: unknown, done: sendUnaryData<unknown>) => done({ code: status.UNIMPLEMENTED }),
    });
    this.#server.addService(gossipGrpc.GossipService, {
      read: (_call: unknown, done: sendUnaryData<unknown>) => done(null, leaderAt(this.port)),
    });
    const credentials = this.#certificate ? secured(this.#certificate) : ServerCredentials.createInsecure();
    this.#ownPort = await new Promise<number>((resolve, reject) => {
      this.#server.bindAsync('127.0.0.1:0', credentials, (error, bound) => {
        if (error) reject(error);
        else resolve(bound);
      });
    });
    await this.#relay.listen(this.#ownPort);
  }

  /** Appends the server's statistics, as it does without other appends. */
  idle(events: number): void {
    for (const stored of this.log.idle(events)) this.#push(stored);
  }

  /** Ends every connection; the log remains. */
  async restart(): Promise<void> {
    this.#server.forceShutdown();
    this.#relay.cut();
    this.#subscribers.clear();
    await this.listen();
  }

  /** While `silent`, there is no answer, no event and no error. */
  silence(silent: boolean): void {
    if (silent) this.#speaking = Promise.withResolvers<void>();
    else this.#speaking.resolve();
  }

  /** Ends live subscriptions without an error, as an orderly shutdown does. */
  endSubscriptions(): void {
    for (const call of this.#subscribers.keys()) call.end();
    this.#subscribers.clear();
  }

  /** Ends live subscriptions with UNAVAILABLE. */
  breakSubscriptions(): void {
    for (const call of this.#subscribers.keys())
      call.emit('error', { code: status.UNAVAILABLE, details: 'going away' });
    this.#subscribers.clear();
  }

  /** Live subscriptions remain open and receive no further events. */
  muteSubscriptions(): void {
    this.#subscribers.clear();
  }

  async close(): Promise<void> {
    this.silence(false);
    this.#server.forceShutdown();
    await this.#relay.close();
  }

  #append(call: ServerReadableStream<AppendReq, AppendResp>, done: sendUnaryData<AppendResp>): void {
    const messages: AppendReq[] = [];
    call.on('data', (message: AppendReq) => messages.push(message));
    call.on('error', () => {});
    call.on('end', () => void this.#store(messages, done));
  }

  async #store([header, ...proposed]: readonly AppendReq[], done: sendUnaryData<AppendResp>): Promise<void> {
    await this.#speaking.promise;
    const options = header?.getOptions();
    if (!options) return done({ code: status.INVALID_ARGUMENT });
    const fault = this.appendFaults.shift();
    if (fault === 'silent') return;
    if (fault === 'unavailable') return done({ code: status.UNAVAILABLE, details: 'not now' });
    if (fault === 'not-leader') return done(notLeader(this.#relay.port));
    if (fault === 'leader-gone') return done(notLeader(1));
    if (fault === 'killed') return this.#relay.cut();
    const stream = streamNameOf(options.getStreamIdentifier());
    const before = this.log.all.length;
    const arrived = fault === 'cut-short' ? proposed.slice(0, 1) : proposed;
    const outcome = this.log.append(stream, expectedOf(options), arrived.map(proposedOf));
    for (const stored of this.log.all.slice(before)) this.#push(stored);
    if (outcome.result === 'success') await this.onStored(stream);
    if (fault === 'stored-and-silent') return;
    if (fault === 'stored-and-killed') return this.#relay.cut();
    if (fault === 'answer-lost' || fault === 'cut-short')
      return done({ code: status.UNAVAILABLE, details: 'the answer was lost' });
    if (outcome.result === 'too-large') return done(tooLarge());
    if (outcome.result === 'on-its-way') {
      await sleep(COMMIT_TIMEOUT_MS);
      return done({ code: status.ABORTED, details: 'Operation timed out: Request canceled by server' });
    }
    done(null, answerAppend(expectedOf(options), outcome));
  }

  #push(stored: Stored): void {
    for (const [call, wants] of this.#subscribers) if (wants(stored)) this.#send(call, stored);
  }

  #send(call: ReadCall, stored: Stored): boolean {
    this.eventsSent += 1;
    return call.write(eventResponse(stored));
  }

  async #read(call: ReadCall): Promise<void> {
    call.on('error', () => {});
    await this.#speaking.promise;
    const options = call.request.getOptions();
    const name = streamNameOf(options?.getStream()?.getStreamIdentifier());
    if (!options) {
      call.end();
      return;
    }
    if (options.hasSubscription()) return this.#subscribe(call, options);
    if (options.hasStream()) this.streamsRead += 1;
    if (options.hasStream() && this.log.stream(name).length === 0) {
      call.write(notFound(name));
      call.end();
      return;
    }
    const answer = this.#relay.hold();
    call.once('cancelled', answer.leave);
    const breakAfter = this.readFaults.shift() ?? Number.POSITIVE_INFINITY;
    const found = this.#find(options, name).slice(0, Number(options.getCount()));
    for (const [index, stored] of found.entries()) {
      if (index >= breakAfter) break;
      if (!this.#send(call, stored)) await new Promise((resolve) => call.once('drain', resolve));
      if (call.cancelled) return;
    }
    answer.written();
    if (found.length > breakAfter) call.emit('error', { code: status.UNAVAILABLE, details: 'broke off' });
    else call.end();
  }

  /** A forward read includes the event at its position, a backward read begins before it. */
  #find(options: ReadReq.Options, stream: string): readonly Stored[] {
    const backwards = options.getReadDirection() === 1;
    if (options.hasStream()) {
      const kept = this.log.stream(stream);
      if (backwards) return kept.toReversed();
      const from = BigInt(options.getStream()?.getRevision() || 0);
      return kept.filter(({ revision }) => revision >= from);
    }
    const at = options.getAll();
    const from = BigInt(at?.getPosition()?.getCommitPosition() || 0);
    if (backwards) return this.log.all.filter(({ position }) => at?.hasEnd() || position < from).toReversed();
    return this.log.all.filter(({ position }) => position >= from);
  }

  /**
   * A subscription to `$all` after a position: the stored events that match, the report that it has caught up, and new
   * events.
   */
  #subscribe(call: ReadCall, options: ReadReq.Options): void {
    const wants = wantedBy(options);
    const from = options.getAll();
    call.write(confirmation());
    if (!from?.hasEnd()) {
      const after = from?.hasPosition() ? BigInt(from.getPosition()?.getCommitPosition() || 0) : -1n;
      for (const stored of this.log.all) if (stored.position > after && wants(stored)) this.#send(call, stored);
    }
    if (this.saysCaughtUp) call.write(caughtUp());
    this.#subscribers.set(call, wants);
    call.on('cancelled', () => this.#subscribers.delete(call));
  }
}

/** Filters of the server are by type or by stream, and by a regular expression or prefixes. */
function wantedBy(options: ReadReq.Options): (stored: Stored) => boolean {
  const filter = options.getFilter();
  if (!filter) return () => true;
  const expression = filter.hasEventType() ? filter.getEventType() : filter.getStreamIdentifier();
  const prefixes = expression?.getPrefixList() ?? [];
  const pattern = new RegExp(expression?.getRegex() || '^');
  return ({ type, stream }) => {
    const text = filter.hasEventType() ? type : stream;
    return prefixes.length > 0 ? prefixes.some((prefix) => text.startsWith(prefix)) : pattern.test(text);
  };
}

const secured = ({ certificate, key }: OwnCertificate): ServerCredentials =>
  ServerCredentials.createSsl(null, [{ cert_chain: Buffer.from(certificate), private_key: Buffer.from(key) }]);

function notLeader(port: number): { code: status; details: string; metadata: Metadata } {
  const metadata = new Metadata();
  metadata.set('exception', 'not-leader');
  metadata.set('leader-endpoint-host', '127.0.0.1');
  metadata.set('leader-endpoint-port', String(port));
  return { code: status.NOT_FOUND, details: 'leader info available', metadata };
}

function tooLarge(): { code: status; details: string; metadata: Metadata } {
  const metadata = new Metadata();
  metadata.set('exception', 'maximum-append-size-exceeded');
  metadata.set('maximum-append-size', String(MAX_APPEND_SIZE));
  return { code: status.INVALID_ARGUMENT, details: 'maximum append size exceeded', metadata };
}

/** Reports `BatchAppend` as supported, as a real server does. */
function supported(): unknown {
  const methods = ['read', 'append', 'batchappend'].map((name) => {
    const method = new features.SupportedMethod();
    method.setServiceName('event_store.client.streams.streams');
    method.setMethodName(name);
    return method;
  });
  const answer = new features.SupportedMethods();
  answer.setMethodsList(methods);
  answer.setEventStoreServerVersion('23.10.0');
  return answer;
}
