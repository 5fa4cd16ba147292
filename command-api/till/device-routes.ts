/**
 * Routes that a till calls with the cookie of its device: its catalogue, its state on the server, and approvals by a
 * supervisor.
 */
import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { policyOf, SECRET_LENGTH_MAX } from '../../domain/organisation/sign-in-policy.ts';
import { TILL_PERMISSIONS } from '../../domain/registry/till-permissions.ts';
import { Body, Id, Nullable, Text } from '../../domain/schemas/fields.schema.ts';
import { Instant, Uuid } from '../../domain/till/device-entry.schema.ts';
import { readInstant } from '../../domain/till/instant.ts';
import { Issues } from '../../domain/values/refusal.ts';
import { forbidden } from '../../identity/guard.ts';
import { addRoute } from '../../identity/machine/declared-route.ts';
import type { RequestLimits } from '../../identity/request-limit.ts';
import { noteAttempt } from '../../identity/request-notes.ts';
import { bodyOf, queryOf } from '../../identity/request-parts.ts';
import { zoneIn } from '../../identity/shop-zone.ts';
import { SETTINGS_STREAM } from '../aggregates/command-context.ts';
import { answering } from '../http/answer-schemas.ts';
import type { IdentityRoutes } from '../identity/answer.ts';
import { checkCashier } from '../identity/at-tills/pins.ts';
import { type DeviceReport, storeDeviceReport } from '../identity/at-tills/tills.ts';
import { recordAt } from '../identity/profile.ts';
import { askIfBuilt } from '../read-models/named-query.ts';
import { OPEN_DRAWERS, PENDING_ORDERS } from '../read-models/till-catalogue.ts';
import { catalogueLines, inventoryOf } from './catalogue.ts';
import { type EnrolledDevice, enrolledDevice } from './device-request.ts';
import { storedEntries } from './stored-entries.ts';

const TAGS = ['till'];
const BY_DEVICE = { permission: 'anonymous', authority: 'enrolled_device' } as const;

const GAPS_MAX = 1_000;

const Drawer = Type.Object({
  id: Type.Integer(),
  number: Nullable(Type.String()),
  user_fk: Type.Integer(),
  status: Type.String(),
  date: Type.String(),
  accounts: Type.Array(Type.Object({}, { additionalProperties: true })),
  uuid: Nullable(Type.String()),
});
const STATE = answering(
  Type.Object(
    {
      server_time: Type.String(),
      /** Of the shop: the till prints its day and time. */
      time_zone: Type.String(),
      till_id: Type.Integer(),
      till_name: Type.String(),
      enrolment: Type.String(),
      number_prefix: Type.String(),
      outlet_id: Type.Integer(),
      outlet_name: Nullable(Type.String()),
      inventory_id: Nullable(Type.Integer()),
      cashier_login_option: Type.String(),
      /** Sequence number of the last stored entry; 0 before the first. */
      last_sequence: Type.Integer(),
      last_hash: Nullable(Type.String()),
      /** Number of missing entries below the last one. */
      missing: Type.Integer(),
      /**
       * Their sequence numbers as ranges, ascending; the first 1,000. After a restore from a backup the till sends those
       * again that it still has.
       */
      gaps: Type.Array(Type.Object({ from: Type.Integer(), to: Type.Integer() }), { maxItems: GAPS_MAX }),
      open_drawers: Type.Array(Drawer),
      pending_orders: Type.Integer(),
    },
    { title: 'TillState' },
  ),
);

