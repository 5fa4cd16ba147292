/**
 * The pictures of a document. They are given at once and apart from the draft, in whatever state the document is; those
 * of a document that the server has not heard of wait until it has.
 */

import { useEffect, useState } from 'react';
import { textsOf } from '../../../../domain/kernel/members.ts';
import { useSchema } from '../../api/record.ts';
import type { DocumentSession } from './session.ts';
import { useSessionState } from './use-session.ts';

export interface DocumentPictures {
  readonly value: readonly string[];
  readonly change: (value: readonly string[]) => void;
  /** They are not with the server yet: the document comes first. */
  readonly waiting: boolean;
}

/** Undefined for documents that hold none. */
export function useDocumentPictures(session: DocumentSession): DocumentPictures | undefined {
  const schema = useSchema(session.declaration.resource);
  const { server } = useSessionState(session);
  const [waiting, setWaiting] = useState<readonly string[]>([]);
  const isWaiting = waiting.length > 0;
  const isKnown = server !== undefined;
  useEffect(() => {
    if (!isWaiting || !isKnown) return;
    void session.transition('attach', { attachments: waiting }).then((done) => done && setWaiting([]));
  }, [session, isWaiting, isKnown, waiting]);
  if (!schema.data?.properties?.attachments) return undefined;
  const held = textsOf(server?.data['attachments']);
  return {
    value: isWaiting ? waiting : held,
    waiting: isWaiting && !isKnown,
    change: (value) => {
      if (server) void session.transition('attach', { attachments: value });
      else {
        setWaiting(value);
        // Without a draft, sending it would book it: the pictures come with what is booked.
        if (!session.declaration.noDraft) void session.autosave();
      }
    },
  };
}
