import { expect, it } from 'vitest';
import { findReferences } from './find-references.ts';

const first = 'RF462026000123';
const second = 'RF192026000124';

it.each<[string, string[]]>([
  ['Rechnung RF46 2026 0001 23 danke', [first]],
  ['rf462026000123', [first]],
  ['/RFB/RF462026000123', [first]],
  ['REF:RF462026000123,Rechnung', [first]],
  ['RF462026000123 176.00 CHF', [first]],
  ['RF462026000123 01.12.2026', [first]],
  ['RF46-2026-0001-23', [first]],
  ['RF46\u20132026\u20130001\u201323', [first]],
  ['RF46.2026.0001.23', [first]],
  ['RF 46 20260001 23', [first]],
  ['R F 4 6 2 0 2 6 0 0 0 1 2 3', [first]],
  ['RF46\u00a02026\u202f0001\u200923', [first]],
  ['RF46\t2026\r\n  0001 23', [first]],
  ['RF46\u200b2026\u00ad0001\ufeff23', [first]],
  ['ＲＦ４６２０２６０００１２３', [first]],
  ['RF46 2O26 OOO1 23', [first]],
  ['Zahlung.RF462026000123danke', [first]],
  ['123456 RF462026000123', [first]],
  ['RF462026000123 und RF19 2026 0001 24', [first, second]],
  ['RF462026000123 RF46 2026 0001 23', [first]],
  ['Rechnung 2026-000123', []],
  ['RF46 2026 0001 2', []],
  ['RF4620260001234', []],
  ['RF47 2026 0001 23', []],
  ['RF18539007547034', []],
])('in %j: %j', (text, references) => {
  expect(findReferences([text])).toEqual(references);
});
