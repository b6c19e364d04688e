import { useMemo } from 'react';
import type { CustomerAnswer, CustomerRequest } from '../../shared/api/customer.ts';
import type { InvoicesAnswer } from '../../shared/api/invoices.ts';
import type { OrderAnswer, OrderRequest } from '../../shared/api/orders.ts';
import type { SubscriptionAnswer, SubscriptionChange, SubscriptionRequest } from '../../shared/api/subscription.ts';
import { apiPaths, invoicePdfPath, orderPath } from '../../shared/api-paths.ts';
import { useAuth } from '../account/session/auth.ts';
import { useSite } from '../site/site-context.ts';
import { ConnectionFault, call } from './api-client.ts';

/** The calls about plans and money; apart from the others, so that pages without them load none of it. */
function createBillingApi(baseUrl: string, getToken: () => Promise<string>) {
  const own = async <Answer>(
    path: string,
    details?: { method: 'PUT' | 'POST'; body: unknown; idempotencyKey?: string },
  ) => call<Answer>(baseUrl + path, { ...details, token: await getToken() });
  return {
    getSubscription: () => own<SubscriptionAnswer>(apiPaths.subscription),
    /** Safe to repeat with the same key, like everything here that writes. */
    changeSubscription: (body: SubscriptionRequest, idempotencyKey: string) =>
      own<SubscriptionChange>(apiPaths.subscription, { method: 'POST', body, idempotencyKey }),
    getCustomer: () => own<CustomerAnswer>(apiPaths.customer),
    saveCustomer: (body: CustomerRequest, idempotencyKey: string) =>
      own<CustomerAnswer>(apiPaths.customer, { method: 'PUT', body, idempotencyKey }),
    placeOrder: (body: OrderRequest, idempotencyKey: string) =>
      own<OrderAnswer>(apiPaths.orders, { method: 'POST', body, idempotencyKey }),
    getOrder: (id: string) => own<OrderAnswer>(orderPath(id)),
    getInvoices: () => own<InvoicesAnswer>(apiPaths.invoices),
    getInvoicePdf: async (id: string): Promise<Blob> => {
      const headers = { authorization: `Bearer ${await getToken()}` };
      const response = await fetch(baseUrl + invoicePdfPath(id), { headers }).catch(() => null);
      if (!response?.ok) throw new ConnectionFault('The document did not come.');
      return response.blob();
    },
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
