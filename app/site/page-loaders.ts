import type { ComponentType } from 'react';
import type { PageSource } from './routes.ts';

type LoadPage = () => Promise<{ default: ComponentType }>;

/**
 * The script of each page, by its file; the build fails when one is missing. Separate from the list of pages, which
 * links and pages read: they would otherwise import themselves.
 */
export const pageLoaders: Record<PageSource, LoadPage> = {
  'app/pages/marketing/landing.tsx': () => import('../pages/marketing/landing.tsx'),
  'app/pages/marketing/features.tsx': () => import('../pages/marketing/features.tsx'),
  'app/pages/marketing/pricing.tsx': () => import('../pages/marketing/pricing.tsx'),
  'app/pages/marketing/demo.tsx': () => import('../pages/marketing/demo.tsx'),
  'app/pages/marketing/beta.tsx': () => import('../pages/marketing/beta.tsx'),
  'app/pages/releases/download-guide.tsx': () => import('../pages/releases/download-guide.tsx'),
  'app/pages/releases/releases.tsx': () => import('../pages/releases/releases.tsx'),
  'app/pages/marketing/contact.tsx': () => import('../pages/marketing/contact.tsx'),
  'app/account/session/signed-up.tsx': () => import('../account/session/signed-up.tsx'),
  'app/account/account.tsx': () => import('../account/account.tsx'),
  'app/account/privacy/closing/closing.tsx': () => import('../account/privacy/closing/closing.tsx'),
  'app/account/privacy/personal-data/personal-data.tsx': () =>
    import('../account/privacy/personal-data/personal-data.tsx'),
  'app/account/billing/plan/plan.tsx': () => import('../account/billing/plan/plan.tsx'),
  'app/account/billing/order/order.tsx': () => import('../account/billing/order/order.tsx'),
  'app/account/billing/order/done.tsx': () => import('../account/billing/order/done.tsx'),
  'app/account/billing/cancellation/cancellation.tsx': () => import('../account/billing/cancellation/cancellation.tsx'),
  'app/account/service/usage/usage.tsx': () => import('../account/service/usage/usage.tsx'),
  'app/account/session/logged-out.tsx': () => import('../account/session/logged-out.tsx'),
  'app/pages/legal/privacy.tsx': () => import('../pages/legal/privacy.tsx'),
  'app/pages/legal/terms.tsx': () => import('../pages/legal/terms.tsx'),
  'app/pages/legal/eula.tsx': () => import('../pages/legal/eula.tsx'),
  'app/pages/legal/cookie-policy.tsx': () => import('../pages/legal/cookie-policy.tsx'),
  'app/pages/legal/ai-service-use-policy.tsx': () => import('../pages/legal/ai-service-use-policy.tsx'),
  'app/pages/legal/impressum.tsx': () => import('../pages/legal/impressum.tsx'),
  'app/pages/legal/licenses.tsx': () => import('../pages/legal/licenses.tsx'),
  'app/pages/legal/accessibility.tsx': () => import('../pages/legal/accessibility.tsx'),
  'app/pages/legal/withdrawal.tsx': () => import('../pages/legal/withdrawal.tsx'),
  'app/pages/legal/legal-archive.tsx': () => import('../pages/legal/legal-archive.tsx'),
  'app/pages/legal/legal-version.tsx': () => import('../pages/legal/legal-version.tsx'),
  'app/pages/not-found.tsx': () => import('../pages/not-found.tsx'),
};
