import { textLimits } from '../../../shared/business/field-lengths.ts';
import type { FieldFault } from '../../../shared/problems.ts';
import type { Translate } from '../../messages/use-messages.ts';

/** Fields of the download form that can contain an invalid text. */
export type TextField = 'fullName' | 'email' | 'downloadKey' | 'country';

const limits: Record<TextField, { min: number; max: number }> = {
  fullName: textLimits.fullName,
  email: textLimits.email,
  downloadKey: { min: 0, max: textLimits.downloadKey.max },
  country: { min: 2, max: 2 },
};

/** The default form message for a fault, in the page's language (specification 5). */
export function fieldFaultText(t: Translate, field: TextField, fault: FieldFault, label: string): string {
  switch (fault) {
    case 'required':
      return t('form.required', { label });
    case 'length':
      // A missing text is `required`; the fault `length` means that it is too long.
      return t('form.length', { label, max: limits[field].max });
    case 'range':
      // The only range that a country can be outside of is that of the eligible ones.
      return field === 'country' ? t('problems.country-not-eligible') : t('form.range', { label, ...limits[field] });
    case 'type':
      return field === 'email' ? t('form.type.email') : t('form.pattern', { label });
    case 'pattern':
      return field === 'country' ? t('form.required', { label }) : t('form.pattern', { label });
  }
}
