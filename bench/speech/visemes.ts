import { LANGUAGES, type Language, type Phone } from '@talking-avatar/contract';
import {
  alignRecording,
  createEmbeddedEngine,
  createPollyEngine,
  decodeAudio,
  encodeWav,
  type SendPollyRequest,
  type Speech,
} from '@talking-avatar/speech';
import { listVoices, POLLY_LANGUAGES } from '@talking-avatar/speech/testing';
import { formatMarks } from 'local-aws/polly';
import { toMarks } from '../../bin/local/polly.ts';

/**
 * `node bench/speech/visemes.ts` compares the times of Polly's visemes with an alignment of its sound. The true times of Polly's phones are
 * not known, so another voice stands in for Polly. Its times are known, and it differs from the reference voice.
 */

/** A text in each language that Polly speaks. */
const SENTENCES: Readonly<Record<Language, string | undefined>> = {
  'en-US': 'My puppy hops over the big brown box, and nobody minds. Maybe the baby will sleep in the morning.',
  'en-GB': 'My puppy hops over the big brown box, and nobody minds. Maybe the baby will sleep in the morning.',
  'es-ES': 'El perro pequeño salta sobre la caja marrón, y a nadie le importa. Mañana vamos a comer pan con mi padre.',
  'es-US': 'El perro pequeño salta sobre la caja marrón, y a nadie le importa. Mañana vamos a comer pan con mi padre.',
  'zh-CN': '今天早上我和朋友一起去公园散步。天气非常好，大家都很高兴。',
  'de-DE': 'Mein kleiner Hund springt über die braune Kiste, und niemand stört sich daran. Morgen früh schlafen wir länger.',
  'it-IT': 'Il mio cane salta sopra la scatola marrone, e a nessuno importa. Domani mattina mangiamo pane con mio padre.',
  'fr-FR': 'Mon petit chien saute par-dessus la boîte brune, et personne ne dit rien. Demain matin nous dormons plus longtemps.',
  'pt-PT': 'O meu cão pequeno salta por cima da caixa, e ninguém se importa. Amanhã vamos comer pão com o meu pai.',
  'pr-BR': 'O meu cão pequeno pula por cima da caixa, e ninguém se importa. Amanhã vamos comer pão com o meu pai.',
  ar: 'ذهب الولد إلى المدرسة في الصباح، ثم عاد إلى البيت.',
  'ja-JP': 'きょうは とても いい てんきです。わたしは ともだちと こうえんへ いきます。',
  'ru-RU': 'Моя маленькая собака прыгает через коробку, и никто не против. Завтра утром мы будем спать дольше.',
  'hi-IN': 'मेरा छोटा कुत्ता डिब्बे के ऊपर कूदता है। कल सुबह हम देर तक सोएंगे।',
  'ko-KO': '오늘 아침에 친구와 함께 공원에 갔습니다. 날씨가 아주 좋았습니다.',
  'vi-VI': undefined,
};

/** Tempo of the voice that stands in for Polly, relative to the reference voice. */
const PACE = 0.92;

const engine = createEmbeddedEngine();

/** Creates marks like those from Polly, in ms. `merged` joins adjacent marks with the same shape. */
function substitutePolly(speech: Speech, pcm: Uint8Array, merged: boolean): SendPollyRequest {
  return async ({ ssml, output }) => {
    if (output === 'sound') return { bytes: pcm, characters: 0 };
    let last = '';
    const lines = formatMarks(toMarks(speech.timeline, ssml), ['sentence', 'ssml', 'word', 'viseme']).split('\n');
    const kept = lines.filter((line) => {
      const { type, value } = line === '' ? { type: '', value: '' } : (JSON.parse(line) as Record<string, string>);
      if (type === 'word') last = '';
      if (type !== 'viseme') return true;
      const repeated = merged && value === last;
      last = value ?? '';
      return !repeated;
    });
    return { bytes: Buffer.from(kept.join('\n')), characters: 0 };
  };
}

/** Computes the errors in when phones start, word by word, in ms. If a word has other phones than expected, the nearest phone is used. */
function compare(truth: readonly Phone[], found: readonly Phone[]): number[] {
  const words = new Set(truth.flatMap(({ word }) => word ?? []));
  return [...words].flatMap((word) => {
    const [own, other] = [truth, found].map((phones) => phones.filter((phone) => phone.word === word));
    return own!.map(({ start }, i) => {
      const partner =
        own!.length === other!.length ? other![i]!.start : Math.min(...other!.map((phone) => Math.abs(phone.start - start))) + start;
      return 1000 * Math.abs(partner - start);
    });
  });
}

function describe(errors: number[]): string {
  const sorted = errors.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
  return `${at(0.5).toFixed(1).padStart(6)} ${at(0.9).toFixed(1).padStart(6)}`;
}

const pooled: Record<'visemes' | 'merged' | 'aligned', number[]> = { visemes: [], merged: [], aligned: [] };
console.log('start of phones, ms from the truth    visemes         merged          aligned');
console.log('language   phones                  median   p90    median   p90    median   p90');
for (const language of LANGUAGES) {
  const text = SENTENCES[language];
  if (!text || !POLLY_LANGUAGES[language]) continue;
  const voice = listVoices(language).findLast(({ sex }) => sex === 'male')!.name;
  const speech = await engine.speak({ text, language, sex: 'male', voice, speed: PACE });
  const audio = await decodeAudio(encodeWav(speech.audio));
  const pcm = Buffer.from(Int16Array.from(audio.samples, (sample) => Math.round(sample * 32767)).buffer);
  const say = async (merged: boolean) =>
    (
      await createPollyEngine(substitutePolly(speech, pcm, merged), engine, { align: () => Promise.reject() }).speak({
        text,
        language,
        sex: 'male',
        speed: 1,
      })
    ).timeline;
  const truth = speech.timeline.phones;
  const found = {
    visemes: compare(truth, (await say(false)).phones),
    merged: compare(truth, (await say(true)).phones),
    aligned: compare(truth, (await alignRecording({ audio, text, language, sex: 'male' }, engine)).timeline.phones),
  };
  for (const [way, errors] of Object.entries(found)) pooled[way as keyof typeof pooled].push(...errors);
  const figures = Object.values(found).map(describe).join('   ');
  console.log(`${language.padEnd(10)} ${String(truth.length).padStart(6)}              ${figures}`);
}
console.log(`${'all'.padEnd(10)} ${' '.repeat(6)}              ${Object.values(pooled).map(describe).join('   ')}`);
