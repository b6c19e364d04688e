import { useMemo } from 'react';
import type { CustomerRequest } from '../../shared/api/customer.ts';
import type { OrderRequest } from '../../shared/api/orders.ts';
import type { SubscriptionRequest } from '../../shared/api/subscription.ts';
import * as endpoints from '../../shared/endpoints.ts';
import { useAuth } from '../account/session/auth.ts';
import { useSite } from '../site/site-context.ts';
import { call, fetchFile, type Rest } from './api-client.ts';

/** The calls about plans and money; apart from the others, so that pages without them load none of it. */
function createBillingApi(baseUrl: string, getToken: () => Promise<string>) {
  const own = async <What extends endpoints.Told>(endpoint: endpoints.Endpoint<What>, ...[given]: Rest<What>) =>
    call(endpoint, { baseUrl, given, token: await getToken() });
  return {
    getSubscription: () => own(endpoints.getSubscription),
    changeSubscription: (body: SubscriptionRequest, idempotencyKey: string) =>
      own(endpoints.changeSubscription, { body, idempotencyKey }),
    getCustomer: () => own(endpoints.getCustomer),
    saveCustomer: (body: CustomerRequest, idempotencyKey: string) =>
      own(endpoints.saveCustomer, { body, idempotencyKey }),
    placeOrder: (body: OrderRequest, idempotencyKey: string) => own(endpoints.placeOrder, { body, idempotencyKey }),
    getOrder: (id: string) => own(endpoints.getOrder, { params: { id } }),
    getInvoices: () => own(endpoints.getInvoices),
    getInvoicePdf: async (id: string) =>
      fetchFile(endpoints.getInvoicePdf, { baseUrl, given: { params: { id } }, token: await getToken() }),
  };
}

/** The API of plans and money, for the signed-in person. The same object in each rendering. */
export function useBillingApi() {
  const { getAccessToken } = useAuth();
  const { configuration } = useSite();
  return useMemo(
    () => createBillingApi(configuration.apiBaseUrl, getAccessToken),
    [configuration.apiBaseUrl, getAccessToken],
  );
}
