import { ApiProblem } from '../../api-client/api-client.ts';
import { forgetArrival, listArrivals } from './parts/kept-download.ts';

/** Reports what has arrived in this browser without the API's knowing. What cannot be told now is the next time. */
export async function reportArrivals(userId: string, report: (id: string) => Promise<unknown>): Promise<void> {
  const arrivals = await listArrivals(userId).catch(() => []);
  const tell = async ({ id }: { id: string }) => {
    try {
      await report(id);
    } catch (error) {
      // A download that is no longer recorded is not offered either.
      if (!(error instanceof ApiProblem && error.code === 'not-found')) return;
    }
    await forgetArrival({ userId, id }).catch(() => {});
  };
  await Promise.all(arrivals.map(tell));
}
