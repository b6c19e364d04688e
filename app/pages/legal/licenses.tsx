import { type RefObject, useEffect, useRef, useState } from 'react';
import { imprint } from '../../../shared/business/imprint.ts';
import { Breadcrumb } from '../../components/breadcrumb.tsx';
import { EmailLink } from '../../components/email-link.tsx';
import { TextField } from '../../components/text-field.tsx';
import { LegalDocument } from '../../documents/legal-document.tsx';
import { RichMessage } from '../../messages/rich-message.tsx';
import { useMessages } from '../../messages/use-messages.ts';

// Rendered only once: another rendering must not bring back what the search has hidden.
const list = <LegalDocument name="licences" />;

/**
 * Shows the works whose text contains every word of `query`, and the lists that still have one. Returns how many are
 * shown.
 */
function showMatches(works: Element, query: string): number {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const section of works.querySelectorAll<HTMLElement>('.works')) {
    let isEmpty = true;
    for (const work of section.querySelectorAll<HTMLElement>('.work')) {
      const text = work.textContent!.toLowerCase();
      work.hidden = !words.every((word) => text.includes(word));
      if (work.hidden) continue;
      isEmpty = false;
      shown++;
    }
    section.hidden = isEmpty;
  }
  return shown;
}

/** Narrows the list to what is typed, and announces politely how much is left. */
function Search({ works }: { works: RefObject<HTMLDivElement | null> }) {
  const { t } = useMessages();
  const input = useRef<HTMLInputElement>(null);
  const [shown, setShown] = useState<number | null>(null);
  const search = () => {
    const query = input.current!.value;
    const count = showMatches(works.current!, query);
    setShown(query.trim() === '' ? null : count);
  };
  // Text typed before the script arrived counts, too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on arrival
  useEffect(() => {
    if (input.current!.value !== '') search();
  }, []);
  return (
    <search className="licence-search needs-script">
      <TextField
        id="licence-search"
        ref={input}
        type="search"
        label={t('licenses.search')}
        hint={t('licenses.search.hint')}
        autoComplete="off"
        spellCheck={false}
        onInput={search}
      />
      <p role="status">{shown !== null && t('licenses.search.found', { count: shown })}</p>
    </search>
  );
}

/** Every third-party work in the site and its service (specification 2); the build generates the list. */
export default function Licenses() {
  const { t } = useMessages();
  const works = useRef<HTMLDivElement>(null);
  return (
    <div className="page-width pt-10">
      <Breadcrumb
        label={t('legal.breadcrumb.label')}
        items={[{ label: t('legal.breadcrumb.legal') }, { label: t('legal.licenses.title') }]}
      />
      <h1>{t('legal.licenses.title')}</h1>
      <p className="lead">{t('legal.licenses.description')}</p>
      <p>{t('licenses.notice')}</p>
      <p>
        <RichMessage
          id="licenses.notice.contact"
          values={{ email: imprint.generalEmail }}
          elements={{ mail: <EmailLink address={imprint.generalEmail} /> }}
        />
      </p>
      <Search works={works} />
      <div ref={works}>{list}</div>
    </div>
  );
}
