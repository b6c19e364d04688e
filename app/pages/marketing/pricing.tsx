import { anchors } from '../../../shared/paths.ts';
import { BySales } from '../../components/by-sales.tsx';
import { ListSection } from '../../components/list-section.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { useMessages } from '../../messages/use-messages.ts';
import { EnterprisePanel } from './pricing/enterprise-panel.tsx';
import { PaymentNotes } from './pricing/payment-notes.tsx';
import { PersonalBusinessPanel } from './pricing/personal-business-panel.tsx';
import { Questions } from './pricing/questions.tsx';
import { SoldTo } from './pricing/sold-to.tsx';
import { ValueCalculator } from './pricing/value-calculator.tsx';

/** Plans, prices, and what they are worth (specification 2 and 9). Complete as HTML. */
export default function Pricing() {
  const { t } = useMessages();
  return (
    <>
      <header className="page-width page-head pricing-head">
        <h1>{t('pricing.title')}</h1>
        <p className="lead">
          <BySales closed={t('pricing.description')} open={t('pricing.on-sale.description')} />
        </p>
        <SoldTo />
      </header>
      <div className="page-width">
        <Tabs
          label={t('pricing.tabs.label')}
          name="customers"
          tabs={[
            {
              id: anchors.personalBusiness,
              label: t('pricing.tabs.personal-business'),
              content: <PersonalBusinessPanel />,
            },
            { id: anchors.enterprise, label: t('pricing.tabs.enterprise'), content: <EnterprisePanel /> },
          ]}
        />
      </div>
      <ListSection list="sale" className="section sale-list" />
      <ValueCalculator />
      <PaymentNotes />
      <Questions />
    </>
  );
}
