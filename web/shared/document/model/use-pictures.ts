/**
 * The pictures of a document. They are uploaded at once, separately from the draft, in any status; those of an unsaved
 * document wait until it is saved.
 */

import { useEffect, useState } from 'react';
import { textsOf } from '../../../../domain/values/members.ts';
import { useSchema } from '../../api/record.ts';
import type { DocumentSession } from './session.ts';
import { useSessionState } from './use-session.ts';

export interface DocumentPictures {
  readonly value: readonly string[];
  readonly change: (value: readonly string[]) => void;
  /** The pictures wait for the document to be saved. */
  readonly waiting: boolean;
}

/** Undefined for documents without pictures. */
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
        // A document without drafts would be posted by saving: its pictures are sent with it.
        if (!session.declaration.noDraft) void session.autosave();
      }
    },
  };
}
