import type { MessageId } from '../../content/generated/message-arguments.ts';
import { anchors, paths } from '../../shared/paths.ts';

interface MenuEntry {
  href: string;
  label: MessageId;
}

/** What the products column of the footer lists. */
export const productEntries: readonly MenuEntry[] = [
  { href: paths.landing, label: 'layout.menu.speech-to-text' },
  { href: paths.demo, label: 'layout.menu.demo' },
  { href: paths.features, label: 'layout.menu.features' },
  { href: paths.pricing, label: 'layout.menu.pricing' },
  { href: paths.beta, label: 'layout.menu.beta' },
];

/** The main menu, in the header and in the drawer (specification 2; the seventh entry leads to the comparison). */
export const menuEntries: readonly MenuEntry[] = [
  ...productEntries,
  { href: paths.contact, label: 'layout.menu.contact' },
  { href: `${paths.landing}#${anchors.examples}`, label: 'layout.menu.examples' },
];

/** The legal texts, in the order of the footer. */
export const legalEntries: readonly MenuEntry[] = [
  { href: paths.terms, label: 'layout.legal.terms' },
  { href: paths.eula, label: 'layout.legal.eula' },
  { href: paths.privacy, label: 'layout.legal.privacy' },
  { href: paths.cookiePolicy, label: 'layout.legal.cookie-policy' },
  { href: paths.aiServiceUsePolicy, label: 'layout.legal.ai-service-use-policy' },
  { href: paths.licenses, label: 'layout.legal.licenses' },
  { href: paths.impressum, label: 'layout.legal.impressum' },
  { href: paths.accessibility, label: 'layout.legal.accessibility' },
  { href: paths.withdrawal, label: 'layout.legal.withdrawal' },
  { href: paths.cancellation, label: 'layout.legal.cancellation' },
];
