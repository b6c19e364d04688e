import { operator } from '../../../shared/business/company.ts';
import { macosCheck, signatureCheck, windowsCheck } from '../../account/delivery/parts/command-lines.ts';
import { CopyRow } from '../../components/copy-row.tsx';
import { EmailLink } from '../../components/email-link.tsx';
import { RichMessage } from '../../messages/rich-message.tsx';
import { useMessages } from '../../messages/use-messages.ts';
import { SignatureLink } from './signature-link.tsx';

interface Props {
  fileName: string;
  /** `null` where the version is unknown: the commands then print the hash, and the reader compares. */
  sha256: string | null;
  /** `null` where the version is unsigned or unknown. */
  signature: string | null;
  publicKey: string | null;
}

/** How to verify that a file is the one that was published, with the commands to copy. */
export function FileCheck({ fileName, sha256, signature, publicKey }: Props) {
  const { t } = useMessages();
  const copying = { copyLabel: t('download-guide.check.copy'), copiedLabel: t('download-guide.check.copied') };
  const file = { fileName, sha256 };
  return (
    <div className="stack">
      <p>{t('download-guide.check.why')}</p>
      <CopyRow label={t('download-guide.check.windows')} value={windowsCheck(file)} {...copying} />
      <CopyRow label={t('download-guide.check.macos')} value={macosCheck(file)} {...copying} />
      <p>{t(sha256 ? 'download-guide.check.answer' : 'download-guide.check.compare')}</p>
      {signature && publicKey && (
        <>
          <p>
            {t('download-guide.check.signature.why')}{' '}
            <RichMessage id="download-guide.check.signature.text" elements={{ scoop: <code />, brew: <code /> }} />
          </p>
          <CopyRow
            label={t('download-guide.check.signature')}
            value={signatureCheck(fileName, publicKey)}
            {...copying}
          />
          <p>
            <RichMessage id="download-guide.check.signature.answer" elements={{ en: <code /> }} />
          </p>
          <p>
            <SignatureLink fileName={fileName} signature={signature} label={t('download-guide.check.signature.save')} />
          </p>
        </>
      )}
      <p>
        <RichMessage
          id="download-guide.check.wrong"
          values={{ address: operator.supportEmail }}
          elements={{ email: <EmailLink address={operator.supportEmail} /> }}
        />
      </p>
    </div>
  );
}
