/** Filters of the log: kinds of records and documents, and event types, in the reader's language. */
import type { Reads } from '../shared/api/read.ts';
import { eventWords } from '../shared/history/event-words.ts';
import { FROM, OUTLET, type ReportFilter } from '../shared/report/declaration.ts';
import { kindWords } from '../shared/report/report-links.tsx';

/** From `GET events/kinds`: `sale`, and `sale.completed` … */
export type EventKind = Reads['events/kinds'][number];

interface Words {
  readonly value: string;
  readonly label: string;
}

/** `kind` and `type` come from the address; only types of that kind are offered. */
export const eventFilters = (kinds: readonly EventKind[], kind: string, type: string): readonly ReportFilter[] => [
  FROM,
  { name: 'to', kind: 'day', label: 'report:filters.to' },
  { name: 'kind', kind: 'option', label: 'report:filters.kind', words: kindChoices(kinds), clears: 'type' },
  { name: 'type', kind: 'option', label: 'report:filters.type', words: typeChoices(kinds, kind, type) },
  { name: 'stream', kind: 'document', label: 'report:filters.stream' },
  { name: 'user_fk', kind: 'lookup', resource: 'users', label: 'report:filters.person' },
  OUTLET,
  { name: 'device', kind: 'text', label: 'report:filters.device' },
  { name: 'reason', kind: 'text', label: 'report:filters.reason' },
];

const kindChoices = (kinds: readonly EventKind[]): readonly Words[] =>
  sorted(kinds.map(({ kind }) => ({ value: kind, label: kindWords(kind) })));

/** Types with the same label are one choice, joined with commas over all kinds. */
function typeChoices(kinds: readonly EventKind[], kind: string, type: string): readonly Words[] {
  const asked = kind === '' ? kinds : kinds.filter((each) => each.kind === kind);
  const byWords = Map.groupBy(
    asked.flatMap(({ types }) => types),
    eventWords,
  );
  const choices = [...byWords].map(([label, types]) => ({
    label,
    value: [...new Set(types.map((each) => each.slice(each.indexOf('.') + 1)))].join(),
  }));
  // An address may contain one full type.
  const isOffered = type === '' || choices.some(({ value }) => value === type);
  return sorted(isOffered ? choices : [...choices, { value: type, label: eventWords(type) }]);
}

const sorted = (words: readonly Words[]): readonly Words[] =>
  words.toSorted((one, other) => one.label.localeCompare(other.label));