/** Status reported by the device for the back office; all fields or none. */
const ToldQuery = Type.Object(
  {
    waiting: Type.Optional(Type.String({ pattern: '^\\d{1,7}$' })),
    refused: Type.Optional(Type.String({ pattern: '^\\d{1,7}$' })),
    oldest_at: Type.Optional(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T[\\d:.]{8,12}Z$' })),
    version: Type.Optional(Type.String({ pattern: '^[\\w.-]{1,40}$' })),
    has_update: Type.Optional(Type.String({ pattern: '^[01]$' })),
  },
  { additionalProperties: false },
);

const CATALOGUE = { 200: { content: { 'application/x-ndjson': { schema: Type.String() } } } } as const;
const CatalogueQuery = Type.Object(
  {
    after: Type.Optional(Type.String({ pattern: '^\\d{1,18}$' })),
    /** The inventory of the quantities that the device has: another one needs the whole catalogue. */
    inventory: Type.Optional(Type.String({ pattern: '^\\d{1,9}$' })),
    /** The server time of the answer that the device has. */
    as_of: Type.Optional(Instant()),
  },
  { additionalProperties: false },
);

const ApprovalBody = Body({
  /** One of the two, depending on the setting `cashier_login_option`. */
  user_fk: Type.Optional(Id()),
  user_code: Type.Optional(Text(20, { minLength: 1 })),
  pin: Type.String({ minLength: 1, maxLength: SECRET_LENGTH_MAX, 'x-secret': true }),
  /** Missing rights of the cashier that the supervisor approves. */
  rights: Type.Array(Text(80, { minLength: 1 }), { minItems: 1, maxItems: 20 }),
  /** The entry that is approved, whose UUID the device chooses before; absent from devices of former versions. */
  entry: Type.Optional(Uuid()),
});
const APPROVED = answering(
  Type.Object(
    {
      user_id: Type.Integer(),
      name: Type.String(),
      rights: Type.Array(Type.String()),
      /** Proves the approval of the entry for some minutes (`domain/till/till-ticket.ts`). */
      ticket: Type.Optional(Type.String()),
    },
    { title: 'TillApproval' },
  ),
);

export interface DeviceOptions {
  readonly clock?: (() => Date) | undefined;
  /** Undefined when requests are not limited. */
  readonly limits?: Pick<RequestLimits, 'takeOfCatalogue'> | undefined;
}

export function deviceRoutes(
  app: FastifyInstance,
  routes: IdentityRoutes,
  { clock = () => new Date(), limits }: DeviceOptions = {},
) {
  return [
    addRoute(app, {
      method: 'GET',
      url: '/till/state',
      config: BY_DEVICE,
      schema: {
        operationId: 'showTillState',
        summary: 'What the server has of this till: its last entry, drawers in use, orders that wait',
        tags: TAGS,
        querystring: ToldQuery,
        response: STATE,
      },
      handler: async (request) => {
        const device = await enrolledDevice(request, routes);
        const state = await stateOf(device, routes, clock());
        const report = deviceReportIn(queryOf(request, ToldQuery));
        if (report) await storeDeviceReport(routes.commands.pool, device.enrolment, report, state.missing);
        return { data: state };
      },
    }),
    addRoute(app, {
      method: 'GET',
      url: '/till/catalogue',
      config: BY_DEVICE,
      schema: {
        operationId: 'readTillCatalogue',
        summary:
          'What this till has to know to sell, or what of it changed after a position; a line of JSON for each part',
        tags: TAGS,
        querystring: CatalogueQuery,
        response: CATALOGUE,
      },
      handler: async (request, reply) => {
        const device = await enrolledDevice(request, routes);
        await limits?.takeOfCatalogue(device.till_id);
        const { after, inventory, as_of } = queryOf(request, CatalogueQuery);
        const had = {
          inventory: inventory === undefined ? undefined : Number(inventory),
          asOf: momentIn(as_of),
        };
        return sendLines(catalogueLines(routes, { device, after, ...had, now: clock() }), request, reply);
      },
    }),
    addRoute(app, {
      method: 'POST',
      url: '/till/approvals',
      config: BY_DEVICE,
      schema: {
        operationId: 'approveAtTill',
        summary: 'Whether a supervisor allows at this till what the cashier may not, by a PIN',
        tags: TAGS,
        body: ApprovalBody,
        response: APPROVED,
      },
      handler: async (request) => ({ data: await approval(request, routes, clock()) }),
    }),
  ];
}

function momentIn(instant: string | undefined): Date | undefined {
  const timeMs = instant === undefined ? undefined : readInstant(instant);
  return timeMs === undefined ? undefined : new Date(timeMs);
}

function deviceReportIn({
  waiting,
  refused,
  oldest_at,
  version,
  has_update,
}: Static<typeof ToldQuery>): DeviceReport | undefined {
  if (waiting === undefined) return undefined;
  const isMoment = oldest_at !== undefined && readInstant(oldest_at) !== undefined;
  return {
    waiting: Number(waiting),
    refused: Number(refused ?? 0),
    oldest_at: isMoment ? oldest_at : null,
    version: version ?? null,
    has_update: has_update === '1',
  };
}

async function stateOf(device: EnrolledDevice, routes: IdentityRoutes, now: Date) {
  const { till_id, till_name, enrolment, number_prefix, outlet_fk } = device;
  const { pool } = routes.commands;
  const [settings, outlet, drawers, orders, inventory_id, entries] = await Promise.all([
    recordAt(routes, SETTINGS_STREAM),
    recordAt(routes, `outlet-${outlet_fk}`),
    askIfBuilt(pool, OPEN_DRAWERS, outlet_fk),
    askIfBuilt(pool, PENDING_ORDERS, outlet_fk),
    inventoryOf(routes, device),
    storedEntries(pool, device.enrolment, GAPS_MAX),
  ]);
  return {
    server_time: now.toISOString(),
    time_zone: zoneIn(settings),
    till_id,
    till_name,
    enrolment,
    number_prefix,
    outlet_id: outlet_fk,
    outlet_name: typeof outlet?.['outlet_name'] === 'string' ? outlet['outlet_name'] : null,
    inventory_id: inventory_id ?? null,
    cashier_login_option: policyOf(settings).cashier_login_option,
    ...entries,
    open_drawers: drawers,
    pending_orders: orders[0]?.count ?? 0,
  };
}

function sendLines(lines: AsyncIterable<string>, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const text = Readable.from(lines, { objectMode: true });
  reply.type('application/x-ndjson; charset=utf-8').header('vary', 'accept-encoding');
  if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(text);
  const packed = text.pipe(createGzip());
  // A read error breaks the answer too, so that a till never stores half a catalogue.
  text.on('error', (error) => packed.destroy(error));
  packed.on('close', () => text.destroy());
  return reply.header('content-encoding', 'gzip').send(packed);
}

/** Throws Refusal `validation` for a wrong PIN, and `forbidden` when the supervisor lacks a right at the till. */
async function approval(request: FastifyRequest, routes: IdentityRoutes, now: Date) {
  const { identity, commands } = routes;
  const till = await enrolledDevice(request, routes);
  const { user_fk, user_code, pin, rights, entry } = bodyOf(request, ApprovalBody);
  const who = user_fk ?? user_code;
  const issues = new Issues();
  if (who === undefined) {
    issues.add('user_fk', 'required');
    issues.throwIfAny();
    return undefined;
  }
  const given = { who, pin, ip: request.ip, till, told: noteAttempt(request) };
  const result = await checkCashier(commands.pool, given, (userId) => identity.user(userId));
  if (result.outcome === 'wrong') issues.add('pin', 'password_is_invalid');
  issues.throwIfAny();
  if (result.outcome !== 'signed_in') return undefined;
  const { user_id, user, permissions } = result.person;
  const held = permissions.filter((permission) => TILL_PERMISSIONS.has(permission));
  const missing = rights.find((right) => !right.split('##').some((part) => held.includes(part)));
  if (missing !== undefined) throw forbidden(missing);
  const of = { enrolment: till.enrolment, user_fk: user_id, at: now.toISOString(), rights };
  const ticket = entry === undefined ? {} : { ticket: await routes.tickets.approve({ ...of, entry }) };
  return { user_id, name: user.user_name, rights: held, ...ticket };
}
