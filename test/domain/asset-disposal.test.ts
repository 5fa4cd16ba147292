import { describe, expect, it } from 'vitest';
import { assetDisposalDocument } from '../../domain/stock/asset-disposal.document.ts';
import type { AssetDisposalInput } from '../../domain/stock/asset-disposal.schema.ts';
import { assetDisposal } from '../../domain/stock/asset-disposal.ts';
import { given } from './given.ts';
import { shop } from './shop.ts';

const line = (item: number, quantity: string) => ({ item_fk: item, unit_fk: 2, quantity });
const input: AssetDisposalInput = {
  outlet_fk: 1,
  inventory_fk: 1,
  date: '2026-03-10',
  disposal_type: 'expired',
  lines: [line(11, '2')],
};
const draft = given(assetDisposal).after([{ type: 'draft', input }]);
const done = draft.after([{ type: 'done' }]);
const approved = done.after([{ type: 'approve' }]);
const disapproved = approved.after([{ type: 'disapprove', reason: 'not yet' }]);
const booked = (value: { state(): unknown }) =>
  assetDisposalDocument.postingsOf(value.state() as never, 'asset_disposal-1');

describe('a destructed asset that is new', () => {
  it('is drafted, or done at once', () => {
    given(assetDisposal).when({ type: 'draft', input }).gives('asset_disposal.drafted');
    given(assetDisposal).when({ type: 'enter', input }).gives('asset_disposal.done');
  });

  it('is refused with all wrong fields at once', () => {
    given(assetDisposal)
      .when(
        {
          type: 'draft',
          input: { ...input, inventory_fk: 2, lines: [line(13, '1'), { ...line(12, '1'), unit_fk: 3 }] },
        },
        shop({ outlets: [] }),
      )
      .isRefused(
        'outlet_fk: not_your_outlet',
        'inventory_fk: not_of_the_outlet',
        'lines.0.item_fk: goods_only',
        'lines.1.unit_fk: not_a_unit_of_the_item',
      );
    given(assetDisposal)
      .when({ type: 'enter', input: { ...input, lines: [line(11, '0')] } })
      .isRefused('lines.0.quantity: greater_than');
    given(assetDisposal)
      .when({ type: 'enter', input: { ...input, lines: [] } })
      .isRefused('lines: at_least_one_line');
  });

  it('cannot be approved', () => {
    given(assetDisposal).when({ type: 'approve' }).isWrongState('draft');
  });
});

describe('a draft', () => {
  it('is changed, done and discarded, and never approved', () => {
    draft.when({ type: 'change', input: { ...input, note: 'x' } }).gives('asset_disposal.draft_changed');
    draft.when({ type: 'change', input }).givesNothing();
    draft.when({ type: 'discard' }).gives('asset_disposal.discarded');
    draft.when({ type: 'done' }).gives('asset_disposal.done');
    draft.when({ type: 'approve' }).isWrongState('change', 'done', 'discard');
    draft.when({ type: 'disapprove', reason: 'x' }).isWrongState('change', 'done', 'discard');
  });
});

describe('one that is done', () => {
  it('waits: it is not in the books', () => {
    expect([booked(draft), booked(done)]).toEqual([[], []]);
    done.when({ type: 'change', input }).isWrongState('approve', 'disapprove', 'return_to_draft');
  });

  it('is in the books when it is approved, against the loss of its type', () => {
    done.when({ type: 'approve' }).gives('asset_disposal.approved');
    expect(booked(approved)).toMatchObject([
      {
        effective: '2026-03-10T23:59:00',
        movements: [
          { quantity: -24_000_000n, valued: { by: 'average' }, contra: { key: 'disposal-loss-expired' }, outlet: 1 },
        ],
      },
    ]);
  });

  it('may be disapproved, and returns to draft', () => {
    done.when({ type: 'disapprove', reason: 'x' }).gives('asset_disposal.disapproved');
    done.when({ type: 'return_to_draft', reason: 'x' }).gives('asset_disposal.returned_to_draft');
  });
});

describe('one that was decided', () => {
  it('has no postings after it is disapproved or reversed, and may be approved again', () => {
    approved.when({ type: 'disapprove', reason: 'x' }).gives('asset_disposal.disapproved');
    approved.when({ type: 'return_to_draft', reason: 'x' }).gives('asset_disposal.returned_to_draft');
    disapproved.when({ type: 'approve' }).gives('asset_disposal.approved');
    expect([disapproved, approved.after([{ type: 'return_to_draft', reason: 'x' }])].map(booked)).toEqual([[], []]);
  });

  it('keeps its number', () => {
    const data = { ...(approved.events[0]?.data as object), number: 'AD-000001' } as never;
    const back = given(assetDisposal, [{ type: 'asset_disposal.done', v: 1, data }]).after([
      { type: 'return_to_draft', reason: 'x' },
    ]);
    back.when({ type: 'discard' }).isWrongState('change', 'done', 'reverse');
    const [again] = back.when({ type: 'done' }).gives('asset_disposal.done');
    expect(again?.data).toMatchObject({ number: 'AD-000001' });
  });
});
