/** Drafts of documents and records that a page makes of goods, each by a request of its own: one that is refused keeps no other one back. */
import { useState } from 'react';
import { v4 as uuid } from 'uuid';
import { command } from '../api/command.ts';
import { forget } from '../api/query.ts';
import { notifyProblem } from '../notify/notify.ts';

export interface WantedDraft {
  readonly resource: string;
  /** The name of its link: its supplier or its inventory. */
  readonly label: string | null;
  readonly body: object;
  /** Of a record: its page and the key of its name; documents have theirs in the menu. */
  readonly page?: { readonly path: string; readonly name: string };
}

export type MadeDraft<Draft extends WantedDraft = WantedDraft> = Draft & { readonly id: number };

export function useMadeDrafts() {
  const [made, setMade] = useState<readonly MadeDraft[]>([]);
  // Equal bodies have equal keys, so that a request repeated after a lost answer creates one draft.
  const [keys] = useState(() => new Map<string, string>());
  const make = async <Draft extends WantedDraft>(drafts: readonly Draft[]): Promise<readonly MadeDraft<Draft>[]> => {
    const done: MadeDraft<Draft>[] = [];
    for (const draft of drafts) {
      try {
        done.push({ ...draft, id: await sent(draft, keys) });
      } catch (problem) {
        notifyProblem(problem);
      }
    }
    setMade((before) => [...before, ...done]);
    for (const resource of new Set(done.map((draft) => draft.resource))) await forget(resource);
    return done;
  };
  return { made, make };
}

async function sent({ resource, body }: WantedDraft, keys: Map<string, string>): Promise<number> {
  const text = `${resource} ${JSON.stringify(body)}`;
  const idempotencyKey = keys.get(text) ?? uuid();
  keys.set(text, idempotencyKey);
  const { data } = await command(':resource', { params: { resource }, body, idempotencyKey, shape: { id: 'number' } });
  // The same goods again are another draft.
  keys.delete(text);
  return data.id;
}
