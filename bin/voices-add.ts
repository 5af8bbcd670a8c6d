import { join } from 'node:path';
import { readTool } from './tool.ts';
import { addVoices, installRuntime, VOICES_FOLDER } from './voices/index.ts';

/** `npm run voices:add -- MANIFEST …`: installs neural voices. The first one also installs ONNX Runtime. */
const project = join(import.meta.dirname, '..');
const USAGE = `npm run voices:add -- MANIFEST…

  MANIFEST  URL (https, s3, file) or path of a voice manifest (docs/voices.md)`;
const { positionals: sources, refuse } = readTool(USAGE, {});
if (sources.length === 0) refuse('Missing argument MANIFEST');
const report = (line: string): void => console.log(`voices: ${line}`);
try {
  report('installing ONNX Runtime if needed');
  await installRuntime(project);
  for (const source of sources) {
    const added = await addVoices(source, join(project, VOICES_FOLDER), report);
    for (const { name, language, sex, licence } of added) report(`${name} added (${language}, ${sex}; ${licence})`);
  }
  report(`to use them: npm start -- --voices ${VOICES_FOLDER}/manifest.json, or a deployment's "voices" setting`);
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
