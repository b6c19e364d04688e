import { LegalPage } from './legal-page.tsx';

export default function Privacy() {
  return <LegalPage title="legal.privacy.title" document="privacy-policy" />;
}
