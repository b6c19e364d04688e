import { useMessages } from '../messages/use-messages.ts';
import { AppWindow, OtherWindow } from './app-window.tsx';
import { interfaceTexts } from './interface-texts.ts';
import { Scene } from './scene.tsx';
import { Waveform } from './waveform.tsx';

/** Ants from what was said, out of the app and round the corner, to the cursor: place, and direction in degrees. */
const way = [
  [
    [4, 8, 90],
    [4.4, 32, 84],
  ],
  [
    [9, 55, 62],
    [21, 74, 40],
  ],
  [
    [40, 86, 18],
    [63, 90, 0],
  ],
] as const;

/** Four parts, which come one after the other: each is a layer for the graphics processor. */
function Parts({ text }: { text: string }) {
  const words = text.split(' ');
  const length = Math.ceil(words.length / 4);
  return [0, 1, 2, 3].map((part) => (
    <span key={part} className="hero-part">
      {words
        .slice(part * length, (part + 1) * length)
        .map((word, index) => (part * length + index < words.length - 1 ? `${word} ` : word))
        .join('')}
    </span>
  ));
}

/** As it records, and as it rests. */
function Bar({ state }: { state: 'recording' | 'ready' }) {
  const recording = state === 'recording';
  return (
    <div className={`scene-recording scene-recording-${state}${recording ? ' hero-before' : ''}`}>
      <span className="scene-recording-state">{interfaceTexts[state]}</span>
      <span className="hero-voice">
        <Waveform />
      </span>
      <span className="scene-command">{recording ? interfaceTexts.stopCommand : interfaceTexts.startCommand}</span>
    </div>
  );
}

/**
 * The product in one glance: the voice, what was said, and what stands at the cursor of a mail. It plays once, without a
 * script (motion.css), and rests; still, it shows the end.
 */
export function HeroScene() {
  const { t, locale } = useMessages();
  return (
    <div className="hero-scene">
      <Scene caption={t('landing.hero.scene.caption')} description={t('landing.hero.scene')}>
        <div className="hero-stage">
          <div className="hero-app">
            <AppWindow>
              <div className="hero-bars">
                <Bar state="ready" />
                <Bar state="recording" />
              </div>
              <div className="scene-passage scene-spoken">
                <p lang={locale}>
                  <Parts text={t('landing.hero.scene.spoken')} />
                </p>
              </div>
            </AppWindow>
          </div>
          <div className="hero-mail">
            <svg className="hero-way" aria-hidden="true" viewBox="0 0 76 100">
              {way.map((ants) => (
                <g key={ants[0][1]} className="hero-part">
                  {ants.map(([x, y, angle]) => (
                    <g key={y} transform={`translate(${x} ${y}) rotate(${angle})`}>
                      <circle cx="-6" r="2.9" />
                      <circle cx="-.4" cy=".4" r="1.7" />
                      <circle cx="4.6" cy="-.2" r="2.2" />
                    </g>
                  ))}
                </g>
              ))}
            </svg>
            <OtherWindow name={t('landing.hero.scene.mail')}>
              <p className="hero-mail-head">{t('landing.hero.scene.head')}</p>
              <div className="hero-letter" lang={locale}>
                <span className="scene-cursor hero-before" />
                <p>
                  <Parts text={t('landing.hero.scene.written')} />
                  <span className="scene-cursor hero-part" />
                </p>
              </div>
            </OtherWindow>
            <div className="scene-veil hero-before" />
          </div>
        </div>
      </Scene>
    </div>
  );
}
