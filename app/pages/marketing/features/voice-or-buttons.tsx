import { useMessages } from '../../../messages/use-messages.ts';
import { RecordingOverlayScene } from '../../../scenes/recording-overlay-scene.tsx';
import { VoiceCommandsOffScene, VoiceCommandsOnScene } from '../../../scenes/voice-commands-scene.tsx';
import { Chapter, Feature } from './chapter.tsx';

const rows = ['recording', 'result', 'shortcuts'] as const;

/** Voice commands on and off, and what the screen shows while the app listens. */
export function VoiceOrButtons() {
  const { t } = useMessages();
  return (
    <Chapter id="voice" title={t('features.voice.title')}>
      <div className="feature-wide">
        <div className="feature-words">
          <h3>{t('features.commands.title')}</h3>
          <p>{t('features.commands.text')}</p>
        </div>
        <div className="feature-pair">
          <VoiceCommandsOnScene />
          <VoiceCommandsOffScene />
        </div>
        <table className="comparison-table">
          <caption>{t('features.commands.table')}</caption>
          <thead>
            <tr>
              <td />
              <th scope="col">{t('features.commands.on')}</th>
              <th scope="col">{t('features.commands.off')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row}>
                <th scope="row">{t(`features.commands.${row}`)}</th>
                <td>{t(`features.commands.${row}.on`)}</td>
                <td>{t(`features.commands.${row}.off`)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Feature title={t('features.overlay.title')} text={t('features.overlay.text')}>
        <RecordingOverlayScene />
      </Feature>
    </Chapter>
  );
}
