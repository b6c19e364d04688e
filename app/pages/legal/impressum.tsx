import { LegalPage } from './legal-page.tsx';

export default function Impressum() {
  return <LegalPage title="legal.impressum.title" document="impressum" />;
}
