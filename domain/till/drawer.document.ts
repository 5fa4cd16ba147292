/** The drawer as a document: its transitions, its number, what it has in the books, and that a cashier has one open. */
import type { Claim } from '../kernel/claim.ts';
import { declareDocument } from '../kernel/document.ts';
import { ReasonBody } from '../kernel/fields.schema.ts';
import { postDrawerClosed, postDrawerOpened, postPayout } from '../posting/drawer.ts';
import {
  CloseDrawerBody,
  type CloseDrawerInput,
  CountBody,
  type CountInput,
  OpenDrawerBody,
  type OpenDrawerInput,
  PayoutBody,
  type PayoutInput,
} from './drawer.schema.ts';
import { DRAWER, type DrawerCommand, type DrawerEvent, type DrawerState, drawer, possible } from './drawer.ts';

export const drawerDocument = declareDocument<DrawerState, DrawerCommand, DrawerEvent>({
  kind: DRAWER,
  resource: 'closing_drawers',
  decider: drawer,
  body: OpenDrawerBody,
  create: (input: OpenDrawerInput) => [{ type: 'open', input }],
  transitions: {
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
    unclose: {
      permission: 'unclose',
      body: ReasonBody,
      reasoned: true,
      command: (body: { reason: string | null }) => ({ type: 'unclose', reason: body.reason }),
    },
    approve: { permission: 'approve', command: () => ({ type: 'approve' }) },
  },
  possible,
  postingsOf: (state) =>
    state.status === 'none'
      ? []
      : [
          postDrawerOpened(state.data),
          ...state.payouts.map(postPayout),
          ...(state.closing ? [postDrawerClosed(state.closing)] : []),
        ],
  claims,
  // Of every account of the drawer, whichever of them the closing names.
  levels: (_input, own) =>
    ((own['accounts'] ?? []) as readonly { readonly account_fk: number }[]).map(
      ({ account_fk }) => `cash:${account_fk}`,
    ),
  numbered: {
    event: 'drawer.opened',
    prefix: 'D-',
    of: (state) =>
      state.status === 'none' ? { outlet: 0, date: '' } : { outlet: state.data.outlet_fk, date: state.data.date },
  },
  place: (state) => (state.status === 'none' ? undefined : { outlet: state.data.outlet_fk }),
  reversalRefusals: { stock: 'protected', cash: 'no_enough_balance' },
});

const isInUse = (state: DrawerState): state is Exclude<DrawerState, { status: 'none' }> =>
  state.status === 'open' || state.status === 'counted';

/** A cashier has one drawer in use, and a cash account is in one drawer. */
function claims(before: DrawerState, after: DrawerState, owner: string): readonly Claim[] {
  if (isInUse(before) === isInUse(after) || after.status === 'none') return [];
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
