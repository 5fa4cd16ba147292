/**
 * The zone of an order proposes its delivery charge at once, and `proposed-charge.ts` that of the settings and of the
 * amount of the goods. The server determines the charge of an order without an entered one, so a proposed charge is
 * shown and not sent.
 */
import { fits } from '../../shared/api/wire.ts';
import { isForeign } from '../../shared/document/fields/usual-fields.ts';
import type { FieldDeclaration, Wire } from '../../shared/document/model/declaration.ts';
import type { Fields } from '../../shared/document/model/draft.ts';
import { promotionsWire } from '../promotion-draft.ts';

/** The charge that was proposed; only in the header of the draft. */
export const PROPOSED_CHARGE = 'proposed_charge';

/** Charges of zones are in the system currency, and collected orders have none. */
export const isCharged = (header: Fields): boolean => !isForeign(header) && header['received_type'] !== 'collected';

export const zoneField: FieldDeclaration<'delivery_zone_fk'> = {
  field: 'delivery_zone_fk',
  kind: 'lookup',
  resource: 'delivery_zones',
  fills: (row, header): Fields => {
    const zone = fits<{ readonly delivery_charge?: string | null }>(row, { delivery_charge: 'string?' }) ? row : {};
    const charge = (isCharged(header) && zone.delivery_charge) || null;
    return { delivery_charge: charge, [PROPOSED_CHARGE]: charge };
  },
};

/** An empty charge is not entered either: an order is free of charge when zero is entered. */
export const isEntered = ({ delivery_charge = null, [PROPOSED_CHARGE]: proposed }: Fields): boolean =>
  delivery_charge !== null && delivery_charge !== proposed;

export const orderWire: Wire = {
  ...promotionsWire,
  send: ({ [PROPOSED_CHARGE]: proposed, delivery_charge, ...body }) => {
    const isTyped = delivery_charge !== null && delivery_charge !== proposed;
    return promotionsWire.send(isTyped ? { ...body, delivery_charge } : body);
  },
};
