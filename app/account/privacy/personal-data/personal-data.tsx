import { Fragment } from 'react';
import { operator } from '../../../../shared/business/company.ts';
import { dataSubjectRequestDays as days } from '../../../../shared/business/privacy-requests.ts';
import { paths } from '../../../../shared/paths.ts';
import { personalDataParts } from '../../../../shared/personal-data-parts.ts';
import { ProblemNotice } from '../../../api-client/problem-notice.tsx';
import { Button } from '../../../components/button.tsx';
import { EmailLink } from '../../../components/email-link.tsx';
import { Notice } from '../../../components/notice.tsx';
import { RichMessage } from '../../../messages/rich-message.tsx';
import { useMessages } from '../../../messages/use-messages.ts';
import { Link } from '../../../navigation/link.tsx';
import { RoomsOfHolder } from '../../account-rooms.tsx';
import { HolderOnly } from '../../session/holder-only.tsx';
import { SessionFaultNotice } from '../../session/session-fault-notice.tsx';
import { OwnRights } from './own-rights.tsx';
import { useExport } from './use-export.ts';

/** What the file holds and what it cannot: the same for everybody, so it is here before anybody signs in. */
function Contents() {
  const { t } = useMessages();
  return (
    <section className="stack" aria-labelledby="data-contents">
      <h2 id="data-contents">{t('personal-data.contents')}</h2>
      <p>{t('personal-data.contents.text', { count: personalDataParts.length })}</p>
      <details className="disclosure">
        <summary>{t('personal-data.contents.parts')}</summary>
        <dl className="explained">
          {personalDataParts.map((part) => (
            <div key={part}>
              <dt>{t(`personal-data.name.${part}`)}</dt>
              <dd>{t(`personal-data.part.${part}`)}</dd>
            </div>
          ))}
        </dl>
        <p className="text-small">{t('personal-data.not-in-it')}</p>
      </details>
    </section>
  );
}

function OtherRights() {
  const { t } = useMessages();
  const address = operator.privacyEmail;
  return (
    <section className="stack" aria-labelledby="data-rights">
      <h2 id="data-rights">{t('personal-data.rights')}</h2>
      <p>
        <RichMessage
          id="personal-data.rights.text"
          values={{ address, days }}
          elements={{
            email: <EmailLink address={address} />,
            policy: <Link className="link" href={paths.privacy} />,
          }}
        />
      </p>
    </section>
  );
}

/** The last section, which leads to closing the account; nothing else does. */
function Closing() {
  const { t } = useMessages();
  return (
    <section className="stack" aria-labelledby="data-closing">
      <h2 id="data-closing">{t('account.room.close')}</h2>
      <p>
        <RichMessage
          id="personal-data.rights.closing"
          elements={{ closing: <Link className="link" href={paths.accountClosing} /> }}
        />
      </p>
    </section>
  );
}

function Copy() {
  const { t } = useMessages();
  const { run, isBusy, fileName, problem } = useExport();
  return (
    <section className="card stack" aria-labelledby="data-copy">
      <h2 id="data-copy">{t('personal-data.copy')}</h2>
      <p>{t('personal-data.copy.text')}</p>
      <div className="button-row">
        <Button busy={isBusy} onClick={() => run()}>
          {t('personal-data.save')}
        </Button>
      </div>
      <ProblemNotice problem={problem} page="personal-data.archive" />
      {fileName && <Notice kind="success">{t('personal-data.saved', { fileName })}</Notice>}
    </section>
  );
}

/** Where a person gets a copy of everything that is stored of the account, and reads how to use the other rights. */
export default function PersonalData() {
  const { t } = useMessages();
  return (
    <div className="page-width page-plain page-account stack">
      <h1>{t('personal-data.title')}</h1>
      <p className="lead">{t('personal-data.lead')}</p>
      <RoomsOfHolder />
      <SessionFaultNotice />
      <p className="hidden max-w-[66ch] noscript:block">
        {t('personal-data.no-script', { address: operator.privacyEmail })}
      </p>
      <div className="beside">
        <div className="subjects">
          <HolderOnly returnTo={paths.accountData} signInLabel={t('personal-data.sign-in')}>
            {(user) => (
              <Fragment key={user.id}>
                <Copy />
                <OwnRights />
              </Fragment>
            )}
          </HolderOnly>
          <Closing />
        </div>
        <div className="beside-facts">
          <Contents />
          <OtherRights />
        </div>
      </div>
    </div>
  );
}
