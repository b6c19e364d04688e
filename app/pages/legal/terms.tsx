import { LegalPage } from './legal-page.tsx';

export default function Terms() {
  return <LegalPage title="legal.terms.title" document="terms" />;
}
