/**
 * The zone of an order proposes its delivery charge. The server determines the charge of an order without an entered
 * one, also by the settings and the amount of the goods, so a proposed charge is shown and not sent.
 */
import { fits } from '../shared/api/wire.ts';
import { isForeign } from '../shared/document/fields/usual-fields.ts';
import type { FieldDeclaration, Wire } from '../shared/document/model/declaration.ts';
import type { Fields } from '../shared/document/model/draft.ts';
import { promotionsWire } from './promotion-draft.ts';

/** The charge that the zone proposed; only in the header of the draft. */
export const PROPOSED_CHARGE = 'proposed_charge';

/** Charges of zones are in the system currency, and collected orders have none. */
export const zoneField: FieldDeclaration = {
  field: 'delivery_zone_fk',
  kind: 'lookup',
  resource: 'delivery_zones',
  fills: (row, header): Fields => {
    const isCharged = !isForeign(header) && header['received_type'] !== 'collected';
    const zone = fits<{ readonly delivery_charge?: string | null }>(row, { delivery_charge: 'string?' }) ? row : {};
    const charge = (isCharged && zone.delivery_charge) || null;
    return { delivery_charge: charge, [PROPOSED_CHARGE]: charge };
  },
};

/** An empty charge is not sent either: an order is free of charge when zero is entered. */
export const orderWire: Wire = {
  ...promotionsWire,
  send: ({ [PROPOSED_CHARGE]: proposed, delivery_charge, ...body }) => {
    const isEntered = delivery_charge !== null && delivery_charge !== proposed;
    return promotionsWire.send(isEntered ? { ...body, delivery_charge } : body);
  },
};
