import { useMessages } from '../messages/use-messages.ts';
import { AppWindow } from './app-window.tsx';
import { Choice } from './choice.tsx';
import { interfaceTexts } from './interface-texts.ts';
import { Spoken, Written } from './passages.tsx';
import { Scene } from './scene.tsx';

/** Spoken thoughts put in order as bullet points. */
export function BulletPointsScene() {
  const { t } = useMessages();
  return (
    <Scene caption={t('scenes.bullets.caption')}>
      <AppWindow>
        <Choice names={interfaceTexts.outputs} chosen="bullets" />
        <Spoken>{t('scenes.bullets.spoken')}</Spoken>
        <Written>
          <p className="scene-heading">{t('scenes.bullets.title')}</p>
          <ul className="scene-bullets">
            <li>{t('scenes.bullets.point-1')}</li>
            <li>{t('scenes.bullets.point-2')}</li>
            <li>{t('scenes.bullets.point-3')}</li>
          </ul>
        </Written>
      </AppWindow>
    </Scene>
  );
}
