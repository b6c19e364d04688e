import { textLimits } from '../../../../shared/business/field-lengths.ts';
import type { CustomerKind } from '../../../../shared/business/sales.ts';
import type { FieldFault } from '../../../../shared/problems.ts';
import type { FieldFaults } from '../../../api-client/refused-fields.ts';
import type { Translate } from '../../../messages/use-messages.ts';

/** What is typed into the form; an empty text is a field left empty. */
export interface CustomerDraft {
  kind: CustomerKind;
  fullName: string;
  company: string;
  email: string;
  street: string;
  houseNumber: string;
  postalCode: string;
  town: string;
  country: string;
  vatNumber: string;
}

export type CustomerField = keyof CustomerDraft;

export type CustomerFaults = FieldFaults<CustomerField>;

/** The request that a draft is sent as: what a private person has no use for is left out. */
export function requestOf(draft: CustomerDraft, locale: string): Record<string, unknown> {
  const isBusiness = draft.kind === 'business';
  const orNull = (text: string) => text.trim() || null;
  return {
    ...draft,
    company: isBusiness ? draft.company.trim() : null,
    houseNumber: orNull(draft.houseNumber),
    vatNumber: isBusiness ? orNull(draft.vatNumber) : null,
    country: draft.country || undefined,
    locale,
  };
}

const { name, street, houseNumber, postalCode, town, vatNumber } = textLimits.customer;

const longest: Record<CustomerField, number> = {
  kind: 0,
  fullName: name.max,
  company: name.max,
  email: textLimits.email.max,
  street: street.max,
  houseNumber: houseNumber.max,
  postalCode: postalCode.max,
  town: town.max,
  country: 2,
  vatNumber: vatNumber.max,
};

/** What is wrong with a field, in the page's language. */
export function customerFaultText(t: Translate, field: CustomerField, fault: FieldFault, label: string): string {
  if (field === 'vatNumber' && fault !== 'length') return t('order.fault.vat-number');
  if (fault === 'required' || field === 'country') return t('form.required', { label });
  if (fault === 'length') return t('form.length', { label, max: longest[field] });
  if (field === 'email') return t('form.type.email');
  return t('order.fault.characters', { label });
}
