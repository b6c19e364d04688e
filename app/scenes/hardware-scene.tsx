import { models } from '../../shared/business/product.ts';
import { useMessages } from '../messages/use-messages.ts';
import { AppWindow } from './app-window.tsx';
import { Choice } from './choice.tsx';
import { interfaceTexts } from './interface-texts.ts';
import { Scene } from './scene.tsx';

const processors = { cpu: interfaceTexts.cpu, gpu: interfaceTexts.gpu };

/** Where speech is recognised: on the processor or on the graphics card, with models that run locally. */
export function HardwareScene() {
  const { t } = useMessages();
  return (
    <Scene caption={t('scenes.hardware.caption')}>
      <AppWindow>
        <Choice names={processors} chosen="gpu" label={interfaceTexts.hardware} />
        <div className="scene-list scene-list-wide">
          <span className="scene-label">{interfaceTexts.localModels}</span>
          <ul>
            {models.local.map((model) => (
              <li key={model}>{model}</li>
            ))}
          </ul>
        </div>
      </AppWindow>
    </Scene>
  );
}
