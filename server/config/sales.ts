import { type SalesAudience, salesAudiences } from '../../shared/business/sales.ts';
import type { SettingsReader } from './settings-reader.ts';

/** To whom is sold; to nobody unless it is set. */
export function readSales(settings: SettingsReader): readonly SalesAudience[] {
  const given = settings.list('SALES_OPEN');
  for (const audience of given)
    if (!salesAudiences.includes(audience as SalesAudience))
      settings.fault('SALES_OPEN', `"${audience}" is not one of ${salesAudiences.join(', ')}.`);
  return salesAudiences.filter((audience) => given.includes(audience));
}
