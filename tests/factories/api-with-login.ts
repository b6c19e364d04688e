import { developmentApiKey } from '../../shared/configuration.ts';
import { createTestApi, type TestApi } from './api.ts';
import { type LoginProcess, startLoginProcess } from './login-process.ts';

/** The API with its own tokens, and the management API of the development login provider. */
export async function createApiWithLogin(): Promise<{
  api: TestApi;
  provider: LoginProcess;
  close(): Promise<void>;
}> {
  const provider = await startLoginProcess();
  const api = await createTestApi();
  Object.assign(api.config.login, { managementUrl: provider.origin, apiKey: developmentApiKey });
  return {
    api,
    provider,
    async close() {
      await api.close();
      await provider.close();
    },
  };
}
