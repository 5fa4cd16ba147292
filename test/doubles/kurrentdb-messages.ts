/** Conversions between the messages of the protocol and the double's log. */

import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import type { StreamIdentifier } from '@eventstore/db-client/generated/shared_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import type { AppendReq, AppendResp, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { Expected, Outcome, Proposed, Stored } from './kurrentdb-log.ts';

export function streamNameOf(identifier: StreamIdentifier | undefined): string {
  return Buffer.from(identifier?.getStreamName_asU8() ?? []).toString('utf8');
}

export function expectedOf(options: AppendReq.Options): Expected {
  if (options.hasNoStream()) return 'no_stream';
  if (options.hasStreamExists()) return 'stream_exists';
  return options.hasAny() ? 'any' : BigInt(options.getRevision());
}

export function proposedOf(message: AppendReq): Proposed {
  const proposed = message.getProposedMessage();
  if (!proposed) throw new Error('an append holds its options first and then only events');
  return {
    id: proposed.getId()?.getString() ?? '',
    type: proposed.getMetadataMap().get('type') ?? '',
    contentType: proposed.getMetadataMap().get('content-type') ?? '',
    data: proposed.getData_asU8(),
    metadata: proposed.getCustomMetadata_asU8(),
  };
}

export function answerAppend(
  expected: Expected,
  outcome: Exclude<Outcome, { result: 'too-large' | 'on-its-way' }>,
): AppendResp {
  const answer = new streams.AppendResp();
  if (outcome.result === 'wrong') {
    const wrong = new streams.AppendResp.WrongExpectedVersion();
    if (outcome.revision === undefined) wrong.setCurrentNoStream(new shared.Empty());
    else wrong.setCurrentRevision(String(outcome.revision));
    if (typeof expected === 'bigint') wrong.setExpectedRevision(String(expected));
    else wrong.setExpectedNoStream(new shared.Empty());
    answer.setWrongExpectedVersion(wrong);
    return answer;
  }
  const success = new streams.AppendResp.Success();
  success.setCurrentRevision(String(outcome.revision));
  const position = new streams.AppendResp.Position();
  position.setCommitPosition(String(outcome.position));
  position.setPreparePosition(String(outcome.position));
  success.setPosition(position);
  answer.setSuccess(success);
  return answer;
}

export function eventResponse(stored: Stored): ReadResp {
  const id = new shared.UUID();
  id.setString(stored.id);
  const recorded = new streams.ReadResp.ReadEvent.RecordedEvent();
  recorded.setId(id);
  recorded.setStreamIdentifier(identifier(stored.stream));
  recorded.setStreamRevision(String(stored.revision));
  recorded.setCommitPosition(String(stored.position));
  recorded.setPreparePosition(String(stored.position));
  recorded.getMetadataMap().set('type', stored.type);
  recorded.getMetadataMap().set('content-type', stored.contentType);
  recorded.getMetadataMap().set('created', String(stored.createdTicks));
  recorded.setCustomMetadata(stored.metadata);
  recorded.setData(stored.data);
  const event = new streams.ReadResp.ReadEvent();
  event.setEvent(recorded);
  event.setCommitPosition(String(stored.position));
  const response = new streams.ReadResp();
  response.setEvent(event);
  return response;
}

export function notFound(stream: string): ReadResp {
  const missing = new streams.ReadResp.StreamNotFound();
  missing.setStreamIdentifier(identifier(stream));
  const response = new streams.ReadResp();
  response.setStreamNotFound(missing);
  return response;
}

export function confirmation(): ReadResp {
  const confirmed = new streams.ReadResp.SubscriptionConfirmation();
  confirmed.setSubscriptionId(crypto.randomUUID());
  const response = new streams.ReadResp();
  response.setConfirmation(confirmed);
  return response;
}

export function caughtUp(): ReadResp {
  const response = new streams.ReadResp();
  response.setCaughtUp(new streams.ReadResp.CaughtUp());
  return response;
}

function identifier(stream: string): StreamIdentifier {
  const name = new shared.StreamIdentifier();
  name.setStreamName(Buffer.from(stream, 'utf8').toString('base64'));
  return name;
}

/** What a node says of its cluster: the leader, who is alive. */
export function leaderAt(port: number): gossip.ClusterInfo {
  const endpoint = new gossip.EndPoint();
  endpoint.setAddress('127.0.0.1');
  endpoint.setPort(port);
  const leader = new gossip.MemberInfo();
  leader.setState(gossip.MemberInfo.VNodeState.LEADER);
  leader.setIsAlive(true);
  leader.setHttpEndPoint(endpoint);
  const cluster = new gossip.ClusterInfo();
  cluster.setMembersList([leader]);
  return cluster;
}
