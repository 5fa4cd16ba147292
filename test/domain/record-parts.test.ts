/** Parts that every kind of record or document has: actions on many, pictures, names, records made beside them. */
import { describe, expect, it } from 'vitest';
import { withAttachments } from '../../domain/deciding/attachments.ts';
import { nameIssues } from '../../domain/deciding/same-name.ts';
import { bulkActionsOfDocument, bulkActionsOfRecord } from '../../domain/records/bulk.ts';
import { creatingSchema, ownFields, recordsToCreate } from '../../domain/records/created-records.ts';
import { hasNamesByLanguage, nameFieldIn, nameIn, namesAs } from '../../domain/records/record-name.ts';
import { documents } from '../../domain/registry/documents.ts';
import { records } from '../../domain/registry/records.ts';
import { propertiesOf } from '../../domain/schemas/schema-parts.ts';
import { cleanedTexts } from '../../domain/values/cleaned-texts.ts';
import { shop } from './shop.ts';

const recordOf = (kind: string) => {
  const found = records.find((each) => each.kind === kind);
  if (!found) throw new Error(kind);
  return found;
};

describe('an action on many records', () => {
  const actionsOf = (kind: string) =>
    new Map(bulkActionsOfRecord(recordOf(kind)).map((action) => [action.name, action]));

  it('deletes and restores every kind that has several, and each of them undoes the other', () => {
    for (const declaration of records) {
      const actions = bulkActionsOfRecord(declaration);
      if (declaration.singleton) expect(actions).toEqual([]);
      else
        expect(actions.map(({ name, undo }) => [name, undo])).toEqual(expect.arrayContaining([['delete', 'restore']]));
      for (const { permission, reasoned } of actions) {
        expect(permission.startsWith(`${declaration.resource}/`)).toBe(true);
        expect(reasoned).toBe(false);
      }
    }
  });

  it.each([
    ['customer', 'a flag', { is_active: true }, { is_active: false }],
    ['promotion', 'a status', { status: 'active' }, { status: 'inactive' }],
  ])('of the kind %s switches %s, where it is not so already', (kind, _, on, off) => {
    const actions = actionsOf(kind);
    const [activate, inactivate] = [actions.get('activate'), actions.get('inactivate')];
    expect(activate?.commands(null)).toEqual([{ type: 'amend', changed: on }]);
    expect(inactivate?.commands(null)).toEqual([{ type: 'amend', changed: off }]);
    expect([activate?.undo, inactivate?.undo]).toEqual(['inactivate', 'activate']);
    const possibleIn = (state: { readonly status: string }) =>
      [...actions.values()].filter((action) => action.isPossible(state)).map(({ name }) => name);
    expect(possibleIn({ status: 'active', data: on } as never)).toEqual(['inactivate', 'delete']);
    expect(possibleIn({ status: 'active', data: off } as never)).toEqual(['activate', 'delete']);
    expect(possibleIn({ status: 'retired', data: on } as never)).toEqual(['restore']);
    expect(possibleIn({ status: 'none' })).toEqual([]);
  });

  it('switches nothing of a kind that has no such field', () => {
    const without = records.filter(({ singleton, schema }) => {
      const { is_active, status } = propertiesOf(schema);
      return !singleton && !is_active && !status;
    });
    expect(without.length).toBeGreaterThan(5);
    for (const { kind } of without) expect([...actionsOf(kind).keys()], kind).toEqual(['delete', 'restore']);
  });

  it('of documents is every transition without a body, or with a reason only', () => {
    for (const declaration of documents) {
      const actions = bulkActionsOfDocument(declaration);
      for (const { name, reasoned } of actions) {
        const body = declaration.transitions[name]?.body;
        expect(reasoned, `${declaration.kind} ${name}`).toBe(body !== undefined);
        expect(body === undefined ? ['reason'] : Object.keys(propertiesOf(body))).toEqual(['reason']);
      }
      const without = Object.entries(declaration.transitions).filter(([, { body }]) => body === undefined);
      expect(actions.map(({ name }) => name)).toEqual(expect.arrayContaining(without.map(([name]) => name)));
    }
  });
});

