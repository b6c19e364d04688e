import { giveSignal } from '../root-signals.ts';

/**
 * A phone, a tablet or a Mac cannot run the app: who reads there is offered a way to a computer that can. Nothing is stored
 * or sent. An iPad says that it is a Mac, yet takes more than one finger.
 */
export function lookAtDevice(): void {
  const { userAgent, maxTouchPoints } = navigator;
  const isMac = userAgent.includes('Macintosh');
  if (/Android|iPhone|iPad|iPod|Mobile/.test(userAgent) || (isMac && maxTouchPoints > 1)) giveSignal('device', 'phone');
  else if (isMac) giveSignal('device', 'mac');
}
