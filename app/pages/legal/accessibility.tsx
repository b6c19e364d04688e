import { LegalPage } from './legal-page.tsx';

export default function Accessibility() {
  return <LegalPage title="legal.accessibility.title" document="accessibility" />;
}
