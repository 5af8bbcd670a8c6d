import { join } from 'node:path';
import { createApp } from '../lib/app.ts';
import { bundle } from '../lib/bundle/index.ts';
import { selectVoices } from '../lib/bundle/voices.ts';
import { type Context, readSettings, withDestination } from '../lib/settings/index.ts';

/** The CDK app (cdk.json): bundles the functions and synthesizes the stage in the context. */
const root = join(import.meta.dirname, '..');
try {
  const context = withDestination(JSON.parse(process.env.CDK_CONTEXT_JSON ?? '{}') as Context, process.env);
  const { stage, architecture, voices: manifest } = readSettings(context);
  const voices = selectVoices(root, manifest);
  const bundles = await bundle({ root, out: join(root, 'dist'), stage, architecture, voices });
  createApp({ bundles, context }).synth();
} catch (error) {
  // The message explains what to do. `cdk --debug` sets CDK_DEBUG, which adds the stack trace.
  console.error(process.env.CDK_DEBUG === 'true' ? error : `\n${(error as Error).message}\n`);
  process.exit(1);
}
