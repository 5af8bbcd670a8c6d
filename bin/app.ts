import { join } from 'node:path';
import { createApp } from '../lib/app.ts';
import { bundle } from '../lib/bundle/index.ts';
import { type Context, readSettings } from '../lib/settings/index.ts';

/** What `cdk` runs (cdk.json): bundles the functions and synthesizes the stage that the context names. */
const root = join(import.meta.dirname, '..');
const context = JSON.parse(process.env.CDK_CONTEXT_JSON ?? '{}') as Context;
const { stage } = readSettings(context);
createApp({ bundles: await bundle({ root, out: join(root, 'dist'), stage }), context }).synth();
