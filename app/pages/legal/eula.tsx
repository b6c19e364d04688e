import { LegalPage } from './legal-page.tsx';

export default function Eula() {
  return <LegalPage title="legal.eula.title" document="eula" />;
}
