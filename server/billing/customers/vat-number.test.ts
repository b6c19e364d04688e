import { describe, expect, it } from 'vitest';
import type { EligibleCountry } from '../../../shared/business/eligibility.ts';
import { readVatNumber } from './vat-number.ts';

describe('a VAT number as people type it', () => {
  it.each<[EligibleCountry, string, string]>([
    ['IT', '00743110157', 'IT00743110157'],
    ['IT', 'P.IVA IT 00743110157', 'IT00743110157'],
    ['IT', 'it-007 431 10157', 'IT00743110157'],
    ['IE', '6388047V', 'IE6388047V'],
    ['IE', 'ie 1234567 fa', 'IE1234567FA'],
    ['SE', '556188-8404 01', 'SE556188840401'],
    ['SE', '556188-8404', 'SE556188840401'],
    ['SE', '556188\u20138404', 'SE556188840401'],
    ['SE', 'SE\u00a0556188840401', 'SE556188840401'],
    ['SE', '16556188-8404', 'SE556188840401'],
    ['CH', 'CHE-116.281.710', 'CHE116281710'],
    ['CH', 'CHE-116.281.710 MWST', 'CHE116281710MWST'],
    ['CH', '116.281.710', 'CHE116281710'],
    ['CH', 'UID: CHE 116 281 710 TVA', 'CHE116281710TVA'],
    ['CH', '\uff23\uff28\uff25116281710', 'CHE116281710'],
  ])('%s %s is %s', (country, text, number) => {
    expect(readVatNumber(country, text)).toBe(number);
  });

  it.each<[EligibleCountry, string]>([
    ['IT', 'IT00743110158'],
    ['IT', '0074311015'],
    ['IE', '6388047W'],
    ['SE', '556188-8405'],
    ['SE', '556188-8404 02'],
    ['CH', 'CHE-116.281.711'],
    ['IT', 'SE556188840401'],
    ['IE', 'none'],
    ['CH', 'MWST'],
    ['SE', ''],
  ])('in %s, %j is none', (country, text) => {
    expect(readVatNumber(country, text)).toBeUndefined();
  });
});
