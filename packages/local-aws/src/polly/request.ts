import * as v from 'valibot';
import { readJson, ServiceError } from '../gateway/index.ts';

/** Polly engines that run locally. */
export type VoiceEngine = 'generative' | 'neural' | 'standard';

/** A voice, as returned by DescribeVoices. */
export interface PollyVoice {
  readonly id: string;
  readonly engines: readonly VoiceEngine[];
  /** The LanguageCode that a bilingual voice requires; absent for other voices. */
  readonly languageCode?: string;
}

const requestSchema = v.strictObject({
  Text: v.string(),
  TextType: v.optional(v.picklist(['ssml', 'text']), 'text'),
  VoiceId: v.string(),
  Engine: v.optional(v.string(), 'standard'),
  LanguageCode: v.optional(v.string()),
  OutputFormat: v.picklist(['pcm', 'json']),
  SampleRate: v.optional(v.literal('16000'), '16000'),
  SpeechMarkTypes: v.optional(v.array(v.picklist(['sentence', 'word', 'viseme', 'ssml'])), []),
});

export interface SpeechRequest {
  /** Plain text or SSML, as sent. */
  readonly text: string;
  readonly ssml: boolean;
  /** Number of characters that Polly bills, excluding markup. */
  readonly billedCharacters: number;
  readonly voice: PollyVoice;
  readonly engine: VoiceEngine;
  readonly output: 'pcm' | 'json';
  readonly markTypes: readonly string[];
}

/** Maximum text length in billed and total characters (Polly quotas, "SynthesizeSpeech"). */
const MAX_BILLED = 3000;
const MAX_TOTAL = 6000;

/** Tags that only standard voices support (Polly developer guide, "Supported SSML tags"). */
const STANDARD_ONLY = /<(emphasis|amazon:auto-breaths|amazon:effect)\b|<prosody\b[^>]*\s(pitch|amazon:max-duration)\s*=/;
const KNOWN = /^(speak|break|lang|mark|p|phoneme|prosody|s|say-as|sub|w|emphasis|amazon:auto-breaths|amazon:domain|amazon:effect)$/;

/** Allowed range of <prosody rate>, in percent. */
const RATES = { min: 20, max: 200 };

/** Reads a SynthesizeSpeech body and validates it in the same way as Polly. @throws {ServiceError} with Polly's error codes */
export function readSpeechRequest(body: Buffer, voices: readonly PollyVoice[]): SpeechRequest {
  const result = v.safeParse(requestSchema, readJson(body));
  if (!result.success) {
    const problems = result.issues.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`).join('; ');
    throw new ServiceError('ValidationException', `The local Polly does not support this: ${problems}`);
  }
  const { Text, TextType, VoiceId, Engine, LanguageCode, OutputFormat, SpeechMarkTypes } = result.output;
  const voice = findVoice(voices, VoiceId, LanguageCode);
  const engine = voice.engines.find((own) => own === Engine);
  if (!engine) throw new ServiceError('ValidationException', 'This voice does not support the selected engine');
  if (engine === 'generative' && OutputFormat === 'json')
    throw new ServiceError('ValidationException', 'Generative voices do not support speech marks');
  if ((OutputFormat === 'json') !== SpeechMarkTypes.length > 0) {
    throw new ServiceError('MarksNotSupportedForFormatException', 'OutputFormat must be json for speech marks');
  }
  const ssml = TextType === 'ssml';
  const billedCharacters = checkLength(Text, ssml);
  if (ssml) checkSsml(Text, engine);
  return { text: Text, ssml, billedCharacters, voice, engine, output: OutputFormat, markTypes: SpeechMarkTypes };
}

function findVoice(voices: readonly PollyVoice[], id: string, code: string | undefined): PollyVoice {
  const voice = voices.find((candidate) => candidate.id === id);
  if (!voice) throw new ServiceError('ValidationException', `VoiceId must be one of the local Polly's voices, got ${JSON.stringify(id)}`);
  if (code !== voice.languageCode) {
    const message = `LanguageCode must be ${voice.languageCode} for the voice ${id}, got ${code}`;
    throw new ServiceError('LanguageNotSupportedException', message);
  }
  return voice;
}

const TAG = /<[^>]*>/g;

function checkLength(text: string, ssml: boolean): number {
  const billed = ssml ? text.replace(TAG, '').replace(/&\w+;/g, ' ') : text;
  if (billed.length <= MAX_BILLED && text.length <= MAX_TOTAL) return billed.length;
  const lengths = `${billed.length} billed and ${text.length} characters in all`;
  throw new ServiceError('TextLengthExceededException', `Maximum text length has been exceeded: ${lengths}`);
}

function checkSsml(text: string, engine: VoiceEngine): void {
  const refuse = (reason: string) => new ServiceError('InvalidSsmlException', `Invalid SSML request: ${reason}`);
  if (!/^\s*<speak[\s>][\s\S]*<\/speak>\s*$/.test(text)) throw refuse('it is not a <speak> document');
  for (const [tag] of text.matchAll(TAG)) {
    const name = /^<\/?([\w:-]+)/.exec(tag)?.[1] ?? '';
    if (!KNOWN.test(name)) throw refuse(`unsupported tag ${tag}`);
    if (engine !== 'standard' && STANDARD_ONLY.test(tag)) throw refuse(`${engine} voices do not support ${tag}`);
    const rate = Number(/^<prosody\b.*\brate="(\d+)%"/.exec(tag)?.[1] ?? 100);
    if (rate < RATES.min || rate > RATES.max) throw refuse(`the rate of ${tag} is out of range`);
  }
}
