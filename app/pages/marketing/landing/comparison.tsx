import { anchors } from '../../../../shared/paths.ts';
import { useMessages } from '../../../messages/use-messages.ts';

const outputs = ['text', 'bullets', 'draft'] as const;
const tones = ['neutral', 'formal', 'friendly'] as const;
const points = ['point-1', 'point-2', 'point-3', 'point-4'] as const;

interface SwitchProps {
  name: string;
  legend: string;
  options: readonly { value: string; label: string }[];
}

/** Radio buttons: the style sheet shows the chosen text, so it also works before and without a script. */
function Switch({ name, legend, options }: SwitchProps) {
  return (
    <fieldset className={`switch switch-${name}`}>
      <legend>{legend}</legend>
      <div className="switch-options">
        {options.map(({ value, label }, index) => (
          <label key={value} className="switch-option">
            <input type="radio" name={name} value={value} defaultChecked={index === 0} />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/**
 * The first section, to which the hero leads. What was said beside what becomes of it: a prepared example in the page's
 * language, in three forms and three tones.
 */
export function Comparison() {
  const { t } = useMessages();
  return (
    <section className="section comparison-band" id={anchors.examples} aria-labelledby="examples-heading">
      <div className="page-width">
        <div className="columns columns-even">
          <h2 id="examples-heading">{t('examples.title')}</h2>
          <p className="lead">{t('examples.text')}</p>
        </div>
        <div className="comparison">
          <Switch
            name="output"
            legend={t('examples.output')}
            options={outputs.map((value) => ({ value, label: t(`examples.output.${value}`) }))}
          />
          <Switch
            name="tone"
            legend={t('examples.tone')}
            options={tones.map((value) => ({ value, label: t(`examples.tone.${value}`) }))}
          />
          <div className="comparison-before">
            <h3>{t('examples.before')}</h3>
            <p className="spoken" data-shown-for="text bullets">
              {t('examples.message.spoken')}
            </p>
            <p className="spoken" data-shown-for="draft">
              {t('examples.draft.spoken')}
            </p>
          </div>
          <div className="comparison-after" aria-live="polite">
            <h3>{t('examples.after')}</h3>
            {tones.map((tone) => (
              <p key={tone} className="written" data-shown-for="text" data-tone={tone}>
                {t(`examples.message.${tone}`)}
              </p>
            ))}
            <div className="written" data-shown-for="bullets">
              <p>{t('examples.bullets.title')}</p>
              <ul>
                {points.map((point) => (
                  <li key={point}>{t(`examples.bullets.${point}`)}</li>
                ))}
              </ul>
            </div>
            {tones.map((tone) => (
              <p key={tone} className="written" data-shown-for="draft" data-tone={tone}>
                {t(`examples.draft.${tone}`)}
              </p>
            ))}
          </div>
        </div>
      </div>
    </section>
  );
}
