import { LANGUAGES, type Language, type SpeechTimeline } from '@talking-avatar/contract';
import { findSentences, findWords } from '@talking-avatar/speech/testing';
import { describe, expect, it } from 'vitest';
import { readSentences, type SentenceKind } from '../src/face/sentences.ts';
import { NEUTRAL, perform, read } from './perform.ts';

/** Creates a timeline with one word every 0.4 s. */
function speak(text: string, language: Language): SpeechTimeline {
  const spans = findWords(text, language);
  const words = spans.map(({ from, to }, i) => ({ text: text.slice(from, to), start: 0.4 * i, end: 0.4 * i + 0.38 }));
  const phones = words.flatMap(({ start }, word) => [
    { symbol: 's', start, end: start + 0.1, stress: 0 as const, word },
    { symbol: 'a', start: start + 0.1, end: start + 0.38, stress: 1 as const, word },
  ]);
  const marks = findSentences(text, language).map(({ from, to }) => {
    const inside = words.filter((_, i) => spans[i]!.from >= from && spans[i]!.to <= to);
    return { type: 'sentence' as const, start: inside[0]!.start, end: inside.at(-1)!.end, text: text.slice(from, to) };
  });
  const duration = 0.4 * words.length + 0.6;
  return { language, engine: 'test', voice: 'test', duration, words, phones, marks };
}

/** For each language: a statement, a yes-no question, a question with a question word, and an exclamation. */
const SENTENCES: Readonly<Record<Language, readonly [string, string, string, string]>> = {
  'en-US': ['You are here.', 'Are you here?', 'So where are you?', 'You are here!'],
  'en-GB': ['You know what it is.', 'Do you know what it is?', "What's the time?", 'What a day!'],
  'es-ES': ['Estás en casa.', '¿Estás en casa?', '¿Dónde estás?', '¡Estás en casa!'],
  'es-US': ['Creo que sí.', '¿Crees que viene?', '¿Y cuándo viene?', '¡Qué bien!'],
  'de-DE': ['Du bist da.', 'Bist du da?', 'Wo bist du?', 'Du bist da!'],
  'fr-FR': ['Vous êtes là.', 'Est-ce que vous êtes là ?', 'Que faites-vous ?', 'Quelle surprise !'],
  'it-IT': ['Sei a casa.', 'Sei a casa?', "Dov'è la casa?", 'Che bello!'],
  'pt-PT': ['Estás em casa.', 'Estás em casa?', 'Onde estás?', 'Que bom!'],
  'pr-BR': ['Você está em casa.', 'Você está em casa?', 'O que você faz?', 'Que bom!'],
  ar: ['أنت في البيت.', 'هل أنت في البيت؟', 'أين أنت؟', 'ما أجمل هذا المكان!'],
  'zh-CN': ['你在家。', '你在家吗？', '你在哪儿？', '真好！'],
  'ja-JP': ['いえに います。', 'いえに いますか？', 'どこに いますか？', 'すばらしい！'],
  'ru-RU': ['Ты дома.', 'Ты дома?', 'Где ты?', 'Как хорошо!'],
  'hi-IN': ['तुम घर पर हो।', 'क्या तुम घर पर हो?', 'तुम कहाँ हो?', 'कितना अच्छा है!'],
  'vi-VI': ['Bạn ở nhà.', 'Bạn có ở nhà không?', 'Bạn ở đâu?', 'Thật là đẹp!'],
  'ko-KO': ['집에 있습니다.', '집에 있습니까?', '어디에 있습니까?', '정말 멋지네요!'],
};
const KINDS: readonly SentenceKind[] = ['statement', 'question', 'whQuestion', 'exclamation'];

