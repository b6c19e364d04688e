import { legalVersions } from '../../../content/legal/versions.ts';
import type { AnnouncedVersion } from '../../../shared/api/documents.ts';
import { type PublishedDocument, publishedDocuments } from '../../../shared/business/documents.ts';
import { legalDifferencePath, legalVersionPath } from '../../../shared/legal-paths.ts';
import { Breadcrumb } from '../../components/breadcrumb.tsx';
import { useMessages } from '../../messages/use-messages.ts';
import { Link } from '../../navigation/link.tsx';
import { titleOf } from '../../site/page-titles.ts';
import { useSite } from '../../site/site-context.ts';
import { Unbroken } from './unbroken.tsx';
import { useAnnouncedVersions } from './use-announced-versions.ts';
import { sayValidity } from './version-validity.ts';

/** All versions of one document, the newest first. */
function Versions({ document, announced }: { document: PublishedDocument; announced: readonly AnnouncedVersion[] }) {
  const { t, locale } = useMessages();
  const versions = legalVersions[document];
  const isAnnounced = (version: string) =>
    announced.some((each) => each.document === document && each.version === version);
  return (
    <ul className="archive-versions">
      {versions
        .map((version, index) => {
          const validity = sayValidity({ t, locale }, version, versions[index + 1], isAnnounced);
          return (
            <li key={version}>
              <p>
                <Link className="link" href={legalVersionPath(document, version)}>
                  <Unbroken text={t('legal.archive.version', { version })} />
                </Link>
              </p>
              {/* The page that the server chose stays as it is, whatever the browser takes for today. */}
              <p className="text-paper-dim" suppressHydrationWarning>
                {validity}
              </p>
              {versions
                .slice(0, index)
                .map((earlier) => (
                  <p key={earlier}>
                    <Link className="link" href={legalDifferencePath(document, earlier, version)}>
                      <Unbroken text={t('legal.archive.difference', { version: earlier })} />
                    </Link>
                  </p>
                ))
                .toReversed()}
            </li>
          );
        })
        .toReversed()}
    </ul>
  );
}

/** Every version of every legal document, each at a permanent address. */
export default function LegalArchive() {
  const { t, text } = useMessages();
  const { routes } = useSite();
  const announced = useAnnouncedVersions();
  return (
    <div className="page-width pt-10">
      <Breadcrumb
        label={t('legal.breadcrumb.label')}
        items={[{ label: t('legal.breadcrumb.legal') }, { label: t('legal.archive.title') }]}
      />
      <h1>{t('legal.archive.title')}</h1>
      <p className="lead">{t('legal.archive.lead')}</p>
      {publishedDocuments.map((document) => {
        const page = routes.find((route) => route.document === document)!;
        return (
          <section key={document} className="archive-document" aria-labelledby={document}>
            <h2 id={document}>
              <Link href={page.paths[0]!}>{titleOf(page, text)}</Link>
            </h2>
            <Versions document={document} announced={announced} />
          </section>
        );
      })}
    </div>
  );
}
