import * as v from 'valibot';
import { POLLY_VOICES, type PollyTier, type PollyVoice } from '../../../layers/speech/index.ts';
import { readJson, ServiceError } from '../gateway/index.ts';

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

/** A request that Polly would take. */
export interface SpeechOrder {
  /** As sent. */
  text: string;
  ssml: boolean;
  /** Characters that Polly would charge for: those that are not markup. */
  billed: number;
  voice: PollyVoice;
  tier: PollyTier;
  output: 'pcm' | 'json';
  marks: readonly string[];
}

/** Characters of a request: paid for, and in all (Polly's quotas for SynthesizeSpeech). */
const BILLED = 3000;
const TOTAL = 6000;

/** Tags that only standard voices take (Polly's developer guide, "Supported SSML tags"). */
const STANDARD_ONLY =
  /<(emphasis|amazon:auto-breaths|amazon:effect)\b|<prosody\b[^>]*\s(pitch|amazon:max-duration)\s*=/;
const KNOWN =
  /^(speak|break|lang|mark|p|phoneme|prosody|s|say-as|sub|w|emphasis|amazon:auto-breaths|amazon:domain|amazon:effect)$/;

/** Tempo that Polly takes, percent. */
const RATES = { min: 20, max: 200 };

/**
 * Reads the body of SynthesizeSpeech and checks it as Polly does.
 * @throws {ServiceError} Polly's own errors
 */
export function readOrder(body: Buffer): SpeechOrder {
  const result = v.safeParse(requestSchema, readJson(body));
  if (!result.success) {
    const faults = result.issues.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`).join('; ');
    throw new ServiceError('ValidationException', `The local Polly does not take this: ${faults}`);
  }
  const { Text, TextType, VoiceId, Engine, LanguageCode, OutputFormat, SpeechMarkTypes } = result.output;
  const voice = findVoice(VoiceId, LanguageCode);
  const tier = voice.tiers.find((own) => own === Engine);
  if (!tier) throw new ServiceError('ValidationException', 'This voice does not support the selected engine');
  if ((OutputFormat === 'json') !== SpeechMarkTypes.length > 0) {
    throw new ServiceError('MarksNotSupportedForFormatException', 'Speech marks come with the format json alone');
  }
  const ssml = TextType === 'ssml';
  const billed = checkLength(Text, ssml);
  if (ssml) checkSsml(Text, tier);
  return {
    text: Text,
    ssml,
    billed,
    voice,
    tier,
    output: OutputFormat,
    marks: SpeechMarkTypes,
  };
}

function findVoice(id: string, code: string | undefined): PollyVoice {
  const voice = POLLY_VOICES.find((candidate) => candidate.id === id);
  if (!voice) throw new ServiceError('ValidationException', `The local Polly has no voice ${JSON.stringify(id)}`);
  if (code !== voice.code) {
    throw new ServiceError('LanguageNotSupportedException', `${id} is asked for ${code}, but speaks ${voice.code}`);
  }
  return voice;
}

const TAG = /<[^>]*>/g;

function checkLength(text: string, ssml: boolean): number {
  const billed = ssml ? text.replace(TAG, '').replace(/&\w+;/g, ' ') : text;
  if (billed.length <= BILLED && text.length <= TOTAL) return billed.length;
  const lengths = `${billed.length} billed and ${text.length} characters in all`;
  throw new ServiceError('TextLengthExceededException', `Maximum text length has been exceeded: ${lengths}`);
}

function checkSsml(text: string, tier: PollyTier): void {
  const refuse = (reason: string) => new ServiceError('InvalidSsmlException', `Invalid SSML request: ${reason}`);
  if (!/^\s*<speak[\s>][\s\S]*<\/speak>\s*$/.test(text)) throw refuse('it is not a <speak> document');
  for (const [tag] of text.matchAll(TAG)) {
    const name = /^<\/?([\w:-]+)/.exec(tag)?.[1] ?? '';
    if (!KNOWN.test(name)) throw refuse(`unsupported tag ${tag}`);
    if (tier === 'neural' && STANDARD_ONLY.test(tag)) throw refuse(`neural voices do not support ${tag}`);
    const rate = Number(/^<prosody\b.*\brate="(\d+)%"/.exec(tag)?.[1] ?? 100);
    if (rate < RATES.min || rate > RATES.max) throw refuse(`the rate of ${tag} is out of range`);
  }
}
