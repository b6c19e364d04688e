import type { ReactNode } from 'react';
import { Mark } from '../components/brand/mark.tsx';
import { interfaceTexts } from './interface-texts.ts';

/** The app's window. Its interface is English in every language (specification 1). */
export function AppWindow({ children }: { children: ReactNode }) {
  return (
    <div className="scene-window" lang="en">
      <div className="scene-title-bar">
        <Mark />
        <span className="scene-title">Writing Ant</span>
        <span className="scene-badge">{interfaceTexts.modes.online}</span>
        <WindowButtons />
      </div>
      <div className="scene-body">{children}</div>
    </div>
  );
}

/** The window of another program: its name in the page's language, and its content. */
export function OtherWindow({ name, children }: { name: string; children?: ReactNode }) {
  return (
    <div className="scene-window scene-other-window">
      <div className="scene-title-bar">
        <span className="scene-title">{name}</span>
        <WindowButtons />
      </div>
      <div className="scene-body">{children}</div>
    </div>
  );
}

function WindowButtons() {
  return (
    <svg className="scene-window-buttons" aria-hidden="true" viewBox="0 0 64 12">
      <path d="M1 6h10M27 1h10v10H27zM53 1l10 10M63 1 53 11" />
    </svg>
  );
}
