import { anchors, paths } from '../../../../shared/paths.ts';
import { ButtonLink } from '../../../components/button.tsx';
import { Notice } from '../../../components/notice.tsx';
import { useMessages } from '../../../messages/use-messages.ts';

/** Where an address names no plan or order. */
export function NothingChosen() {
  const { t } = useMessages();
  return (
    <Notice kind="info">
      <p>{t('order.nothing-chosen')}</p>
      <ButtonLink variant="secondary" href={`${paths.pricing}#${anchors.personalBusiness}`}>
        {t('order.choose')}
      </ButtonLink>
    </Notice>
  );
}
