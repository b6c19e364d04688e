import { LegalPage } from './legal-page.tsx';

export default function AiServiceUsePolicy() {
  return <LegalPage title="legal.ai-service-use-policy.title" document="ai-service-use-policy" />;
}
