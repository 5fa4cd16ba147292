/**
 * The lines of every kind of document that moves goods say of which batch they are, until which day it keeps, and which
 * pieces they are: in the office's grid, of a draft that was stored and of a document whose goods have moved, and on each
 * paper. The kinds are read from the declarations: a new one fails here until it is asked too.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BATCHES as ON_PAPERS } from '../../../domain/paper/paper.ts';
import { documentResources, documents } from '../../../domain/registry/documents.ts';
import { listOf, type Members, membersOf, objectsOf, textsOf } from '../../../domain/values/members.ts';
import { queryClient } from '../../../web/shared/api/query.ts';
import { NO_IDENTITIES, readDocument, toBody } from '../../../web/shared/document/model/body.ts';
import type { ColumnDeclaration, EditorDeclaration } from '../../../web/shared/document/model/declaration.ts';
import type { Fields } from '../../../web/shared/document/model/draft.ts';
import { namedBatches, unpackBatches } from '../../../web/shared/document/model/goods/batches.ts';
import { shownText } from '../../../web/shared/document/model/reading.ts';
import { shownColumns } from '../../../web/shared/document/model/shown-columns.ts';
import { HISTORIES } from '../../domain/histories.ts';
import { BATCH, DOORS, type Goods, NAME, nextPiece, openGoods } from './goods-doors.ts';

let goods: Goods;
beforeAll(async () => {
  goods = await openGoods();
});
afterAll(() => goods?.office.close());

interface Posts {
  readonly post?: (data: never, stream: string) => unknown;
}

/** They move goods without lines: one piece, or the batch that they are about; a round is counted on a page of its own. */
const WITHOUT_LINES = ['warranty_claim', 'count_round', 'batch_correction'];

/** The kinds whose samples contain a posting that moves goods, or whose bodies name batches. */
function kindsOfGoods(): string[] {
  const moves = documents.filter(({ kind, postings }) => {
    const rules = new Map<string, Posts>(Object.entries(postings as object));
    return (HISTORIES[kind] ?? []).flat().some(({ type, data }) => {
      const posting = membersOf(rules.get(type)?.post?.(data as never, `${kind}-1`));
      return objectsOf(posting['movements']).some(({ pool }) => membersOf(pool)['kind'] === 'stock');
    });
  });
  const names = documentResources.filter(({ body }) =>
    Object.values(membersOf(membersOf(body)['properties'])).some((list) => {
      const of = [list, ...listOf(membersOf(list)['anyOf'])].map((each) => membersOf(membersOf(each)['items']));
      return of.some((line) => 'batches' in membersOf(line['properties']));
    }),
  );
  return [...new Set([...moves, ...names].map(({ resource }) => resource))];
}

it('every kind of document whose lines are goods is asked here', () => {
  const asked = Object.values(DOORS).map(({ editor }) => editor.resource);
  const without = documents.filter(({ kind }) => WITHOUT_LINES.includes(kind)).map(({ resource }) => resource);
  expect(
    kindsOfGoods()
      .filter((resource) => !without.includes(resource))
      .toSorted(),
  ).toEqual([...new Set(asked)].toSorted());
});

const OF_BATCHES = ['batches', 'batch_number', 'expire_date'];

function textOf({ field, kind }: ColumnDeclaration, fields: Fields): string {
  const value = fields[field];
  if (kind === 'batches') {
    const named = namedBatches(unpackBatches(value), [], 'latin');
    return named.map(({ name }) => name).join(' + ');
  }
  return shownText(kind, value ?? null, { decimals: 0, digits: 'latin' } as never);
}

/** What the grid says of the batches of each line; the item's own cell tells which line it is. */
function shownIn(editor: EditorDeclaration, answer: Members): string[] {
  const { draft } = readDocument(editor, answer);
  const columns = shownColumns(editor.columns, draft.lines, [], () => true);
  const own = columns.filter(({ field }) => OF_BATCHES.includes(field));
  return draft.lines
    .filter(({ fields }) => [goods.syrup, goods.phone].includes(Number(fields['item_fk'])))
    .map(({ fields }) => own.flatMap((column) => textOf(column, fields) || []).join(' · '));
}

/** Of each paper of the document that lists its goods: its name, and what its lines say. */
async function printedOn(path: string): Promise<Record<string, unknown>> {
  const { data } = await goods.office.read(`${path}/paper`);
  const papers = textsOf(data['papers']);
  const of = papers.map(async (name): Promise<[string, unknown][]> => {
    const [paper] = objectsOf((await goods.office.read(`${path}/paper?paper=${name}`)).data['documents']);
    const lines = objectsOf(paper?.['lines']).filter(({ item_fk }) => item_fk === 'Syrup' || item_fk === 'Phone');
    const said = lines.flatMap((line) =>
      ON_PAPERS.flatMap(({ field }) => objectsOf(JSON.parse(String(line[field] ?? null)))),
    );
    return lines.length === 0 ? [] : [[name, said.map(({ batch_number, expire_date }) => [batch_number, expire_date])]];
  });
  return Object.fromEntries((await Promise.all(of)).flat());
}

describe.each(Object.entries(DOORS))('%s', (_name, { editor, enter, moves, isNew = false }) => {
  let path: string;
  let piece: string;
  const show = async () => (await goods.office.read(path)).data;
  const expectPapers = async () => {
    const papers = Object.values(await printedOn(path));
    expect(papers.length).toBeGreaterThan(0);
    for (const said of papers)
      expect(said).toEqual([
        [BATCH.batch_number, BATCH.expire_date],
        [piece, null],
      ]);
  };
  beforeAll(async () => {
    piece = nextPiece(isNew);
    path = `${editor.resource}/${await enter(piece)}`;
  });

  it('shows the batches of its lines when it is opened again', async () => {
    expect(shownIn(editor, await show())).toEqual([NAME, piece]);
    await expectPapers();
  });

  it.skipIf(!moves)('sends them back unchanged', async () => {
    const { draft } = readDocument(editor, await show());
    const sent = Object.values(toBody(editor, draft, NO_IDENTITIES).body).flatMap(objectsOf);
    const numbers = sent.flatMap(({ batches, batch_number }) => [
      ...objectsOf(batches).map((batch) => batch['batch_number']),
      ...(typeof batch_number === 'string' ? [batch_number] : []),
    ]);
    expect(numbers).toEqual([BATCH.batch_number, piece]);
  });

  it.skipIf(!moves)('shows those that it moved when it is only read', async () => {
    for (const [step, body = {}] of moves ?? []) {
      const answer = await goods.office.send('POST', `${path}/${step}`, body);
      expect(answer.body.errors ?? answer.status).toBe(200);
      expect(shownIn(editor, await show())).toEqual([NAME, piece]);
    }
    await expectPapers();
  });

  it('has a place for them as soon as the goods of its lines are known to have some', () => {
    const places = (item: object) => {
      queryClient.setQueryData(['items', 'record', 1_000_000], item);
      const line = { key: 1, fields: { item_fk: 1_000_000 } };
      const shown = shownColumns(editor.columns, [line], [], () => true).filter(({ optional }) => optional);
      queryClient.removeQueries({ queryKey: ['items', 'record', 1_000_000] });
      return shown.some(({ field }) => OF_BATCHES.includes(field));
    };
    expect(places({})).toBe(false);
    expect(places({ has_batch_number: true })).toBe(true);
    expect(places({ serial_numbers: 'at_sale' })).toBe(true);
  });
});
