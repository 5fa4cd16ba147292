/** No field of a command is ignored: another value of it shows in the events, or in a refusal. */
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { documents } from '../../domain/registry/documents.ts';
import { alternativesOf, itemsOf, propertiesOf } from '../../domain/schemas/schema-parts.ts';
import { isObject, type Members, membersOf } from '../../domain/values/members.ts';
import { Refusal } from '../../domain/values/refusal.ts';
import { DECIDED, type Decided } from './given.ts';
import { HISTORIES } from './histories.ts';

/** Values of fields that no history has. */
const SAMPLES: Readonly<Record<string, readonly unknown[]>> = {
  customer_mobile: ['07501234567'],
  customer_address: ['Ankawa'],
  rounded_discount: ['1', true],
  batches: [[{ batch_number: 'B1', expire_date: '2027-01-31', quantity: '1' }]],
  allocations: [[{ document: 'sale-1', amount: '1' }], [{ document: 'purchase-1', amount: '1' }]],
  settle_rate: ['1510'],
  bank_fee: ['1.5'],
  money_amount: ['148000'],
  allocate: [true, false, 'oldest', 'none'],
  above_payable: ['advance', 'refused'],
  tax_direction: ['received', 'paid'],
  takes_unlisted: [true, false],
  pricing_profile_fk: [1, 987],
  price_method: ['percent', 'amount', 'increase_percent', 'profit_rate'],
  method_value: ['5'],
  parts: [[{ item_fk: 11, batches: [{ batch_number: 'B1', expire_date: null, quantity: '1' }] }]],
  to_rate_fk: [4],
  profit_rate: ['10'],
  difference_to: ['capital', 'opening-equity'],
};

/** Fields without a meaning in the commands of the histories that do not have them, and why. */
const WITHOUT_MEANING: readonly (readonly [RegExp, string])[] = [
  [
    /\brate(_fk)?$/,
    'the amount is in the currency of the books, or in that of the origin, or the rate itself is typed',
  ],
  [/ (costs\.)?account_fk$/, 'nothing is paid at once'],
  [/ (costs\.)?paid_(account_fk|rate)$/, 'nothing is paid now, or with money of the same currency'],
  [/^(expense|income|online_order deliver): due_date$/, 'it is paid at once'],
  [/^opening_balance: parties\.due_date$/, 'what is held for a party is not due'],
  [/^purchase: receive$/, 'the goods of a draft are not received'],
  [/^purchase(: costs\.| apply_cost: )shares$/, 'the cost is shared by a rule'],
  [/^opening_balance finish: difference_to$/, 'there is no difference'],
  [/^sale_transfer_return receive: rest$/, 'all of it came'],
  [/^purchase_return: (discount|lines\.tax_(fk|percent))$/, 'those of the purchase are taken'],
  [
    /(_transaction( allocate)?|remittance pay_out): (settle_rate|reason)$/,
    'no debt is settled at a rate, and nothing is replaced',
  ],
  [/^asset_sale: currency_fk$/, 'it is that of the asset'],
  [/^count_round: (category_fk|shelf)$/, 'another choice of goods is counted'],
  [/^online_order: customer_fk$/, 'the customer of the application orders'],
];

type Path = readonly (string | number)[];

/** Names of fields from the command down, without the positions in lists. */
const nameOf = (path: Path): string => path.filter((part) => typeof part === 'string').join('.');

/** Each value that is no list and no object, with its place. */
function leavesOf(value: unknown, path: Path = []): readonly (readonly [Path, unknown])[] {
  if (Array.isArray(value)) return value.flatMap((each, index) => leavesOf(each, [...path, index]));
  if (isObject(value)) return Object.entries(value).flatMap(([name, each]) => leavesOf(each, [...path, name]));
  return [[path, value]];
}

function withAt(value: unknown, [first, ...rest]: Path, put: unknown): unknown {
  if (first === undefined) return put;
  if (Array.isArray(value)) return value.map((each, index) => (index === first ? withAt(each, rest, put) : each));
  return { ...(value as Members), [first]: withAt((value as Members)[first], rest, put) };
}

const kindOf = ({ events }: Decided): string => events[0]?.type.split('.')[0] ?? '';
const commandOf = ({ command }: Decided): string => String((command as Members)['type']);
const taken = Object.values(HISTORIES)
  .flat(2)
  .map((event) => DECIDED.get(event))
  .filter((step, index, all): step is Decided => step !== undefined && all.indexOf(step) === index);

/** Values that commands have in the fields of one name, in any document; seen lists and objects among them. */
const seen = new Map<string, unknown[]>();
const keep = (value: unknown): void => {
  if (Array.isArray(value)) for (const each of value) keep(each);
  else if (isObject(value)) {
    for (const [name, each] of Object.entries(value)) {
      if (each !== null && each !== undefined) seen.set(name, [...(seen.get(name) ?? []), each]);
      keep(each);
    }
  }
};
for (const { command } of taken) keep(command);

/** Other values of the same shape: those of other commands, and ones that none has. */
function othersOf(name: string, value: unknown): readonly unknown[] {
  const known = new Set(seen.get(name)?.filter((other) => typeof other === typeof value && other !== value));
  if (typeof value === 'boolean') return [!value];
  if (typeof value === 'number') return [...known, value + 1, 987];
  if (typeof value !== 'string') return [];
  if (/^-?\d+(\.\d+)?$/.test(value))
    return [...known, `${value.includes('.') ? value : `${value}.`}0`.replace(/^(-?)/, '$11')];
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return [...known, '2026-03-17'];
  return [...known, `${value} other`];
}

