/** The dialog of an action on an order row: the row's menu requests it, and the screen shows it. */
import { useSyncExternalStore } from 'react';
import { command } from '../../shared/api/command.ts';
import type { Row } from '../../shared/api/list.ts';
import { notifySuccess } from '../../shared/notify/notify.ts';
import { ORDER_QUESTIONS } from './order-questions.tsx';

interface Asked {
  readonly row: Row;
  /** Name of the transition. */
  readonly name: string;
  readonly reload: () => Promise<void>;
}

let asked: Asked | undefined;
const listeners = new Set<() => void>();

export function askOfOrder(question: Asked | undefined): void {
  asked = question;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    // Leaving the screen discards the question.
    if (listeners.size === 0) asked = undefined;
  };
}

export function AskedOfOrder() {
  const question = useSyncExternalStore(subscribe, () => asked);
  const Question = question && ORDER_QUESTIONS[question.name];
  if (!question || !Question) return null;
  const { row, name, reload } = question;
  const send = async (body: object) => {
    const answer = await command(':resource/:id/:transition', {
      params: { resource: 'online_orders', id: Number(row['id']), transition: name },
      body: { ...body, revision: row['revision'] },
    });
    if (answer.message) notifySuccess(answer.message);
    await reload();
    return true;
  };
  return <Question {...{ name, send }} order={row} onClose={() => askOfOrder(undefined)} />;
}
