import type { ReactNode } from 'react';
import { FieldError } from './field.tsx';

interface RadioCard<Value extends string> {
  value: Value;
  label: string;
  description?: ReactNode;
  /** Why it stands out or cannot be chosen: 'Coming soon'. */
  badge?: string;
  disabled?: boolean;
}

interface Props<Value extends string> {
  /** The id of the first card that can be chosen; an error summary links to it. */
  id: string;
  legend: string;
  name: string;
  cards: readonly RadioCard<Value>[];
  value: Value | null;
  onChange: (value: Value) => void;
  error?: string | undefined;
}

/** A choice between a few things that need a word of explanation. */
export function RadioCards<Value extends string>({ id, legend, name, cards, value, onChange, error }: Props<Value>) {
  const first = cards.find((card) => !card.disabled);
  return (
    <fieldset className="radio-cards" aria-describedby={error ? `${id}-error` : undefined}>
      <legend>{legend}</legend>
      {cards.map((card) => {
        const cardId = card === first ? id : `${id}-${card.value}`;
        return (
          <label key={card.value} className="radio-card" htmlFor={cardId}>
            <span className="radio-card-label" id={`${cardId}-label`}>
              {card.label}
            </span>
            <input
              className="radio"
              type="radio"
              id={cardId}
              name={name}
              value={card.value}
              checked={value === card.value}
              disabled={card.disabled}
              aria-invalid={error ? true : undefined}
              aria-labelledby={`${cardId}-label`}
              aria-describedby={card.description || card.badge ? `${cardId}-about` : undefined}
              onChange={() => onChange(card.value)}
            />
            {(card.description || card.badge) && (
              <span className="radio-card-about" id={`${cardId}-about`}>
                {card.description && <span className="field-hint">{card.description}</span>}
                {card.badge && <span className="badge">{card.badge}</span>}
              </span>
            )}
          </label>
        );
      })}
      <FieldError id={id}>{error}</FieldError>
    </fieldset>
  );
}
