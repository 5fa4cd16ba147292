import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Decider, fold } from '../../domain/deciding/decider.ts';
import type { DomainEvent } from '../../domain/deciding/event.ts';
import type { Facts } from '../../domain/deciding/facts.ts';
import { recordDecider } from '../../domain/records/record-decider.ts';
import { documents } from '../../domain/registry/documents.ts';
import { postingTable as rules } from '../../domain/registry/posting-table.ts';
import { records } from '../../domain/registry/records.ts';
import { newestVersion, upcast } from '../../domain/versions/upcast.ts';
import { ownDefinition } from '../../projector/builds/definition.ts';
import { models } from '../../projector/models/all.ts';
import { type GoldenFile, printGolden, readGolden } from './golden.ts';
import { HISTORIES } from './histories.ts';

const samples = readGolden();

type AnyDecider = Decider<unknown, never, DomainEvent, Facts>;

function deciderOf(kind: string): AnyDecider {
  const document = documents.find((document) => document.kind === kind);
  const record = records.find((record) => record.kind === kind);
  if (document) return document.decider as unknown as AnyDecider;
  if (record) return recordDecider(record) as unknown as AnyDecider;
  throw new Error(`no kind ${kind}`);
}

/** For each sample that posts, the digest of its postings; and the version of the read models with these postings. */
const POSTED = JSON.parse(readFileSync(join(import.meta.dirname, 'posted.json'), 'utf8')) as unknown;

function postedBy(event: DomainEvent, stream: string): unknown[] {
  const rule = rules[event.type];
  return rule?.does === 'post' ? [rule.post(event.data, stream)] : [];
}

/** The stored names, see `projector/models/books/valued.ts`. */
const STORED: Readonly<Record<string, string>> = { statedCost: 'fact', sameCostAs: 'like', fromComponents: 'inputs' };

function digestOf(postings: readonly unknown[]): string {
  const text = JSON.stringify(postings, (name, value: unknown) => {
    // The read models store no residues: these are claims.
    if (name === 'residue') return undefined;
    if (name === 'by' && typeof value === 'string') return STORED[value] ?? value;
    return typeof value === 'bigint' ? String(value) : value;
  });
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

const plain = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown;

describe('every stored shape', () => {
  it.each(samples.map((sample, index) => [`${sample.kind} ${index}`, sample] as const))(
    '%s folds to the same state as before',
    (_, sample) => {
      const state = fold(
        deciderOf(sample.kind),
        sample.events.map((event) => upcast(event)),
      );
      // New fields of a record's declaration get their defaults in the state; the stored fields do not change.
      if (records.some((record) => record.kind === sample.kind))
        expect(plain(state)).toMatchObject(sample.state as object);
      else expect(plain(state)).toEqual(sample.state);
    },
  );

  it.each(samples.map((sample, index) => [`${sample.kind} ${index}`, sample] as const))(
    '%s posts, twice the same',
    (_, sample) => {
      for (const event of sample.events.map((event) => upcast(event))) {
        const rule = rules[event.type];
        if (rule?.does !== 'post') continue;
        const posting = rule.post(event.data, `${sample.kind}-1`);
        expect(rule.post(event.data, `${sample.kind}-1`)).toEqual(posting);
      }
    },
  );

  // A higher version causes a rebuild; without it the tables would contain rows of the former and of the new postings.
  it('posts the same as before: store a new digest here together with a higher VERSION in projector/builds/definition.ts', () => {
    const posted: Record<string, string> = {};
    for (const { file, kind, events } of samples) {
      const postings = events.map((each) => upcast(each)).flatMap((event) => postedBy(event, `${kind}-1`));
      if (postings.length > 0) posted[file] = digestOf(postings);
    }
    expect({ version: ownDefinition(models).version, posted }).toEqual(POSTED);
  });

  it('has a sample in the newest version of every event that a document can have', () => {
    const sampled = new Set(samples.flatMap((sample) => sample.events).map((event) => `${event.type} v${event.v}`));
    const missing = Object.keys(rules).filter((type) => !sampled.has(`${type} v${newestVersion(type)}`));
    expect(missing).toEqual([]);
  });

  it('is the shape that deciders write now: another one needs a new version and a sample of its own', () => {
    const shapes = samples
      .flatMap((sample) => sample.events)
      .filter((event) => event.v === newestVersion(event.type))
      .map(shapeOf);
    const isNew = (event: DomainEvent) => !shapes.includes(shapeOf(event));
    const lacking = Object.entries(HISTORIES).flatMap(([kind, histories]) =>
      histories.filter((events) => events.some(isNew)).map((events) => sampleOf(kind, events)),
    );
    // Each text that the failure prints is the file of a sample.
    expect(lacking.join('\n')).toBe('');
  });

  it.each(samples.map((sample) => [sample.file, sample] as const))('is stored as one event a line: %s', (_, sample) => {
    expect(sample.text).toBe(printGolden(sample));
  });
});

const sampleOf = (kind: string, events: readonly DomainEvent[]): string =>
  printGolden({ kind, events, state: fold(deciderOf(kind), events as never) as GoldenFile['state'] });

/** Names of the fields of an event, nested ones included, in order. */
function shapeOf(event: DomainEvent): string {
  const fields = new Set<string>();
  const visit = (value: unknown, path: string) => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, inner] of Object.entries(value)) {
      const at = Array.isArray(value) ? path : `${path}.${name}`;
      fields.add(at);
      visit(inner, at);
    }
  };
  visit(plain(event.data), '');
  return `${event.type} v${event.v} ${[...fields].sort().join(' ')}`;
}

describe('upcasting', () => {
  const chain = {
    'thing.done': { 1: (data: never) => ({ ...(data as object), added: true }), 2: (data: never) => [data] },
  };

  it('takes an event through every step to the newest version', () => {
    expect(upcast({ type: 'thing.done', v: 1, data: { a: 1 } }, chain)).toEqual({
      type: 'thing.done',
      v: 3,
      data: [{ a: 1, added: true }],
    });
    expect(upcast({ type: 'thing.done', v: 2, data: 5 }, chain)).toEqual({ type: 'thing.done', v: 3, data: [5] });
  });

  it('leaves the newest version as it is, and refuses one from a newer program', () => {
    const newest = { type: 'thing.done', v: 3, data: [] };
    expect(upcast(newest, chain)).toBe(newest);
    expect(() => upcast({ type: 'thing.done', v: 4, data: [] }, chain)).toThrow(RangeError);
    expect(() => upcast({ type: 'sale.drafted', v: 2, data: {} })).toThrow(RangeError);
  });
});