function showsOther(step: Decided, path: Path, value: unknown): boolean {
  try {
    return JSON.stringify(step.decide(withAt(step.command, path, value))) !== JSON.stringify(step.events);
  } catch (error) {
    if (error instanceof Refusal) return true;
    throw error;
  }
}

/** Values for each field that the schema has and the body has not, with its place. */
function absentIn(schema: Members, body: unknown, path: Path = []): readonly (readonly [Path, string, Members])[] {
  if (Array.isArray(body)) {
    const items = itemsOf(schema);
    return items ? body.flatMap((each, index) => absentIn(items, each, [...path, index])) : [];
  }
  if (!isObject(body)) return [];
  const schemas = [schema, ...(alternativesOf(schema) ?? [])];
  return schemas.flatMap((of) =>
    Object.entries(propertiesOf(of)).flatMap(([name, field]) =>
      body[name] === undefined || body[name] === null
        ? [[[...path, name], name, field] as const]
        : absentIn(field, body[name], [...path, name]),
    ),
  );
}

interface Asked {
  readonly key: string;
  readonly body: Members;
  readonly input: Members;
}

/** Adds to `read` whether each field that the input has not shows when it is added. */
function askAbsent(
  read: Map<string, boolean>,
  { key, body, input }: Asked,
  shows: (path: Path, value: unknown) => boolean,
): void {
  for (const [path, name, field] of absentIn(body, input)) {
    const named = `${key}: ${nameOf(path)}`;
    // These say which commands are made of the body.
    if (read.get(named) === true || name === 'status' || name === 'attachments') continue;
    const values = [...(seen.get(name) ?? []), ...(SAMPLES[name] ?? [])].filter((value) =>
      Value.Check(field as never, value),
    );
    if (values.length === 0) read.set(`${named} has no value`, false);
    else
      read.set(
        named,
        values.some((value) => shows(path, value)),
      );
  }
}

/** The events, or the refusal. */
function said(step: Decided, command: unknown): string {
  try {
    return JSON.stringify(step.decide(command));
  } catch (error) {
    if (error instanceof Refusal) return JSON.stringify(error.issues);
    throw error;
  }
}

/** The taken steps of documents with a body, with what they would be sent as. */
const TRANSITIONS = documents.flatMap(({ kind, transitions }) =>
  Object.entries(transitions).flatMap(([transition, { body, command }]) => {
    if (!body) return [];
    const made = (input: Members): Members => membersOf(command(input));
    const steps = taken.flatMap((step) => {
      const { type: _, ...own } = membersOf(step.command);
      const input = isObject(own['input']) ? own['input'] : own;
      const isIts = kindOf(step) === kind && Value.Check(body as never, input);
      return isIts && made(input)['type'] === commandOf(step) ? [{ step, input, made }] : [];
    });
    return [{ key: `${kind} ${transition}`, body: membersOf(body), steps }];
  }),
);

describe('a field of a command', () => {
  it('is read', () => {
    expect(Object.keys(HISTORIES).length).toBeGreaterThan(30);
    const read = new Map<string, boolean>();
    for (const step of taken) {
      for (const [path, value] of leavesOf(step.command)) {
        const name = nameOf(path);
        // What the program itself adds, and what is left out.
        if (name === 'type' || name.startsWith('made.') || value === null) continue;
        const key = `${kindOf(step)} ${commandOf(step)}: ${name}`;
        const last = String(path.findLast((part) => typeof part === 'string'));
        const isRead = othersOf(last, value).some((other) => showsOther(step, path, other));
        read.set(key, read.get(key) === true || isRead);
      }
    }
    expect([...read].filter(([, isRead]) => !isRead).map(([key]) => key)).toEqual([]);
  });

  it('of a body is read where it is added, and of a step of a document too', () => {
    const read = new Map<string, boolean>();
    for (const { kind, body, create, change } of documents) {
      for (const step of taken.filter((each) => kindOf(each) === kind)) {
        const { input } = step.command as Members;
        if (!isObject(input)) continue;
        const made = [...create(input), ...(change ? [change(input)] : [])].map(
          (command) => (command as Members)['type'],
        );
        if (!made.includes(commandOf(step))) continue;
        askAbsent(read, { key: kind, body: membersOf(body), input }, (path, value) =>
          showsOther(step, ['input', ...path], value),
        );
      }
    }
    const entered = read.size;
    for (const { key, body, steps } of TRANSITIONS) {
      for (const { step, input, made } of steps) {
        const before = said(step, made(input));
        askAbsent(read, { key, body, input }, (path, value) => {
          const other = made(withAt(input, path, value) as Members);
          return said(step, other) !== before;
        });
      }
    }
    expect(read.size - entered).toBeGreaterThan(100);
    const ignored = [...read].flatMap(([key, isRead]) => (isRead ? [] : [key]));
    expect(ignored.filter((key) => !WITHOUT_MEANING.some(([name]) => name.test(key)))).toEqual([]);
    expect(WITHOUT_MEANING.filter(([name]) => !ignored.some((key) => name.test(key)))).toEqual([]);
  });
});
