import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { writeDocument } from '../../src/engines/polly/document.ts';
import { parseText } from '../../src/index.ts';

const whole = (text: string) => ({ from: 0, to: text.length });

const write = (source: string, tier: 'neural' | 'standard' = 'neural', more: object = {}) => {
  const script = parseText(source);
  return writeDocument(script, whole(script.text), { tier, speed: 1, ...more });
};

describe('a document for Polly', () => {
  it('is well-formed for any text, and maps every word back to its position', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary', minLength: 1, maxLength: 8 }), { maxLength: 20 }), (words) => {
        const text = words.join(' ');
        const script = {
          text,
          items: [{ kind: 'spoken' as const, ...whole(text), style: {} }],
          emotions: [],
          warnings: [],
        };
        const { ssml, locate } = writeDocument(script, whole(text), { tier: 'neural', speed: 1.5 });
        expect(() => new SaxesParser().write(ssml.toWellFormed()).close()).not.toThrow();
        const prefix = '<speak><prosody rate="150%">';
        if (text !== '') expect(ssml.startsWith(prefix)).toBe(true);
        expect(locate(Buffer.byteLength(prefix))).toBe(0);
      }),
    );
  });

  it('counts positions in bytes, and excludes tags from the billed text', () => {
    const { ssml, locate, billed } = write('<speak>Été &amp; <sub alias="doctor">Dr</sub> Hö</speak>');
    expect(ssml).toBe('<speak>Été &amp; doctor Hö</speak>');
    const byteOf = (part: string) => Buffer.byteLength(ssml.slice(0, ssml.indexOf(part)));
    expect(['Été', '&amp;', 'doctor', 'Hö'].map((part) => locate(byteOf(part)))).toEqual([0, 4, 6, 9]);
    expect(billed).toBe('Été & doctor Hö'.length);
  });

  it('contains an alias once, in the piece where its text begins', () => {
    const script = parseText('<sub alias="both">One two.</sub> Three.');
    const pieces = [
      { from: 0, to: 3 },
      { from: 3, to: script.text.length },
    ].map((piece) => writeDocument(script, piece, { tier: 'neural', speed: 1 }).ssml);
    expect(pieces).toEqual(['<speak>both</speak>', '<speak> Three.</speak>']);
  });

  it('preserves tags for a standard voice that neural voices do not support', () => {
    const source = '<speak><prosody pitch="+10%" volume="-6dB"><emphasis level="strong">Now</emphasis></prosody></speak>';
    expect(write(source, 'standard')).toMatchObject({
      ssml: '<speak><prosody volume="-6.0dB" pitch="+10%"><emphasis level="strong">Now</emphasis></prosody></speak>',
      warnings: [],
    });
    const neural = write(source);
    expect(neural.ssml).toBe('<speak><prosody volume="-6.0dB">Now</prosody></speak>');
    expect(neural.warnings).toHaveLength(2);
  });

  it('only contains languages that Polly supports', () => {
    const source = '<speak><lang xml:lang="fr">Bonjour</lang> <lang xml:lang="vi">chào</lang> <lang xml:lang="zh">你</lang></speak>';
    const { ssml, warnings } = write(source);
    expect(ssml).toContain('<lang xml:lang="fr-FR">Bonjour</lang>');
    expect(ssml).toContain('<lang xml:lang="cmn-CN">');
    expect(ssml).not.toContain('"vi');
    expect(warnings).toEqual(['<lang>: Amazon Polly does not support "vi-VI"; the text is spoken without it.']);
  });

  it("preserves a word's part of speech", () => {
    expect(write('<speak>I <w role="amazon:VBD">read</w> it</speak>').ssml).toContain('<w role="amazon:VBD">read</w>');
  });

  it('only contains tempo and marks if bare', () => {
    const source = '<speak><say-as interpret-as="characters">abc</say-as><mark name="x"/><break time="1s"/> d</speak>';
    expect(write(source, 'neural', { bare: true, speed: 2 }).ssml.replace(/<\/?prosody[^>]*>/g, '')).toBe(
      '<speak>abc<mark name="m1"/> d</speak>',
    );
  });
});
