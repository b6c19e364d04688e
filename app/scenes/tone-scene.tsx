import { useId } from 'react';
import { useMessages } from '../messages/use-messages.ts';
import { AppWindow } from './app-window.tsx';
import { interfaceTexts } from './interface-texts.ts';
import { Scene } from './scene.tsx';

const tones = ['neutral', 'formal', 'friendly'] as const;

/** One message in three tones. The switch works even without a script: the style sheet shows the chosen text. */
export function ToneScene() {
  const { t, locale } = useMessages();
  const group = useId();
  return (
    <Scene caption={t('scenes.tone.caption')}>
      <AppWindow>
        <fieldset className="scene-tones">
          <legend className="scene-label">{interfaceTexts.tone}</legend>
          <span className="scene-choice">
            {tones.map((tone) => (
              <label key={tone} className="scene-option">
                <input type="radio" name={group} value={tone} defaultChecked={tone === 'formal'} />
                <span>{interfaceTexts.tones[tone]}</span>
              </label>
            ))}
          </span>
          <div className="scene-tone-texts" lang={locale}>
            {tones.map((tone) => (
              <div key={tone} className={`scene-passage scene-written scene-tone-${tone}`}>
                <p>{t(`scenes.tone.${tone}`)}</p>
              </div>
            ))}
          </div>
        </fieldset>
      </AppWindow>
    </Scene>
  );
}
