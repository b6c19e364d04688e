import { type MouseEvent, useState } from 'react';
import { platforms } from '../../shared/business/product.ts';
import { formatList } from '../../shared/format.ts';
import { anchors, localizedPath, paths } from '../../shared/paths.ts';
import { useMessages } from '../messages/use-messages.ts';
import { Link } from '../navigation/link.tsx';
import { useSite } from '../site/site-context.ts';
import { Button, ButtonLink } from './button.tsx';

/**
 * The way to the download. On a phone or a Mac (app/site/inline/device.ts) the link goes to a computer that can run the app:
 * by a mail to oneself or, with a script, by the system's share sheet; or it is copied. We send nothing and learn nothing.
 */
export function DownloadWay() {
  const { t, locale } = useMessages();
  const { prerendered } = useSite();
  const [copied, setCopied] = useState(false);
  // The server fills in the origin, which must stand as it is.
  const origin = prerendered ? prerendered.origin : location.origin;
  const path = localizedPath(paths.download, locale);
  const mail = `mailto:?subject=${encodeURIComponent(t('layout.hand-over.subject'))}&body=${origin}${encodeURIComponent(path)}`;
  const share = (event: MouseEvent) => {
    if (!('share' in navigator)) return;
    event.preventDefault();
    // Whoever closes the sheet wants nothing more.
    navigator.share({ title: t('layout.hand-over.subject'), url: origin + path }).catch(() => {});
  };
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(origin + path);
      setCopied(true);
    } catch {
      location.assign(mail);
    }
  };
  return (
    <>
      <ButtonLink className="shown-on-computer" href={paths.download}>
        {t('layout.account.download')}
      </ButtonLink>
      <div className="hand-over">
        <div className="button-row">
          <ButtonLink href={mail} onClick={share}>
            {t('layout.hand-over.send')}
          </ButtonLink>
          <Button variant="secondary" onClick={copy} onBlur={() => setCopied(false)}>
            {copied ? t('layout.hand-over.copied') : t('layout.hand-over.copy')}
          </Button>
        </div>
        <p className="hand-over-phone">{t('layout.hand-over.phone')}</p>
        <p className="hand-over-mac">
          <span>{t('layout.hand-over.mac', { versions: formatList(locale, platforms.windows.testedVersions) })}</span>
          {!platforms.macos.available && (
            <Link className="link block w-fit" href={`${paths.downloadGuide}#${anchors.macosList}`}>
              {t('layout.hand-over.mac-list')}
            </Link>
          )}
        </p>
        <span role="status" className="sr-only">
          {copied ? t('layout.hand-over.copied') : ''}
        </span>
      </div>
    </>
  );
}
