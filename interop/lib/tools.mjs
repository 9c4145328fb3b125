// The seven public read tools, by their canonical names.

export const TOOLS = Object.freeze({
  manifest: 'dealeragent.discovery.get_manifest',
  dealer: 'dealeragent.dealer.get',
  search: 'dealeragent.inventory.search',
  vehicle: 'dealeragent.inventory.get_vehicle',
  availability: 'dealeragent.inventory.verify_availability',
  disclosure: 'dealeragent.pricing.get_disclosure',
  usedDetails: 'dealeragent.inventory.get_used_vehicle_details',
});

export const CANONICAL = '.';
export const COMPATIBLE = '_';

/** A canonical name as a listing with this separator spells it. */
export function spell(name, separator) {
  return name.replaceAll(CANONICAL, separator);
}

/** The other of the two spellings, which a call must accept as well. */
export function otherSeparator(separator) {
  return separator === CANONICAL ? COMPATIBLE : CANONICAL;
}
