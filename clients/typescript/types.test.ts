import { afterAll, beforeAll, expect, it } from 'vitest';
import { apiPaths } from '../../shared/api-paths.ts';
import { speechReports } from '../../shared/business/speech.ts';
import { repeats, reservationSeconds } from '../../shared/business/text-service.ts';
import { createTextApi, type TextApi } from '../../tests/factories/text-api.ts';
import { writeTypes } from './write-types.ts';

let api: TextApi;
beforeAll(async () => {
  api = await createTextApi();
});
afterAll(() => api.close());

it('the types are those of the description that is served', async () => {
  const description = (await api.get(apiPaths.openapi)).json();
  const numbers = {
    mostRepeats: repeats.max,
    mostReports: speechReports.max,
    longestAnswerSeconds: reservationSeconds,
  };
  await expect(writeTypes(description, numbers)).toMatchFileSnapshot('./generated-types.ts');
});
