import { LegalPage } from './legal-page.tsx';

export default function CookiePolicy() {
  return <LegalPage title="legal.cookie-policy.title" document="cookie-policy" />;
}
