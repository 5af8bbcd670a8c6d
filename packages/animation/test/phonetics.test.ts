import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IPA_SOUNDS, readSymbol } from '../src/phonetics/index.ts';

const kinds = (symbol: string) => readSymbol(symbol).map(({ sound }) => sound.kind);
const [first, second] = [0, 1].map((i) => (symbol: string) => readSymbol(symbol)[i]!) as [
  (symbol: string) => ReturnType<typeof readSymbol>[number],
  (symbol: string) => ReturnType<typeof readSymbol>[number],
];

describe('a symbol', () => {
  it('is identified by its letter, regardless of stress, tone, tie, or voicing', () => {
    for (const symbol of ['ˈa', 'aː', 'a5', 'a˥˩', 'ã', 'ä', 'a̤']) {
      expect(first(symbol).sound).toEqual(IPA_SOUNDS.get('a'));
    }
    expect(first('b̥').sound).toEqual(IPA_SOUNDS.get('b'));
    expect(first('t̪').sound).toEqual(IPA_SOUNDS.get('t'));
  });

  it('is two sounds for an affricate or a diphthong', () => {
    expect(readSymbol('tʃ').map(({ sound }) => sound)).toEqual([IPA_SOUNDS.get('t'), IPA_SOUNDS.get('ʃ')]);
    expect(readSymbol('t͡ʃ').map(({ sound }) => sound)).toEqual([IPA_SOUNDS.get('t'), IPA_SOUNDS.get('ʃ')]);
    expect(readSymbol('aɪ').map(({ sound }) => sound)).toEqual([IPA_SOUNDS.get('a'), IPA_SOUNDS.get('ɪ')]);
    expect(first('tʃ').share).toBeLessThan(second('tʃ').share);
    expect(first('ɑːɹ').share).toBeGreaterThan(second('ɑːɹ').share);
  });

  it('is one sound if h only marks aspiration', () => {
    expect(kinds('pʰ')).toEqual(['consonant']);
    expect(readSymbol('th').map(({ sound }) => sound)).toEqual([IPA_SOUNDS.get('t')]);
    expect(readSymbol('tɕh')).toHaveLength(2);
    expect(first('h').sound).toEqual(IPA_SOUNDS.get('h'));
  });

  it('is rounded or palatalized by its diacritics', () => {
    expect(first('kʷ').sound).toMatchObject({ place: 'velar', round: 0.8 });
    expect(first('dʲ').sound).toMatchObject({ place: 'alveolar', palatal: true });
    expect(first('ʲ').sound).toEqual(IPA_SOUNDS.get('j'));
    expect(first('ə˞').sound).toMatchObject({ round: 0.35 });
    expect(first('ɯᵝ').sound).toEqual(IPA_SOUNDS.get('ɯ'));
    expect(first('ç').sound).toMatchObject({ place: 'palatal' });
  });

  it('is silence if it contains no sound', () => {
    for (const symbol of ['', ' ', '_', 'sil', 'pau', '!', '5']) expect(readSymbol(symbol)).toEqual([]);
  });

  it('is a vowel if unknown', () => {
    expect(kinds('字')).toEqual(['vowel']);
  });

  it('has shares that add up to one', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (symbol) => {
        const sounds = readSymbol(symbol);
        const total = sounds.reduce((sum, { share }) => sum + share, 0);
        expect(sounds.length === 0 ? 1 : total).toBeCloseTo(1, 9);
        expect(sounds.every(({ share }) => share > 0)).toBe(true);
      }),
    );
  });
});
