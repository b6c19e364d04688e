import { type FormEvent, useState } from 'react';
import type { AccountAnswer } from '../../../shared/api/account.ts';
import { textLimits } from '../../../shared/business/field-lengths.ts';
import { formatInstant } from '../../../shared/format.ts';
import { useAct } from '../../api-client/use-act.ts';
import { useApi } from '../../api-client/use-api.ts';
import { Button } from '../../components/button.tsx';
import { TextArea } from '../../components/text-area.tsx';
import { useMessages } from '../../messages/use-messages.ts';

type Measure = AccountAnswer['measures'][number];

/** Objects to a measure, and says what became of that. What was typed stays until it has arrived. */
export function MeasureObjection({ measure }: { measure: Measure }) {
  const { t, locale } = useMessages();
  const api = useApi();
  const [answered, setAnswered] = useState<Measure['objection']>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [words, setWords] = useState('');
  const { id } = measure;
  const objection = answered ?? measure.objection;

  const { run, isBusy, problem } = useAct(async (request: { words: string }) => {
    const { measures } = await api.objectToMeasure(id, request);
    setAnswered(measures.find((each) => each.id === id)?.objection ?? null);
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy) void run({ words });
  };

  if (objection) {
    const [at, by] = [objection.at, objection.decideBy].map((time) => formatInstant(locale, new Date(time))) as [
      string,
      string,
    ];
    return (
      <p role="status">
        {objection.isDecided ? t('measures.objection.decided', { at }) : t('measures.objection.waiting', { at, by })}
      </p>
    );
  }
  if (!isOpen)
    return (
      <div className="button-row">
        <Button variant="secondary" onClick={() => setIsOpen(true)}>
          {t('measures.objection.open')}
        </Button>
      </div>
    );
  return (
    <form className="stack max-w-form" onSubmit={send}>
      <TextArea
        id={`objection-${id}`}
        label={t('measures.objection.words')}
        rows={5}
        required
        // The button that had the focus is gone.
        autoFocus
        maxLength={textLimits.objection.max}
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      {problem && <p role="alert">{t('measures.objection.fault')}</p>}
      <div className="button-row">
        <Button type="submit" variant="secondary" busy={isBusy}>
          {t('measures.objection.send')}
        </Button>
      </div>
    </form>
  );
}
