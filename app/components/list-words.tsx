import { type ContextType, Suspense } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import type { WaitingList } from '../../shared/business/access.ts';
import { MessagesContext } from '../messages/messages-context.ts';
import { useMessages } from '../messages/use-messages.ts';
import { SiteContext } from '../site/site-context.ts';
import { ListForm } from './list-form.tsx';

/** What somebody can wait for, and the form: beside each other, or as the guide lays out the parts of a section. */
export function ListWords({ list }: { list: WaitingList }) {
  const { t } = useMessages();
  const words = (
    <>
      <h2 id={`${list}-list-title`}>{t(`lists.${list}.title`)}</h2>
      <p>{t(`lists.${list}.text`)}</p>
    </>
  );
  const form = (
    <div className="card">
      <ListForm list={list} />
    </div>
  );
  if (list === 'sale')
    return (
      <div className="page-width columns">
        <div className="stack">{words}</div>
        {form}
      </div>
    );
  return (
    <>
      {words}
      {form}
    </>
  );
}

/** Makes what the server has written in `place` interactive, or puts it there. Returns what ends it. */
export function takeOver(
  place: Element,
  list: WaitingList,
  messages: ContextType<typeof MessagesContext>,
  site: ContextType<typeof SiteContext>,
): () => void {
  const content = (
    <MessagesContext value={messages}>
      <SiteContext value={site}>
        <Suspense>
          <ListWords list={list} />
        </Suspense>
      </SiteContext>
    </MessagesContext>
  );
  const root = place.hasChildNodes() ? hydrateRoot(place, content) : createRoot(place);
  if (!place.hasChildNodes()) root.render(content);
  // React unmounts none while it works at another.
  return () => void setTimeout(() => root.unmount());
}
