/**
 * Attacks of one person on another, by route: bodies that would grant, take over or remove rights. The test of persons
 * against persons refuses a route that changes a person and has no entry.
 */
import { type Member, type Pair, type Places, PRESENT } from './person-pairs.ts';

/** Each till has a parked sale to be resumed, and another one to be discarded. */
const parkedAt = ({ till }: Pair): string => `01a209fc-9d40-7fbb-834a-${String(till.id).padStart(12, '0')}`;
const NONE_PARKED = '01a209fc-9d40-7fbb-834b-000000000000';

/** Values that an attacker chooses. */
export const CHOSEN = { password: 'chosen by an attacker', pin: '739184' } as const;

export interface Scene {
  readonly pair: Pair;
  readonly places: Places;
  /** The target: the other person or the attacker. */
  readonly target: Member;
  readonly actor: Member;
  /** The `sid` of the target's token. */
  readonly sid: string;
  /** Different in every attempt. */
  readonly unique: string;
}

export interface Attempt {
  /** Replaces the identifier in the route's address. */
  readonly id?: number | string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

type Attempts = (scene: Scene) => readonly Attempt[];

const PASSWORDS = { new_password: CHOSEN.password, new_password_confirmation: CHOSEN.password };
const everywhere = ({ places }: Scene) => ({ outlets: places.outlets, inventories: places.inventories });
const rolesOf = ({ pair, target, actor }: Scene) => [pair.strongRole, target.role, actor.role];
const cashier = ({ places }: Scene) => ({
  ...{ is_cashier: true, default_inventory_fk: places.inventories[0], default_account_fk: 1 },
});

const personBodies: (scene: Scene) => readonly object[] = (scene) => [
  PASSWORDS,
  { staff_pin: CHOSEN.pin },
  { email: `${scene.unique}@example.com` },
  { user_code: scene.unique.slice(-12) },
  { user_full_name: 'A note', phone: '0750' },
  everywhere(scene),
  { outlets: scene.places.outlets },
  { inventories: scene.places.inventories },
  { outlet_fk: scene.places.outlets[1], outlets: scene.places.outlets },
  { ...everywhere(scene), ...cashier(scene) },
  ...rolesOf(scene).map((role_fk) => ({ role_fk })),
  ...['active', 'inactive', 'blocked'].map((status) => ({ status })),
];

const ofTarget = (scene: Scene, bodies: readonly object[]): readonly Attempt[] =>
  bodies.map((body) => ({ id: scene.target.id, body }));
const asPatch = (scene: Scene, bodies: readonly object[]): readonly Attempt[] =>
  ofTarget(
    scene,
    bodies.map((body) => ({ ...body, _method: 'PATCH' })),
  );
const target: Attempts = ({ target: { id } }) => [{ id, body: {} }];
const bulk =
  (idOf: (scene: Scene) => number, ...actions: readonly string[]): Attempts =>
  (scene) =>
    actions.map((action) => ({ body: { action, ids: [idOf(scene)] } }));

const roleBodies = ({ pair, unique }: Scene): readonly object[] => [
  { permissions: ['brands/index'] },
  { permissions: ['users/update', 'roles/update', 'general_journals/store', 'system_settings/update'] },
  { role_name: `Role ${unique} ${pair.number}` },
];
const ofRoles = (scene: Scene, bodies: readonly object[]): readonly Attempt[] =>
  rolesOf(scene).flatMap((id) => bodies.map((body) => ({ id, body })));
const tillOf: Attempts = ({ pair: { till } }) => [{ id: till.id, body: {} }];
const newTill = ({ unique, places }: Scene): readonly Attempt[] =>
  places.outlets.map((outlet_fk) => ({ body: { till_name: `Till ${unique}`, outlet_fk } }));

export const ATTEMPTS: Readonly<Record<string, Attempts>> = {
  'POST users': (scene) =>
    rolesOf(scene).flatMap((role_fk) =>
      [{}, everywhere(scene), { ...everywhere(scene), ...cashier(scene), staff_pin: CHOSEN.pin }].map((more) => ({
        body: { user_name: scene.unique, email: `${scene.unique}@example.com`, role_fk, ...more, ...PASSWORDS },
      })),
    ),
  'PATCH users/:id': (scene) => ofTarget(scene, personBodies(scene)),
  'POST users/:id': (scene) => asPatch(scene, personBodies(scene)),
  'DELETE users/:id': target,
  'POST users/:id/restore': target,
  'POST users/bulk': bulk(({ target: { id } }) => id, 'activate', 'inactivate', 'delete', 'restore'),
  'POST users/:id/set_roles': (scene) =>
    ofTarget(
      scene,
      rolesOf(scene).map((role_fk) => ({ role_fk })),
    ),
  'POST users/:id/set_user_status': (scene) =>
    ofTarget(
      scene,
      ['active', 'inactive', 'blocked'].map((status) => ({ status })),
    ),
  'POST users/:id/change_outlets': (scene) =>
    ofTarget(scene, [
      ...[everywhere(scene), { outlets: scene.places.outlets }, { inventories: scene.places.inventories }],
      { outlets: [], inventories: [] },
    ]),
  'POST users/:id/give_password': target,
  'POST users/:id/end_sessions': target,
  'POST users/:id/reset_second_factor': target,
  'POST online_activity/:sid/end': ({ sid }) => [{ id: sid, body: {} }],
  'POST user_pins': ({ target: { id } }) => [{ body: { user_fk: id, pin: CHOSEN.pin } }],
  'PATCH user_pins/:id': (scene) => ofTarget(scene, [{ pin: CHOSEN.pin }]),
  'POST user_pins/:id': (scene) => asPatch(scene, [{ pin: CHOSEN.pin }]),
  'DELETE user_pins/:id': target,
  'POST user_pins/:id/unlock': target,
  'POST roles': ({ unique }) => [
    { body: { role_name: unique, permissions: ['users/update', 'general_journals/store'] } },
    { body: { role_name: unique, permissions: ['users/update'] } },
  ],
  'POST roles/from_template': ({ unique }) =>
    ['manager', 'cashier'].map((template) => ({ body: { template, role_name: unique } })),
  'PATCH roles/:id': (scene) => ofRoles(scene, roleBodies(scene)),
  'POST roles/:id': (scene) =>
    ofRoles(
      scene,
      roleBodies(scene).map((body) => ({ ...body, _method: 'PATCH' })),
    ),
  'DELETE roles/:id': (scene) => ofRoles(scene, [{}]),
  'POST roles/:id/restore': (scene) => ofRoles(scene, [{}]),
  'POST roles/bulk': bulk(({ pair }) => pair.strongRole, 'delete', 'restore'),
  'POST tills': newTill,
  'PATCH tills/:id': ({ pair: { till }, unique }) => [{ id: till.id, body: { till_name: `Till ${unique}` } }],
  'POST tills/:id': ({ pair: { till }, unique }) => [
    { id: till.id, body: { till_name: `Till ${unique}`, _method: 'PATCH' } },
  ],
  'DELETE tills/:id': tillOf,
  'POST tills/:id/restore': tillOf,
  'POST tills/bulk': bulk(({ pair }) => pair.till.id, 'delete', 'restore'),
  'POST tills/enrol': (scene) => [...newTill(scene), { body: { till_fk: scene.pair.till.id } }],
  'POST tills/:id/revoke': tillOf,
  'POST tills/:id/unlock': tillOf,
  // A device sends with its own token; foreign names in an entry grant nothing.
  'POST till/entries': ({ pair, target: { id } }) => {
    const headers = { cookie: pair.till.cookie };
    return [{ headers, body: { entries: [{ kind: 'receipt', cashier_fk: id, approved_by_fk: id }] } }];
  },
  // A parked sale belongs to the device, whoever it names.
  'POST till/parked': ({ pair, target: { id }, actor }) => {
    const headers = { cookie: pair.till.cookie };
    const sale = { parked_at: '2026-03-10T08:00:00.000Z', label: 'Somebody', total: '1000', cart: {} };
    return [id, actor.id].map((cashier_fk) => ({ headers, body: { uuid: parkedAt(pair), cashier_fk, ...sale } }));
  },
  'POST till/parked/:uuid/take': ({ pair }) => [
    { id: parkedAt(pair), headers: { cookie: pair.till.cookie }, body: {} },
  ],
  'POST till/parked/:uuid/end': ({ pair }) => [{ id: NONE_PARKED, headers: { cookie: pair.till.cookie }, body: {} }],
  'POST till/approvals': ({ pair, target: { id }, actor }) => {
    const headers = { cookie: pair.till.cookie };
    const rights = ['pos_sales/store'];
    return [
      { headers, body: { user_fk: id, pin: CHOSEN.pin, rights } },
      { headers, body: { user_fk: actor.id, pin: PRESENT.pin, rights } },
    ];
  },
  'POST auth/me': () => [{}],
  'POST auth/logout': () => [{}],
  'PATCH auth/profile': () => [{ body: { user_full_name: 'Somebody else' } }, { body: { lang: 'ar' } }],
  'POST auth/switch_outlet': ({ places }) => places.outlets.map((outlet_fk) => ({ body: { outlet_fk } })),
  'POST auth/change_password': () => [
    { body: { current_password: CHOSEN.password, ...PASSWORDS } },
    { body: { current_password: PRESENT.password, ...PASSWORDS } },
  ],
  'POST auth/prove': () => [
    { body: { current_password: CHOSEN.password } },
    { body: { current_password: PRESENT.password } },
  ],
  'POST auth/end_other_sessions': () => [{ body: {} }],
  'DELETE auth/sessions/:sid': ({ sid }) => [{ id: sid, body: {} }],
  'POST auth/second_factor': () => [{ body: { ticket: 'A'.repeat(43), code: '123456' } }],
  'POST auth/second_factor/set_up': () => [
    { body: { current_password: CHOSEN.password } },
    { body: { current_password: PRESENT.password } },
  ],
  'POST auth/second_factor/confirm': () => [{ body: { code: '123456' } }],
  'POST auth/second_factor/recovery_codes': () => [{ body: { current_password: PRESENT.password, code: '123456' } }],
  'POST auth/second_factor/remove': () => [{ body: { current_password: PRESENT.password, code: '123456' } }],
  'POST auth/login': ({ target: { email }, actor }) => [
    { body: { email, password: CHOSEN.password } },
    { body: { email: actor.email, password: PRESENT.password } },
  ],
  'POST auth/login_cashier': ({ target: { id }, actor, places, pair }) => {
    const headers = { cookie: pair.till.cookie };
    const [outlet_fk] = places.outlets;
    return [
      { headers, body: { outlet_fk, user_fk: id, pin: CHOSEN.pin } },
      { headers, body: { outlet_fk, user_fk: actor.id, pin: PRESENT.pin } },
    ];
  },
  'POST auth/refresh': () => [{ headers: { 'x-requested-with': 'test' } }],
};
