import { choiceKey, findChoice, findSignal } from '../../consent/choice.ts';
import { giveSignal } from '../root-signals.ts';

/**
 * The bar that asks for consent is part of the page and is visible from the first frame, or not at all. Where nothing
 * can be stored, nobody is asked: the answer would be lost.
 */
export function askForConsent(): void {
  try {
    localStorage.getItem(choiceKey);
  } catch {
    return;
  }
  const signal = findSignal();
  if (!signal && !findChoice(new Date(), signal)) giveSignal('consent', 'ask');
}
