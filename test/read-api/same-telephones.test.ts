/**
 * A telephone that another record has is asked about, in any spelling: for every record whose declaration has telephones,
 * in every such field (docs/decisions/0177). Members of the staff: test/read-api/staff.test.ts.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IMPORT_FORMATS } from '../../domain/imports/formats.ts';
import type { RecordDeclaration } from '../../domain/records/record.ts';
import { telephoneFieldsOf } from '../../domain/records/telephones.ts';
import { records } from '../../domain/registry/records.ts';
import { check, requestOf, rowsOf } from '../imports/requests.ts';
import { recordOf, type Source, sampleOf } from '../support/record-samples.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;
let count = 0;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office.close());

const source: Source = {
  async reference(resource) {
    if (resource === 'outlets' || resource === 'currencies' || resource === 'units') return 1;
    return office.add(resource, await sampleOf(recordOf(resource.split('#')[0] as string), source, ++count));
  },
  picture: () => Promise.reject(new Error('no record with a telephone needs a picture')),
};

const withTelephones = records.filter((record) => telephoneFieldsOf(record).length > 0);
/** One number for each record and field, in three spellings. */
const spelled = (n: number) => {
  const digits = String(7_501_000_000 + n);
  return { own: `0${digits}`, whole: `+964 ${digits}`, long: `00964${digits}` };
};

/** A new body of the record, with this telephone in this field. */
async function bodyWith(record: RecordDeclaration, field: string, telephone: string): Promise<Record<string, unknown>> {
  const body = await sampleOf(record, source, ++count);
  const [list = '', inner] = field.split('.');
  if (inner === undefined) return { ...body, [list]: telephone };
  return { ...body, [list]: [{ label: 'Home', address: 'Street 1', is_default: true, [inner]: telephone }] };
}

describe('a telephone that another record has', () => {
  it('is one of customers, suppliers, salesmen, owners, outlets and addresses of the application', () => {
    const found = withTelephones.map((record) => [record.kind, telephoneFieldsOf(record)]);
    expect(Object.fromEntries(found)).toEqual({
      customer: ['mobile', 'office_phone', 'addresses.phone'],
      supplier: ['mobile', 'office_phone', 'addresses.phone'],
      salesman: ['mobile'],
      stockholder: ['mobile'],
      outlet: ['mobile'],
      online_customer: ['addresses.phone'],
    });
  });

  it.each(withTelephones.map((record) => [record.resource, record] as const))(
    'is asked about in every field, in any spelling, and stored when it is confirmed: %s',
    async (resource, record) => {
      for (const field of telephoneFieldsOf(record)) {
        const { own, whole, long } = spelled(++count);
        const first = await bodyWith(record, field, own);
        const name = String(first[record.nameField]);
        const id = await office.add(resource, first);
        await office.read(resource);
        const again = await bodyWith(record, field, whole);
        const asked = await office.send('POST', resource, again);
        expect([field, asked.status, asked.body.code]).toEqual([field, 422, 'confirmation']);
        expect(Object.keys(asked.body.errors ?? {})).toEqual([field.replace('.', '.0.')]);
        expect(JSON.stringify(asked.body.errors)).toContain(name);
        const tried = await office.send('POST', `${resource}?dry_run=1`, again);
        expect([tried.status, tried.body.code]).toEqual([422, 'confirmation']);
        const key = `confirmed-${resource}-${field}`;
        const confirm = () => office.send('POST', resource, { ...again, confirmed: true }, { key });
        const stored = await confirm();
        expect([stored.status, (await confirm()).body.data['id']]).toEqual([201, stored.body.data['id']]);
        await office.read(resource);
        // Its own telephone in another spelling is no other one, and that of another record is asked about.
        const change = (telephone: string) => ({ [field.split('.')[0] as string]: againIn(first, field, telephone) });
        expect((await office.send('PATCH', `${resource}/${id}`, change(long))).status).toBe(200);
        const third = await office.add(resource, await bodyWith(record, field, spelled(++count).own));
        const changed = await office.send('PATCH', `${resource}/${third}`, change(whole));
        expect([changed.status, changed.body.code]).toEqual([422, 'confirmation']);
        const yes = await office.send('PATCH', `${resource}/${third}`, { ...change(whole), confirmed: true });
        expect(yes.status).toBe(200);
      }
    },
  );

  /** The value of the field with another telephone in it. */
  function againIn(body: Readonly<Record<string, unknown>>, field: string, telephone: string): unknown {
    const [list = '', inner] = field.split('.');
    if (inner === undefined) return telephone;
    return (body[list] as readonly object[]).map((each) => ({ ...each, [inner]: telephone }));
  }

  it('is not told to a person who is not shown whose it is', async () => {
    const owners = recordOf('stockholders');
    const { own, whole } = spelled(++count);
    await office.add('stockholders', await bodyWith(owners, 'mobile', own));
    await office.read('stockholders');
    const enters = await office.person('enters-owners', ['stockholders/store']);
    const body = await bodyWith(owners, 'mobile', whole);
    expect((await office.send('POST', 'stockholders', body, { token: enters })).status).toBe(201);
  });

  it('comes with other questions in one answer, and after what is refused', async () => {
    const owners = recordOf('stockholders');
    const { own, whole } = spelled(++count);
    await office.add('stockholders', await bodyWith(owners, 'mobile', own));
    const id = await office.add('stockholders', {
      ...(await sampleOf(owners, source, ++count)),
      share_percentage: '10',
    });
    await office.read('stockholders');
    const both = await office.send('PATCH', `stockholders/${id}`, { mobile: whole, share_percentage: '20' });
    expect([both.body.code, Object.keys(both.body.errors ?? {}).sort()]).toEqual([
      'confirmation',
      ['mobile', 'share_percentage'],
    ]);
    const wrong = await office.send('PATCH', `stockholders/${id}`, { mobile: whole, share_percentage: '120' });
    expect([wrong.status, wrong.body.code]).toEqual([422, 'validation']);
  });

  it('is asked about in the rows of a file, in every column that is a telephone', async () => {
    const formats = IMPORT_FORMATS.flatMap((format) => {
      const record = withTelephones.find(({ kind }) => 'kind' in format && format.kind === kind);
      const names = new Set(format.columns.map(({ name }) => name));
      const columns = record ? telephoneFieldsOf(record).filter((field) => names.has(field)) : [];
      return record && columns.length > 0 ? [{ format, record, columns }] : [];
    });
    expect(formats.map(({ format }) => format.name)).toEqual(['customers', 'suppliers']);
    for (const { format, record, columns } of formats) {
      const { own, whole } = spelled(++count);
      await office.add(record.resource, await bodyWith(record, 'mobile', own));
      await office.read(record.resource);
      const rows = rowsOf(columns.map((column) => ({ name: `Row of ${column}`, [column]: whole })));
      const { problems } = await check(office, format.name, requestOf(rows));
      expect(problems.map(({ column }) => column)).toEqual(columns);
    }
  });
});
