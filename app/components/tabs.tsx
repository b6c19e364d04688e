import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef, useSyncExternalStore } from 'react';

interface Props {
  /** Name of the list of tabs. */
  label: string;
  /** The ids are the hashes that open a panel; they belong to the page. */
  tabs: readonly { id: string; label: string; content: ReactNode }[];
}

/** The hash changes by the visitor, by a link of the site, and by choosing a tab; all are announced as one of these. */
const moves = ['hashchange', 'popstate'];

const subscribe = (listener: () => void) => {
  for (const move of moves) addEventListener(move, listener);
  return () => {
    for (const move of moves) removeEventListener(move, listener);
  };
};

const useHash = () =>
  useSyncExternalStore<string | null>(
    subscribe,
    () => location.hash.slice(1),
    () => null,
  );

/**
 * Panels of which one is shown. The hash of the address chooses it, so every panel can be linked to. In the prerendered
 * page the tabs are links to the panels, and without scripts all panels are shown.
 */
export function Tabs({ label, tabs }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const hash = useHash();
  const selected = tabs.find(({ id }) => id === hash) ?? tabs[0];

  const select = (id: string) => {
    history.replaceState(history.state, '', `#${id}`);
    dispatchEvent(new Event('hashchange'));
  };
  const selectByPointer = (event: MouseEvent, id: string) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    select(id);
  };
  const moveByKey = (event: KeyboardEvent) => {
    const index = tabs.findIndex(({ id }) => id === selected?.id);
    const targets: Record<string, number> = {
      ArrowRight: index + 1,
      ArrowLeft: index - 1,
      Home: 0,
      End: tabs.length - 1,
      ' ': index,
    };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    const next = tabs.at(target % tabs.length)!;
    select(next.id);
    list.current?.querySelector<HTMLElement>(`[aria-controls="${next.id}"]`)?.focus();
  };

  return (
    <div className="tabs" data-ready={hash === null ? undefined : ''}>
      <div className="tab-list" role="tablist" aria-label={label} ref={list} onKeyDown={moveByKey}>
        {tabs.map((tab) => (
          <a
            key={tab.id}
            className="tab"
            role="tab"
            id={`${tab.id}-tab`}
            href={`#${tab.id}`}
            aria-controls={tab.id}
            aria-selected={tab === selected}
            tabIndex={tab === selected ? 0 : -1}
            onClick={(event) => selectByPointer(event, tab.id)}
          >
            {tab.label}
          </a>
        ))}
      </div>
      {tabs.map((tab) => (
        <section
          key={tab.id}
          className="tab-panel"
          role="tabpanel"
          id={tab.id}
          aria-labelledby={`${tab.id}-tab`}
          hidden={hash !== null && tab !== selected}
        >
          {tab.content}
        </section>
      ))}
    </div>
  );
}
