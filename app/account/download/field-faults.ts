import { textLimits } from '../../../shared/business/text-limits.ts';
import type { FieldFault } from '../../../shared/problems.ts';
import type { Translate } from '../../messages/use-messages.ts';

/** Fields of the download form that can hold a faulty text. */
export type TextField = 'fullName' | 'email' | 'downloadKey' | 'country';

/** What is wrong with the form, by field. */
export type FieldFaults = Partial<Record<TextField, FieldFault>>;

/** The browser's own rule for e-mail addresses (HTML standard), so that form and endpoint agree with what it accepts. */
const emailPattern =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/;

function faultOf(value: string, limit: { min?: number; max: number }): FieldFault | undefined {
  const length = value.trim().length;
  if (length === 0) return limit.min ? 'required' : undefined;
  return length > limit.max || length < (limit.min ?? 0) ? 'length' : undefined;
}

/** Checks what was typed against the limits the API has. */
export function findFieldFaults(values: { fullName: string; email: string; downloadKey: string }): FieldFaults {
  const email = values.email.trim();
  const faults: FieldFaults = {};
  const add = (field: TextField, fault: FieldFault | undefined) => {
    if (fault) faults[field] = fault;
  };
  add('fullName', faultOf(values.fullName, textLimits.fullName));
  add(
    'email',
    faultOf(email, { min: 1, max: textLimits.email.max }) ?? (emailPattern.test(email) ? undefined : 'type'),
  );
  add('downloadKey', faultOf(values.downloadKey, textLimits.downloadKey));
  return faults;
}

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
      // What is missing is `required`; a length is a fault only when it is too long.
      return t('form.length', { label, max: limits[field].max });
    case 'range':
      // The only range that a country can be out of is that of the eligible ones.
      return field === 'country' ? t('problems.country-not-eligible') : t('form.range', { label, ...limits[field] });
    case 'type':
      return field === 'email' ? t('form.type.email') : t('form.pattern', { label });
    case 'pattern':
      return field === 'country' ? t('form.required', { label }) : t('form.pattern', { label });
  }
}
