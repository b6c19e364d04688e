import { partLongWords } from '../../../shared/long-words.ts';
import { paths } from '../../../shared/paths.ts';
import { Breadcrumb } from '../../components/breadcrumb.tsx';
import { LegalDocument } from '../../documents/legal-document.tsx';
import { useMessages } from '../../messages/use-messages.ts';
import { usePath } from '../../navigation/use-path.ts';
import { titleOf } from '../../site/page-titles.ts';
import { useSite } from '../../site/site-context.ts';
import { PrintButton } from './print-button.tsx';
import { Unbroken } from './unbroken.tsx';

/** One version of a document, or the changes between two: a page of the archive at a permanent address. */
export default function LegalVersion() {
  const { t, text } = useMessages();
  const { findRoute } = useSite();
  const route = findRoute(usePath());
  // While the visitor leaves, the address is already that of the next page.
  if (!route?.document || !route.about) return null;
  const title = titleOf(route, text);
  return (
    <div className="page-width pt-10">
      <Breadcrumb
        label={t('legal.breadcrumb.label')}
        items={[
          { label: t('legal.breadcrumb.legal') },
          { label: t('legal.archive.title'), href: paths.legalArchive },
          { label: <Unbroken text={title} /> },
        ]}
      />
      {route.about.from && (
        <h1>
          <Unbroken text={partLongWords(title)} />
        </h1>
      )}
      <LegalDocument key={route.document} name={route.document} />
      <PrintButton />
    </div>
  );
}
