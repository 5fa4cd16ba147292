/** The drawer as a document: its transitions, its number, its postings, and the claim that a cashier has only one open drawer. */

import type { Claim } from '../deciding/claim.ts';
import { declareDocument } from '../documents/document.ts';
import { place, REVERSAL_REFUSALS, series } from '../documents/placed.ts';
import { NOTHING } from '../entries/posting-rule.ts';
import { RULES } from '../entries/rules.ts';
import { DRAWER_PAPERS } from '../paper/money-papers.ts';
import { postDrawerClosed, postDrawerOpened, postDrawerUnclosed, postPayIn, postPayout } from '../posting/drawer.ts';
import { SaidReasonBody } from '../schemas/fields.schema.ts';
import { reasoned } from '../schemas/transitions.ts';
import { objectsOf } from '../values/members.ts';
import { entryClaims } from './device-mark.ts';
import {
  CloseDrawerBody,
  type CloseDrawerInput,
  CountBody,
  type CountInput,
  DRAWER_HELD,
  OpenDrawerBody,
  type OpenDrawerInput,
  PayInBody,
  type PayInInput,
  PayoutBody,
  type PayoutInput,
} from './drawer.schema.ts';
import { DRAWER, type DrawerCommand, drawer, possible } from './drawer.ts';
import type { DrawerEvent, DrawerState } from './drawer-events.ts';
import { ReviewBody, type ReviewInput } from './review.schema.ts';

export const drawerDocument = declareDocument<DrawerState, DrawerCommand, DrawerEvent>()({
  kind: DRAWER,
  resource: 'closing_drawers',
  folder: 'till',
  decider: drawer,
  body: OpenDrawerBody,
  papers: DRAWER_PAPERS,
  held: DRAWER_HELD,
  create: (input: OpenDrawerInput) => [{ type: 'open', input }],
  transitions: {
    pay_in: { permission: 'update', body: PayInBody, command: (input: PayInInput) => ({ type: 'pay_in', input }) },
    pay_out: {
      permission: 'update',
      body: PayoutBody,
      command: (input: PayoutInput) => ({ type: 'pay_out', input }),
    },
    count: { permission: 'update', body: CountBody, command: (input: CountInput) => ({ type: 'count', input }) },
    close: {
      permission: 'close',
      body: CloseDrawerBody,
      command: (input: CloseDrawerInput) => ({ type: 'close', input }),
    },
    unclose: { ...reasoned('unclose', 'unclose'), body: SaidReasonBody },
    approve: { permission: 'approve', command: () => ({ type: 'approve' }) },
    review: { permission: 'review', body: ReviewBody, command: ({ note }: ReviewInput) => ({ type: 'review', note }) },
  },
  possible,
  postings: {
    'drawer.opened': { does: 'post', post: postDrawerOpened, rule: RULES.drawerOpened },
    'drawer.paid_in': { does: 'post', post: postPayIn, rule: RULES.drawerPayIn },
    'drawer.paid_out': { does: 'post', post: postPayout, rule: RULES.drawerPayout },
    'drawer.counted': NOTHING,
    'drawer.closed': { does: 'post', post: postDrawerClosed, rule: RULES.drawerClosed },
    'drawer.unclosed': { does: 'post', post: postDrawerUnclosed, rule: RULES.drawerUnclosed },
    'drawer.approved': NOTHING,
    'drawer.noted': NOTHING,
    'drawer.reviewed': NOTHING,
  },
  postingsOf: (state) =>
    state.status === 'none'
      ? []
      : [
          postDrawerOpened(state.data),
          ...state.payins.map(postPayIn),
          ...state.payouts.map(postPayout),
          ...(state.closing ? [postDrawerClosed(state.closing)] : []),
        ],
  claims,
  // The accounts of the opening, or every account of the drawer, whichever accounts the closing names.
  levels: (input, own) => objectsOf(own['accounts'] ?? input['accounts']).map(({ account_fk }) => `cash:${account_fk}`),
  numbered: {
    event: 'drawer.opened',
    prefix: 'D-',
    of: series,
  },
  place,
  reversalRefusals: REVERSAL_REFUSALS,
});

const isInUse = (state: DrawerState): state is Exclude<DrawerState, { status: 'none' }> =>
  state.status === 'open' || state.status === 'counted';

function claims(before: DrawerState, after: DrawerState, owner: string): readonly Claim[] {
  if (after.status === 'none') return [];
  const entries = entryClaims(before.status === 'none' ? [] : before.entries, after.entries, owner);
  return [...claimsOfUse(before, after, owner), ...entries];
}

/**
 * A cashier has one drawer in use, and a cash account is in one drawer. A drawer that a till opened although another
 * was in use (`is_beside`) has neither claim.
 */
function claimsOfUse(before: DrawerState, after: DrawerState, owner: string): readonly Claim[] {
  if (isInUse(before) === isInUse(after) || after.status === 'none' || after.data.is_beside) return [];
  const action = isInUse(after) ? 'take' : 'release';
  const { user_fk, accounts } = after.data;
  return [
    { kind: 'unique', set: 'drawer.user', key: String(user_fk), owner, action, field: 'user_fk' },
    ...accounts.map(
      ({ account_fk }, index): Claim => ({
        kind: 'unique',
        set: 'drawer.account',
        key: String(account_fk),
        owner,
        action,
        field: `accounts.${index}.account_fk`,
      }),
    ),
  ];
}
