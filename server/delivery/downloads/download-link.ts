import { downloadFilePath } from '../../../shared/api-paths.ts';
import { Problem } from '../../http/problem.ts';
import { isSigned, type LinkSecrets, sign } from '../../http/signed-links.ts';

/** What a link stands for. Whoever holds the link may fetch the file until it expires. */
export interface LinkTarget {
  downloadId: string;
  fileName: string;
  expiresAt: Date;
}

/** The same target and secret always produce the same path, so that a repeated answer repeats the link. */
export function signDownloadPath(secret: Buffer, target: LinkTarget): string {
  const query = new URLSearchParams({
    expires: String(target.expiresAt.getTime()),
    signature: sign({ linkSecret: secret }, download(target)),
  });
  return `${downloadFilePath(target.downloadId, target.fileName)}?${query}`;
}

interface PresentedLink {
  downloadId: string;
  fileName: string;
  /** As they appear in the address. */
  expires: string;
  signature: string;
}

/** Milliseconds exactly as we write them, so that no other notation of the same moment is accepted. */
const canonicalTime = /^[1-9]\d{0,14}$/;

/** Refuses a link that none of our secrets signed, or that is not valid now. */
export function requireValidLink(secrets: LinkSecrets, link: PresentedLink, now: Date): void {
  const expiresAt = new Date(canonicalTime.test(link.expires) ? Number(link.expires) : 0);
  const target = { downloadId: link.downloadId, fileName: link.fileName, expiresAt };
  if (!isSigned(secrets, download(target), { signature: link.signature, now })) throw new Problem('link-invalid');
  if (expiresAt <= now) throw new Problem('link-expired');
}

const download = ({ downloadId, fileName, expiresAt }: LinkTarget) =>
  ({ purpose: 'download', parts: [downloadId, fileName, expiresAt.getTime()] }) as const;
