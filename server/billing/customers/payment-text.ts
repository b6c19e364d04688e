import anyAscii from 'any-ascii';
import { paymentCharacters } from '../../../shared/payment-characters.ts';

/**
 * In characters that a payment part can hold: letters that it has stay, those with other marks lose them, and those of other scripts
 * are written in Latin ones, cut where that gets longer than `most`. What is fit stays as it is, whatever its length.
 */
export function toPaymentText(text: string, most: number): string {
  if (paymentCharacters.test(text)) return text;
  const letters = [...text.normalize('NFC')].map((letter) => {
    // What is neither fit nor a letter stays, and is found.
    if (paymentCharacters.test(letter) || !/[\p{L}\p{M}]/u.test(letter)) return letter;
    if (letter === 'ẞ') return 'SS';
    const plain = letter.normalize('NFD').replaceAll(/\p{M}/gu, '');
    return paymentCharacters.test(plain) ? plain : anyAscii(letter);
  });
  return letters.join('').slice(0, most).trim();
}
