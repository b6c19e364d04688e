import { type ReactNode, useEffect } from 'react';
import { openTab } from './open-tab.ts';

interface Props {
  /** What the choice is about; names the group, and must not be an id on the page. */
  label: string;
  name: string;
  /** The ids are the hashes that open a panel; they belong to the page. */
  tabs: readonly { id: string; label: string; content: ReactNode }[];
}

/**
 * Panels of which one is shown. Built on radio buttons, so that the style sheet shows the chosen panel before and
 * without any script (navigation.css); the address and the choice follow each other (app/site/inline/tab-choice.ts).
 */
export function Tabs({ label, name, tabs }: Props) {
  // The address that led here within the site may name a panel.
  useEffect(openTab, []);
  return (
    <div className="tabs">
      <fieldset className="tab-list">
        <legend className="sr-only">{label}</legend>
        {tabs.map(({ id, label }, index) => (
          <label key={id} className="tab">
            <input type="radio" name={name} value={id} defaultChecked={index === 0} />
            <span id={`${id}-tab`}>{label}</span>
          </label>
        ))}
      </fieldset>
      {tabs.map(({ id, content }) => (
        <section key={id} className="tab-panel" id={id} aria-labelledby={`${id}-tab`}>
          {content}
        </section>
      ))}
    </div>
  );
}
