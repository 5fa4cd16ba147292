/** An item of `GET purchase_orders/proposal`: its figures in base units, each beside it in the units of the item. */
import { Type } from 'typebox';
import { Nullable } from '../../domain/schemas/fields.schema.ts';
import { InUnits } from '../lists/in-units.ts';

const Text = () => Nullable(Type.String());
const Whole = () => Nullable(Type.Integer());

const ProposedTransfer = Type.Object({
  from_inventory_fk: Type.Integer(),
  from_inventory_name: Text(),
  /** What it could give. */
  spare: Type.String(),
  spare_in_units: InUnits(),
  quantity: Type.String(),
});

export const ProposedItem = Type.Object({
  item_fk: Type.Integer(),
  item_name: Text(),
  item_code: Text(),
  base_unit_fk: Whole(),
  base_unit_name: Text(),
  /** In base units: what may be sold, without held and expired batches. */
  in_hand: Type.String(),
  /** What is in hand in the units of the item, the largest first. */
  in_units: InUnits(),
  /** In confirmed online orders. */
  reserved: Type.String(),
  reserved_in_units: InUnits(),
  on_order: Type.String(),
  on_order_in_units: InUnits(),
  /** In pending transfers of other inventories, or sent by them and not received. */
  on_the_way: Type.String(),
  on_the_way_in_units: InUnits(),
  /** What may be sold in the other inventories of the person: a transfer of it comes before a purchase. */
  elsewhere: Type.String(),
  elsewhere_in_units: InUnits(),
  /** Whether the inventory has a minimum of its own; over all inventories never. */
  has_own_minimum: Type.Boolean(),
  /**
   * That of the inventory. Without one the minimum of the item, which is over all inventories: what of it is not in the
   * other ones.
   */
  minimum: Type.String(),
  minimum_in_units: InUnits(),
  /** That of the inventory, up to which it is filled. */
  maximum: Text(),
  maximum_in_units: InUnits(),
  sold: Type.String(),
  sold_in_units: InUnits(),
  /** Of what the inventory lacks, in whole base units: from inventories that have more than they keep. */
  transfers: Type.Array(ProposedTransfer),
  /** The rest, in whole units of `unit_fk`; one unit is `unit_factor` base units. */
  quantity: Type.String(),
  unit_fk: Type.Integer(),
  unit_name: Text(),
  unit_factor: Type.String(),
  /** The last purchase: its supplier, its day, and the price of `unit_fk` in its currency. */
  supplier_fk: Whole(),
  supplier_name: Text(),
  currency_fk: Whole(),
  currency_name: Text(),
  price: Text(),
  last_purchase: Text(),
  /** The tax of the item, for the lines of orders. */
  tax_fk: Whole(),
  tax_name: Text(),
});
