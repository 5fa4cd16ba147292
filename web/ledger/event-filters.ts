/** What the log is asked for: kinds of records and documents, and what happened to them, in the words of the reader. */
import { eventWords } from '../shared/history/event-words.ts';
import { FROM, OUTLET, type ReportFilter } from '../shared/report/declaration.ts';
import { kindWords } from '../shared/report/report-links.tsx';

/** Of `GET events/kinds`: `sale`, and `sale.completed` … */
export interface EventKind {
  readonly kind: string;
  readonly types: readonly string[];
}

interface Words {
  readonly value: string;
  readonly label: string;
}

/** `kind` and `type` are those of the address: only what can happen to that kind is offered. */
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

/** What is called the same is one choice: the happenings of all kinds that have these words, joined with commas. */
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
  // An address may name one type in full.
  const isOffered = type === '' || choices.some(({ value }) => value === type);
  return sorted(isOffered ? choices : [...choices, { value: type, label: eventWords(type) }]);
}

const sorted = (words: readonly Words[]): readonly Words[] =>
  words.toSorted((one, other) => one.label.localeCompare(other.label));