describe('the kind of a sentence', () => {
  for (const language of LANGUAGES) {
    it(`is read in ${language}`, () => {
      for (const [i, text] of SENTENCES[language].entries()) {
        const [sentence] = readSentences(speak(text, language));
        expect(sentence!.kind, text).toBe(KINDS[i]);
        expect(sentence!.questionWord !== null, text).toBe(KINDS[i] === 'whQuestion');
      }
    });
  }

  it('is recognized without a question mark', () => {
    const asked: [Language, string, SentenceKind][] = [
      ['en-US', 'do you know him', 'question'],
      ['en-US', 'where do they live', 'whQuestion'],
      ['fr-FR', 'Est-ce que tu viens.', 'question'],
      ['ru-RU', 'Знаешь ли ты его.', 'question'],
      ['ar', 'هل أنت في البيت', 'question'],
      ['hi-IN', 'क्या तुम घर पर हो।', 'question'],
      ['vi-VI', 'Bạn có ở nhà không.', 'question'],
      ['zh-CN', '你在家吗。', 'question'],
      ['ja-JP', 'いえに いますか。', 'question'],
      ['ko-KO', '집에 있습니까.', 'question'],
    ];
    for (const [language, text, kind] of asked) {
      expect(readSentences(speak(text, language))[0]!.kind, text).toBe(kind);
    }
  });

  it.each([
    ['es-MX', 'es-ES'],
    ['pt-BR', 'pt-PT'],
    ['zh-TW', 'zh-CN'],
    ['ko-KR', 'ko-KO'],
    ['vi-VN', 'vi-VI'],
  ] as const)('is read in %s as in %s', (language, similar) => {
    const kinds = SENTENCES[similar].map((text) => readSentences({ ...speak(text, similar), language })[0]!.kind);
    expect(kinds).toEqual(KINDS);
  });

  it('includes the question word, the list items, and the start of a contrast', () => {
    const [asked] = readSentences(speak('So where is it?', 'en-US'));
    expect(asked!.questionWord).toBeCloseTo(0.4);
    const [listed] = readSentences(speak('We need red apples, flour, butter, and salt.', 'en-US'));
    expect(listed!.items.map(({ start }) => Math.round(start / 0.4))).toEqual([3, 4, 5, 7]);
    expect(readSentences(speak('苹果、黄油、盐。', 'zh-CN'))[0]!.items).toHaveLength(3);
    expect(readSentences(speak('If it rains, then we all stay at home today, I think.', 'en-US'))[0]!.items).toEqual([]);
    const [contrasted] = readSentences(speak('It is small, but it works.', 'en-US'));
    expect(contrasted!.contrasts).toHaveLength(1);
    expect(contrasted!.contrasts[0]).toBeCloseTo(1.2);
    expect(readSentences(speak('Nobody but him knows.', 'en-US'))[0]!.contrasts).toEqual([]);
  });
});

/** Returns the mean over several seeds. */
function average(text: string, channel: string, from: number, to: number): number {
  const means = Array.from({ length: 12 }, (_, seed) => {
    const clip = perform(speak(text, 'en-US'), 60, NEUTRAL, `${seed}`);
    const values = read(clip, channel).slice(Math.round(from * 60), Math.round(to * 60));
    return values.reduce((sum, value) => sum + value, 0) / values.length;
  });
  return means.reduce((sum, value) => sum + value, 0) / means.length;
}

describe('brows and head', () => {
  const TEXTS = { stated: 'They really live over there now.', asked: 'Do they live over there now?' };
  const wondered = 'Where do they live right now?';

  it('rise at the end of a yes-no question, and frown with a question word', () => {
    const end = [2.2, 2.5] as const;
    expect(average(TEXTS.asked, 'browInnerUp', ...end)).toBeGreaterThan(average(TEXTS.stated, 'browInnerUp', ...end) + 0.15);
    expect(average(wondered, 'browDownLeft', 1.5, 2.3)).toBeGreaterThan(0.12);
    expect(average(TEXTS.asked, 'browDownLeft', 1.5, 2.3)).toBeLessThan(0.01);
    expect(average(TEXTS.asked, 'headPitch', ...end)).toBeLessThan(average(TEXTS.stated, 'headPitch', ...end) - 0.02);
  });

  it('widen the eyes under an exclamation', () => {
    expect(average('They really live over there!', 'eyeWideLeft', 0.8, 1.5)).toBeGreaterThan(0.08);
    expect(average(TEXTS.stated, 'eyeWideLeft', 0.8, 1.5)).toBeLessThan(0.05);
  });

  it('nod at list items and turn at a contrast', () => {
    const turns = (text: string, from: number, to: number) =>
      Array.from({ length: 12 }, (_, seed) => {
        const yaw = read(perform(speak(text, 'en-US'), 60, NEUTRAL, `${seed}`), 'headYaw');
        const part = yaw.slice(from * 60, to * 60);
        return Math.max(...part) - Math.min(...part);
      }).reduce((sum, value) => sum + value, 0) / 12;
    expect(turns('We want apples, flour, butter, and salt.', 0.4, 2.6)).toBeGreaterThan(
      1.2 * turns('We want apples flour butter and salt.', 0.4, 2.6),
    );
    expect(turns('It is small, but it really works.', 0.6, 2.2)).toBeGreaterThan(
      1.2 * turns('It is small, and it really works.', 0.6, 2.2),
    );
  });
});
