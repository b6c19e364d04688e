/**
 * `npm run evaluate`: lets models write the dictations of `content/evaluation` through the whole text service and prints how good
 * the texts are (docs/guides/choose-a-model.md). With OPENAI_API_KEY it asks the provider, which costs money; without one the
 * stand-in, which says nothing about models.
 * Options: --models gpt-5,gpt-4.1@…  --languages de,fr  --save <file>: every single outcome as JSON, without any text
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { ExplainedError } from '../../scripts/commands/step.mjs';
import { readConfig } from '../../server/config/config.ts';
import { runCommand } from '../../server/operator/run-command.ts';
import { contentLanguages } from '../../shared/business/product.ts';
import { startAiStandIn } from '../../tests/factories/ai-stand-in.ts';
import { evaluate, formatReport, formatUnchanged } from './evaluation.ts';

await runCommand(async () => {
  const { values } = parseArgs({
    options: { models: { type: 'string' }, languages: { type: 'string' }, save: { type: 'string' } },
  });
  const { OPENAI_API_KEY, OPENAI_BASE_URL } = process.env;
  const standIn = OPENAI_API_KEY ? undefined : await startAiStandIn();
  const real = { OPENAI_API_KEY: OPENAI_API_KEY ?? '', ...(OPENAI_BASE_URL && { OPENAI_BASE_URL }) };
  const settings = standIn?.settings ?? real;
  const models = values.models?.split(',') ?? readConfig(settings).text.models.map(({ name }) => name);
  const wanted = values.languages?.split(',');
  const languages = contentLanguages.filter((language) => !wanted || wanted.includes(language));
  if (!languages.length) throw new ExplainedError(`Languages: ${contentLanguages.join(', ')}.`);
  try {
    const outcomes = await evaluate({ models, languages, settings }, ({ model, language, kind, state }) => {
      if (state !== 'written') console.error(`${model} ${language} ${kind}: ${state}`);
    });
    console.log(formatReport(outcomes));
    const unchanged = formatUnchanged(outcomes);
    if (unchanged) console.log(`\n${unchanged}`);
    if (values.save) writeFileSync(values.save, `${JSON.stringify(outcomes, null, 2)}\n`);
    if (standIn)
      console.log('\nThis measured the STAND-IN, which writes by rules, not a model: OPENAI_API_KEY is not set.');
  } finally {
    await standIn?.close();
  }
});