describe('the pictures of a document', () => {
  const [picture, other] = ['a'.repeat(32), 'b'.repeat(32)];
  const initial = { status: 'none' } as { readonly status: string };
  const plain = {
    initial,
    evolve: (_: typeof initial, { type }: { readonly type: string }) => ({ status: type }),
    decide: () => [],
  };
  const decider = withAttachments('paper', plain as never, ({ status }: typeof initial) => [`of ${status}`]);
  const at = (status: string, uploaded: readonly string[] = [picture]) => {
    const facts = { ...shop(), uploaded: new Set(uploaded) };
    const state = decider.evolve(decider.initial, { type: status } as never);
    return (attachments: readonly string[], of = state) => decider.decide({ type: 'attach', attachments }, of, facts);
  };

  it('are attached in every state in which there is a document, and kept in the next ones', () => {
    const attached = at('draft')([picture])[0];
    expect(attached).toMatchObject({ type: 'paper.attached', data: { attachments: [picture] } });
    const state = decider.evolve({ status: 'draft' } as never, attached as never);
    expect(decider.evolve(state, { type: 'complete' } as never)).toEqual({
      status: 'complete',
      attachments: [picture],
    });
    expect(at('draft')([picture], state)).toEqual([]);
    expect(at('draft')([], state)).toMatchObject([{ data: { attachments: [] } }]);
  });

  it('are refused where there is none or it was discarded, and when another person uploaded them', () => {
    for (const status of ['none', 'discarded']) {
      expect(() => at(status)([picture])).toThrow(expect.objectContaining({ code: 'wrong_state' }));
    }
    expect(at('complete')([picture])).toHaveLength(1);
    expect(() => at('draft')([picture, other])).toThrow(expect.objectContaining({ code: 'validation' }));
    expect(at('draft', [picture, other])([picture, other])).toHaveLength(1);
    // One that the document has already is kept, whoever uploaded it.
    const held = { status: 'draft', attachments: [other] } as never;
    expect(at('draft')([other, picture], held)).toHaveLength(1);
  });
});

describe('texts of devices', () => {
  it('lose what cannot be seen, and nothing else', () => {
    const sent = { note: 'a\u0000b\u202Ec', count: 3, lines: [{ note: 'x\ny' }, null, true] };
    expect(cleanedTexts(sent)).toEqual({ note: 'abc', count: 3, lines: [{ note: 'x\ny' }, null, true] });
  });
});

describe('records that are registered with a new one', () => {
  const creating = records.filter(({ creates }) => creates);

  it('are named by fields of its body, which are not its own', () => {
    expect(creating.map(({ kind }) => kind)).toContain('outlet');
    for (const declaration of records) {
      const fields = Object.keys(propertiesOf(creatingSchema(declaration)));
      const more = Object.keys(declaration.creates?.kinds ?? {});
      expect(fields).toEqual([...new Set([...Object.keys(propertiesOf(declaration.schema)), ...more])]);
      const body = Object.fromEntries(fields.map((field) => [field, ' New ']));
      expect(Object.keys(ownFields(declaration, body))).toEqual(fields.filter((field) => !more.includes(field)));
      expect(recordsToCreate(declaration, body).map(({ field, name }) => `${field} ${name}`)).toEqual(
        more.map((field) => `${field} New`),
      );
      expect(recordsToCreate(declaration, Object.fromEntries(fields.map((field) => [field, ' '])))).toEqual([]);
      expect(recordsToCreate(declaration, {})).toEqual([]);
    }
  });
});

describe('the name of a record', () => {
  const item = recordOf('item');

  it('is that of the language, and the required one where it has none', () => {
    const data = { item_name: 'Rice', item_name_ar: 'أرز', item_name_ckb: ' ' };
    expect(nameFieldIn(item, 'ckb')).toBe('item_name_ckb');
    expect((['en', 'ar', 'ckb'] as const).map((language) => nameIn(item, data, language))).toEqual([
      'Rice',
      'أرز',
      'Rice',
    ]);
    expect(namesAs('item', item, data)).toEqual({ item: 'Rice', item_ar: 'أرز', item_ckb: 'Rice' });
  });

  it('is one for all languages in a kind without the fields', () => {
    const own = (kind: string) => hasNamesByLanguage(recordOf(kind));
    expect([own('item'), own('user'), own('currency_rate')]).toEqual([true, false, false]);
    for (const declaration of records) {
      const { nameField, schema } = declaration;
      const fields = Object.keys(propertiesOf(schema));
      expect(hasNamesByLanguage(declaration), declaration.kind).toBe(
        fields.includes(`${nameField}_ar`) || fields.includes(`${nameField}_ckb`),
      );
    }
  });

  it('that another record has is refused with its code', () => {
    expect(nameIssues()).toMatchObject({ list: [] });
    expect(nameIssues([{ field: 'item_name', name: 'Rice', code: 'I-7' }]).list).toMatchObject([
      { field: 'item_name', message: 'name_of_another_record', params: { name: 'Rice', code: 'I-7' } },
    ]);
  });
});
