import { useEffect, useState } from 'react';
import { downloadLinkDays } from '../../../shared/business/download-limits.ts';
import { installationSpaceGigabytes, installer } from '../../../shared/business/product.ts';
import { paths } from '../../../shared/paths.ts';
import { Button } from '../../components/button.tsx';
import { RichMessage } from '../../messages/rich-message.tsx';
import { useMessages } from '../../messages/use-messages.ts';
import { Link } from '../../navigation/link.tsx';
import { useSite } from '../../site/site-context.ts';
import type { SignInOptions } from './auth.ts';
import type { LoginScreen, LoginWish } from './login-wish.ts';

interface Props {
  /** The screen of the login provider that the browser is about to open. */
  leavingFor: LoginScreen | null;
  onChoose: (wish: LoginWish) => void;
}

/** Where to return: to the page that offered the sign-in, so that the download continues there. */
function ownAddress(): SignInOptions {
  return location.pathname === paths.download ? { returnTo: paths.download } : {};
}

/** Offers sign-up and sign-in; after a choice, says that the browser is about to leave (decisions, login). */
export function SignInOffer({ leavingFor, onChoose }: Props) {
  const { t } = useMessages();
  const { configuration } = useSite();
  const [standIn, setStandIn] = useState(false);

  // The prerendered page does not know where it will be served.
  useEffect(() => setStandIn(configuration.standIns), [configuration]);

  // The buttons stay until the browser leaves: the keyboard's focus is on one of them.
  const buttonFor = (screen: LoginScreen) => ({
    busy: leavingFor === screen,
    unavailable: leavingFor !== null,
    onClick: () => onChoose({ screen, options: ownAddress() }),
  });

  return (
    <div className="offer">
      <div className="offer-choice">
        <p className="lead">{t('account.offer.lead')}</p>
        <p className="hidden max-w-[66ch] noscript:block">{t('account.no-script')}</p>
        <div className="needs-script button-row">
          <Button {...buttonFor('sign-up')}>{t('account.offer.sign-up')}</Button>
          <Button variant="secondary" {...buttonFor('sign-in')}>
            {t('account.offer.sign-in')}
          </Button>
          <p role="status" className="self-center text-paper-dim">
            {leavingFor && t('account.redirecting')}
          </p>
        </div>
        <p className="text-paper-dim">{t('account.offer.no-card')}</p>
        {standIn && <p className="text-paper-dim">{t('account.stand-in')}</p>}
      </div>
      <div className="offer-way">
        <h2>{t('account.offer.next')}</h2>
        <ol className="steps">
          <li>{t('account.offer.step-account')}</li>
          <li>{t('account.offer.step-conditions')}</li>
          <li>
            {t('account.offer.step-download', { gigabytes: installer.downloadGigabytes, days: downloadLinkDays })}
          </li>
        </ol>
        <p>{t('account.offer.needs', { total: installationSpaceGigabytes })}</p>
        <p>
          <RichMessage
            id="account.offer.guide"
            elements={{ guide: <Link href={paths.downloadGuide} />, releases: <Link href={paths.releases} /> }}
          />
        </p>
      </div>
    </div>
  );
}
