/**
 * The delivery charge that the server would determine for an order, by its own function: that of the zone, else of the
 * settings, and none from an amount on. It is proposed again when it changes, until a person enters another one.
 */
import { useEffect } from 'react';
import { deliveryCharge } from '../../../domain/mobile/delivery-charge.ts';
import { documentTotals } from '../../../domain/pricing/totals.ts';
import { useDocumentCurrency } from '../../shared/document/model/amount-format.ts';
import { type Draft, idOf } from '../../shared/document/model/draft.ts';
import { useEditing } from '../../shared/document/model/editing-store.ts';
import type { DocumentSession } from '../../shared/document/model/session.ts';
import { pricedSale } from '../sale-editor.tsx';
import { type DeliveryTerms, useDeliveryTerms } from './delivery-terms.ts';
import { isCharged, isEntered, PROPOSED_CHARGE } from './delivery-zone-field.ts';

type Settings = Pick<DeliveryTerms, 'delivery_charge' | 'free_delivery_amount'>;
type Zone = Pick<NonNullable<DeliveryTerms['zone']>, 'delivery_charge'> | null;

/** `settings` and `zone` are those of the delivery terms; null is free of charge. */
export function proposedCharge(draft: Draft, settings: Settings, zone: Zone, decimals: number): string | null {
  const { header } = draft;
  // Without both the server takes the entered charge.
  const isDetermined =
    idOf(header, 'online_customer_fk') !== undefined || idOf(header, 'delivery_zone_fk') !== undefined;
  if (!isDetermined || !isCharged(header)) return null;
  const facts = { systemCurrency: idOf(header, 'system_currency_fk') ?? 0, roundingStep: null, decimals };
  const goods = documentTotals({ ...pricedSale(draft, facts), delivery_charge: null }).total;
  return deliveryCharge(goods, settings, zone ?? undefined);
}

/**
 * The draft with the proposed charge, unless a person entered another one; the same object where nothing changes. The
 * charge of a stored order (`saved`) that the server would determine for it was not entered, and follows its changes.
 */
export function withCharge(draft: Draft, settings: Settings, zone: Zone, decimals: number, saved?: Draft): Draft {
  const { header } = draft;
  const stored = saved?.header['delivery_charge'] ?? null;
  const isStored = saved !== undefined && header[PROPOSED_CHARGE] === undefined && header['delivery_charge'] === stored;
  const isDetermined = isStored && proposedCharge(saved, settings, zone, decimals) === stored;
  if (isEntered(header) && !isDetermined) return draft;
  const charge = proposedCharge(draft, settings, zone, decimals);
  if ((header['delivery_charge'] ?? null) === charge) return draft;
  return { ...draft, header: { ...header, delivery_charge: charge, [PROPOSED_CHARGE]: charge } };
}

/** A stored order keeps its charge until a person changes the order. */
export function useProposedCharge(session: DocumentSession): void {
  const { draft } = useEditing(session.store);
  const zoneId = idOf(draft.header, 'delivery_zone_fk');
  const terms = useDeliveryTerms(zoneId);
  const { decimals } = useDocumentCurrency(draft.header);
  useEffect(() => {
    if (!terms || !session.editable || (session.read().server && !session.dirty)) return;
    const settled = (open: Draft) =>
      idOf(open.header, 'delivery_zone_fk') === zoneId
        ? withCharge(open, terms, terms.zone, decimals, savedOf(session))
        : open;
    if (settled(draft) !== draft) session.store.edit({ do: 'settle', settled });
  }, [draft, terms, zoneId, decimals, session]);
}

/** The draft of a stored order as it was read. */
function savedOf(session: DocumentSession): Draft | undefined {
  const { server, saved } = session.read();
  return server ? saved : undefined;
}
