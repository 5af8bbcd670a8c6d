import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LANGUAGES, type Language } from '../../layers/contract/index.ts';
import { createEmbeddedEngine, parseText } from '../../layers/speech/index.ts';
import { vocalise } from '../../layers/speech/reading/arabic.ts';
import { readScript } from '../../layers/speech/reading/index.ts';
import { sayCounted, sayNumber } from '../../layers/speech/reading/japanese-numbers.ts';
import { readNumber } from '../../layers/speech/reading/rules.ts';

/** What is said, word by word, of a text. */
async function read(text: string, language: Language): Promise<string> {
  const { script, words, readings } = await readScript(parseText(text), language);
  return words.map(({ from, to }, i) => (readings[i] ?? script.text.slice(from, to)).trim()).join(' ');
}

describe('reading aloud', () => {
  it.each<[Language, string, string]>([
    ['en-US', 'Dr. Lee paid $12.50.', 'Doctor Lee paid 12 dollars and 50 cents'],
    ['en-US', 'On 2024-11-21 at 3:05', 'On November 21st, 2024 at 3 oh 5'],
    ['en-GB', '5 km/h, 21/11/1999', '5 kilometres per hour November 21st, 19 99'],
    ['de-DE', 'z. B. 12,50 € am 3. Oktober', 'zum Beispiel 12 Euro 50 am dritten Oktober'],
    ['de-DE', 'Um 15:30 Uhr', 'Um 15 Uhr 30'],
    ['fr-FR', 'M. Roux, 15h30, 2e', 'monsieur Roux 15 heures 30 deuxième'],
    ['es-ES', 'El Sr. Gil, 21/11/2024', 'El señor Gil 21 de noviembre de 2024'],
    ['it-IT', 'Il Dott. Rossi, 5 kg', 'Il dottor Rossi 5 chili'],
    ['pr-BR', 'R$ 12,50', '12 reais e 50'],
    ['ru-RU', 'в 2024 г. 5 км и т. д.', 'в 2024 года 5 километров и так далее'],
    ['ru-RU', '21 ₽', '21 рубль'],
    ['hi-IN', 'डॉ. राम 5 किमी', 'डॉक्टर राम 5 किलोमीटर'],
    ['vi-VI', 'TP. Huế ngày 5 km', 'thành phố Huế ngày 5 ki lô mét'],
    ['ko-KO', '사과 3개 10%', '사과 세 개 10 퍼센트'],
    ['zh-CN', '2024年2个', '二零二四年 两 个'],
    ['ar', '5 كم', '5 كيلومتر'],
    ['ja-JP', '私は東京へ行きました。', 'ワタシ ワ トーキョー エ イキマシタ'],
    ['ja-JP', '2024年11月21日、3本', 'ニセンニジューヨネン ジューイチガツ ニジューイチニチ サンボン'],
    ['en-US', 'a@b.com', 'a at b dot com'],
    ['en-GB', 'x < y and y > z', 'x less than y and y greater than z'],
    ['de-DE', 'Wenn a<b, 3 > 2.5', 'Wenn a kleiner als b 3 größer als 2.5'],
    ['fr-FR', 'a <- b >> c <3', 'a < b >> c <3'],
    ['hi-IN', '₹1,25,000.50 और 1,25,000', '125000 रुपए 50 और 125000'],
    ['en-US', 'I owe ₹1,25,000.', 'I owe 125000 rupees'],
    ['ar', '١٢٪', '12 بالمئة'],
    ['ko-KO', '1,250원(12.5%)을', '1,250원 12 점 오 퍼센트 을'],
    ['de-DE', 'Der Preis(12,50€)ist 5 km²', 'Der Preis 12 Euro 50 ist 5 Quadratkilometer'],
    ['en-US', '+1 555 0100', '+ 1, 5 5 5, 0 1 0 0'],
  ])('reads %s %j', async (language, text, said) => {
    expect(await read(text, language)).toBe(said);
  });

  it('says of words whose script no voice reads that they are spelled, and nothing of single letters', async () => {
    const warningsOf = async (text: string) => (await readScript(parseText(text), 'en-US')).script.warnings;
    expect(await warningsOf('Say สวัสดี now.')).toEqual([expect.stringMatching(/No voice reads the script of "สวัส/)]);
    expect(await warningsOf('α is 5, 你好, Привет, café naïve 1ª')).toEqual([expect.not.stringMatching(/No voice/)]);
  });

  it.each<[Language, string, string, string]>([
    ['en-US', '<say-as interpret-as="ordinal">3</say-as>', '3', '3rd'],
    ['en-US', '<say-as interpret-as="date" format="dmy">1/2/2024</say-as>', '1/2/2024', 'February 1st, 2024'],
    ['de-DE', '<say-as interpret-as="ordinal">21</say-as>', '21', 'einundzwanzigster'],
    ['fr-FR', '<say-as interpret-as="telephone">01 23 45</say-as>', '01 23 45', '0 1, 2 3, 4 5'],
    ['en-US', '<say-as interpret-as="fraction">3/4</say-as>', '3/4', '3 quarters'],
    ['zh-CN', '<say-as interpret-as="fraction">3/4</say-as>', '3/4', '4分之3'],
    ['es-ES', '<say-as interpret-as="unit">5kg</say-as>', '5kg', '5 kilos'],
    [
      'ja-JP',
      '<say-as interpret-as="date">2024-06-01</say-as>',
      '2024-06-01',
      'ニセンニジューヨネン ロクガツ ツイタチ',
    ],
    ['en-US', '<say-as interpret-as="date">tomorrow</say-as>', 'tomorrow', 'tomorrow'],
  ])('says %s %s', async (language, text, word, said) => {
    const { script, words } = await readScript(parseText(text), language);
    expect(words.map(({ from, to }) => script.text.slice(from, to))).toEqual([word]);
    expect(await read(text, language)).toBe(said);
  });

  it.each([
    ['1', '本', 'イッポン'],
    ['3', '本', 'サンボン'],
    ['4', '時', 'ヨジ'],
    ['20', '歳', 'ハタチ'],
    ['8', '分', 'ハップン'],
    ['1', '人', 'ヒトリ'],
    ['14', '人', 'ジューヨニン'],
    ['3.5', '%', 'サンテンゴーパーセント'],
  ])('counts %s%s in Japanese', (digits, counter, said) => expect(sayCounted(digits, counter)).toBe(said));

  it('says Japanese numbers with their changes of sound', () => {
    expect(['300', '600', '8000', '10000', '12345'].map(sayNumber)).toEqual([
      'サンビャク',
      'ロッピャク',
      'ハッセン',
      'イチマン',
      'イチマンニセンサンビャクヨンジューゴ',
    ]);
  });

  it('gives Arabic without vowel signs syllables that can be said, and leaves what has them', () => {
    expect(vocalise('كتب')).toBe('كَتَب');
    expect(vocalise('رحمة')).toBe('رَحْمَة');
    expect(vocalise('كَتب')).toBeUndefined();
  });

  it('understands numbers as each language writes them', () => {
    expect(readNumber('de-DE', '1.234,50')).toBe('1234.50');
    expect(readNumber('en-US', '1,234.50')).toBe('1234.50');
    expect(readNumber('fr-FR', '1 234,5')).toBe('1234.5');
  });

  it('says what no voice of the language reads by one that does, and says so', async () => {
    const speech = await createEmbeddedEngine().speak({
      text: '나는 漢字 봐요',
      language: 'ko-KO',
      sex: 'male',
      speed: 1,
    });
    expect(speech.warnings.join()).toMatch(/Chinese/);
    expect(speech.timeline.phones.length).toBeLessThan(20);
  });

  it('finds words in order that cover all readings, for any text in any language', async () => {
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 8 }),
      fc.constantFrom(
        '12,50 €',
        '$5',
        '21.11.2024',
        '3:30',
        'z. B.',
        '漢字',
        '3本',
        'a@b.de',
        '+49 30 1234567',
        '٥',
        '½',
        '二人',
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 8 }), fc.constantFrom(...LANGUAGES), async (pieces, language) => {
        const text = pieces.join(' ').replaceAll('<', '');
        const { words, readings } = await readScript(parseText(text), language);
        expect(readings).toHaveLength(words.length);
        let at = 0;
        for (const { from, to } of words) {
          expect(from).toBeGreaterThanOrEqual(at);
          expect(to).toBeGreaterThan(from);
          expect(to).toBeLessThanOrEqual(text.length);
          at = to;
        }
      }),
      { numRuns: 300 },
    );
  });
});
