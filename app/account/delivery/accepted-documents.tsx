import type { AccountAnswer } from '../../../shared/api/account.ts';
import type { LegalDocument } from '../../../shared/business/documents.ts';
import { formatInstant, formatLanguages } from '../../../shared/format.ts';
import { legalVersionPath } from '../../../shared/legal-paths.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { Link } from '../../navigation/link.tsx';

/** What the account holder has accepted: document, version, language and time, with the text linked from the name. */
export function AcceptedDocuments({ accepted }: { accepted: AccountAnswer['acceptedDocuments'] }) {
  const { t, locale } = useMessages();
  if (accepted.length === 0) return null;
  const names: Record<LegalDocument, string> = {
    terms: t('account.accepted.terms'),
    eula: t('account.accepted.eula'),
    'ai-service-use-policy': t('account.accepted.ai'),
    'privacy-policy': t('account.accepted.privacy'),
    'cookie-policy': t('account.accepted.cookies'),
  };
  return (
    <section className="stack" aria-labelledby="accepted">
      <h2 id="accepted">{t('account.accepted.title')}</h2>
      <ul className="archive-versions">
        {accepted.map(({ id, document, version, locale: language, acceptedAt }) => (
          <li key={id}>
            <p>
              <Link className="link" href={legalVersionPath(document, version)}>
                {names[document]}
              </Link>
            </p>
            <p className="text-paper-dim">
              {t('account.accepted.item', {
                version,
                language: formatLanguages(locale, [language]),
                time: formatInstant(locale, new Date(acceptedAt)),
              })}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
