import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { alignRecording, createEmbeddedEngine, SpeechError } from '@talking-avatar/speech';
import { closeSession, createNeuralEngine, type InstalledVoice, MANIFEST, type NeuralVoice } from '@talking-avatar/speech/neural';
import { parseManifest, sourcesOf, type VoiceEntry, type VoiceFile } from '../../lib/bundle/voice-manifest.ts';
import { readVoiceConfig } from './config.ts';
import { exposeDurations } from './durations.ts';
import { fetchFile, toUrl } from './fetch-file.ts';

/** Text that a voice must speak before it is installed. Numbers work in every language. */
const SAMPLE = '1, 2, 3, 4, 5, 6, 7, 8, 9, 10.';

/**
 * Installs the voices in a manifest: downloads the files, checks the hashes, exposes the durations, tests each voice, and moves its files
 * into `folder`. Each voice is installed completely or not at all.
 * @param source URL or path of a manifest
 * @throws Error that names the voice, the file, and the problem
 */
export async function addVoices(source: string, folder: string, report: (line: string) => void): Promise<InstalledVoice[]> {
  mkdirSync(folder, { recursive: true });
  const work = mkdtempSync(join(folder, '.adding-'));
  try {
    const url = toUrl(source);
    await fetchFile(url, join(work, MANIFEST));
    const entries = parseManifest(readFileSync(join(work, MANIFEST), 'utf8'), source);
    const added: InstalledVoice[] = [];
    for (const entry of entries) {
      try {
        added.push(await addVoice(entry, url, work, folder, report));
      } catch (cause) {
        throw new Error(`Could not add voice "${entry.name}": ${(cause as Error).message}`, { cause });
      }
      recordEntry(absolute(entry, url), folder, work);
    }
    return added;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

async function addVoice(
  entry: VoiceEntry,
  base: URL,
  work: string,
  folder: string,
  report: (line: string) => void,
): Promise<InstalledVoice> {
  const { name, kind, language, sex, licence, sampleRate, speaker } = entry;
  const model = `${entry.model.sha256}.onnx`;
  const style = entry.style && `${entry.style.sha256}.bin`;
  report(`${name}: loading ${basename(entry.model.url)}`);
  await fetchChecked(entry.model, base, join(work, 'original.onnx'));
  await fetchChecked(entry.config, base, join(work, 'config.json'));
  if (entry.style) await fetchChecked(entry.style, base, join(work, style!));
  const config = readVoiceConfig(entry, readFileSync(join(work, 'config.json'), 'utf8'));
  const original = readFileSync(join(work, 'original.onnx'));
  const voice: InstalledVoice = {
    name,
    kind,
    language,
    sex,
    licence,
    sampleRate,
    model,
    ...config,
    sources: sourcesOf(entry),
    ...(speaker !== undefined && { speaker }),
    ...(style && { style }),
  };
  const installed = await tryVoice(voice, exposeDurations(original, kind), original, work);
  report(`${name}: phone times from ${installed.durations ? 'the model' : 'alignment'}`);
  for (const file of [model, style]) if (file) renameSync(join(work, file), join(folder, file));
  writeFileSync(join(work, `${name}.json`), `${JSON.stringify(installed, undefined, 1)}\n`);
  renameSync(join(work, `${name}.json`), join(folder, `${name}.json`));
  return installed;
}

async function fetchChecked({ url, sha256 }: VoiceFile, base: URL, target: string): Promise<void> {
  const file = toUrl(url, base);
  const found = await fetchFile(file, target);
  if (found !== sha256)
    throw new Error(
      `${file.href} has SHA-256 ${found}, but the manifest has ${sha256}: the file was changed or damaged, or the manifest is incorrect`,
    );
}

/** Tests a voice, using the durations from the model if it has any. */
async function tryVoice(
  voice: InstalledVoice,
  { model, durations }: ReturnType<typeof exposeDurations>,
  original: Buffer,
  folder: string,
): Promise<InstalledVoice> {
  const path = join(folder, voice.model);
  writeFileSync(path, model);
  const timed = durations === undefined ? voice : { ...voice, durations };
  try {
    await speakSample({ ...timed, folder });
    return timed;
  } catch (error) {
    // An output that was guessed may not contain durations.
    if (durations === undefined || model === original) throw error;
    writeFileSync(path, original);
    await speakSample({ ...voice, folder });
    return voice;
  } finally {
    await closeSession();
  }
}

async function speakSample(voice: NeuralVoice): Promise<void> {
  await closeSession();
  const fallback = createEmbeddedEngine();
  const align = async (recording: Parameters<typeof alignRecording>[0]) => alignRecording(recording, fallback);
  const { language, sex, name } = voice;
  const engine = createNeuralEngine({ voices: [voice], fallback, align });
  try {
    await engine.speak({ text: SAMPLE, language, sex, voice: name, speed: 1 });
  } catch (cause) {
    if (!(cause instanceof SpeechError)) throw cause;
    // The rest of the message is advice for clients.
    const [fault] = cause.message.split(';');
    throw new Error(`when counting to ten in ${language}: ${fault}; check its language and that the configuration belongs to this model`, {
      cause,
    });
  }
}

/** Returns an entry with absolute URLs. */
function absolute(entry: VoiceEntry, base: URL): VoiceEntry {
  const file = ({ url, sha256 }: VoiceFile): VoiceFile => ({ url: toUrl(url, base).href, sha256 });
  return {
    ...entry,
    model: file(entry.model),
    config: file(entry.config),
    ...(entry.style && { style: file(entry.style) }),
  };
}

/** Adds an entry to the manifest of installed voices, replacing any entry with the same name. */
function recordEntry(entry: VoiceEntry, folder: string, work: string): void {
  const path = join(folder, MANIFEST);
  const before = existsSync(path) ? parseManifest(readFileSync(path, 'utf8'), path) : [];
  const voices = [...before.filter(({ name }) => name !== entry.name), entry];
  writeFileSync(join(work, MANIFEST), `${JSON.stringify({ voices }, undefined, 1)}\n`);
  renameSync(join(work, MANIFEST), path);
}
