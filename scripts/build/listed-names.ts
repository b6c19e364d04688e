/**
 * Words by which the lists of blockers know advertisements, notices about cookies and whatever counts visitors, in the
 * languages that their authors meet most (docs/decisions/0066). A list changes each day: whoever avoids its words avoids it
 * tomorrow, too.
 */
const listedWords =
  /cookie|consent|gdpr|rgpd|dsgvo|privacy|datenschutz|cmp\b|banner|\bads?\b|advert|sponsor|affiliat|promo|analytic|statist|metric|telemetr|track|pixel|beacon|\bcount|popup|overlay|survey|newsletter|social|notif/i;

/** Those of `addresses` that a blocker's list could have, by their names. */
export const findListedNames = (addresses: readonly string[]): string[] =>
  addresses.filter((address) => listedWords.test(address));
