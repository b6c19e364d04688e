import { chromium } from '@playwright/test';
import { findFreePorts } from '../../scripts/commands/ports.ts';
import { loadLighthouse } from './lighthouse/load.ts';
import type { Measurement } from './measurement.ts';
import type { MeasuringBrowser } from './measuring-browser.ts';

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** Lighthouse's measurements, and its findings: `category: audit`. */
export interface PageRun {
  measurement: Measurement;
  findings: string[];
}

interface NetworkRequest {
  resourceType?: string;
  transferSize?: number;
}

/** One run of Lighthouse's mobile test with its simulated slow network and processor, in a fresh browser. */
export async function measurePage(url: string, { executablePath, args }: MeasuringBrowser): Promise<PageRun> {
  const lighthouse = await loadLighthouse();
  const [port] = (await findFreePorts(1)) as [number];
  const browser = await chromium.launch({
    executablePath,
    args: [
      ...args,
      `--remote-debugging-port=${port}`,
      // The front's certificate is self-signed.
      '--ignore-certificate-errors',
    ],
  });
  try {
    const run = await lighthouse(url, { port, output: 'json', logLevel: 'error', onlyCategories: [...categories] });
    if (!run) throw new Error(`Lighthouse has no result for ${url}.`);
    const { lhr } = run;
    if (lhr.runtimeError) throw new Error(`Lighthouse on ${url}: ${lhr.runtimeError.message}`);
    const score = (name: (typeof categories)[number]) => Math.round((lhr.categories[name]?.score ?? 0) * 100);
    const number = (audit: string) => lhr.audits[audit]?.numericValue ?? Number.NaN;
    const { details } = lhr.audits['network-requests'] ?? {};
    const requests = (details?.type === 'table' ? details.items : []) as NetworkRequest[];
    const transferred = (type?: string) =>
      requests
        .filter(({ resourceType }) => !type || resourceType === type)
        .reduce((sum, { transferSize = 0 }) => sum + transferSize, 0);
    return {
      measurement: {
        performance: score('performance'),
        accessibility: score('accessibility'),
        bestPractices: score('best-practices'),
        seo: score('seo'),
        lcpMs: number('largest-contentful-paint'),
        tbtMs: number('total-blocking-time'),
        cls: number('cumulative-layout-shift'),
        scriptBytes: transferred('Script'),
        totalBytes: transferred(),
      },
      findings: categories.flatMap((name) =>
        (lhr.categories[name]?.auditRefs ?? [])
          .filter(({ id, weight }) => weight > 0 && (lhr.audits[id]?.score ?? 1) < 0.9)
          .map(({ id }) => `${name}: ${id}`),
      ),
    };
  } finally {
    await browser.close();
  }
}
