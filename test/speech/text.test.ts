import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseText, plainText, SpeechError } from '../../layers/speech/index.ts';

const failure = (text: string): SpeechError => {
  try {
    parseText(text);
  } catch (error) {
    return error as SpeechError;
  }
  throw new Error('the text was accepted');
};

describe('the reading of a text', () => {
  it.each(['a < b & c > d', 'I <3 you', 'x <= y', 'if a<b then', 'R&D &amp; AT&T', '<foo>bar</foo>'])(
    'takes %j as it is written',
    (text) => {
      expect(plainText(text)).toBe(text);
      expect(parseText(text).warnings).toEqual([]);
    },
  );

  it('leaves the words when it takes the tags away', () => {
    const ssml =
      '<speak>\n  <p>One <emphasis>two</emphasis>,</p><break time="1s"/>\n <sub alias="x">three</sub> &lt;4&gt;</speak>';
    expect(plainText(ssml)).toBe('One two, three <4>');
  });

  it.each([
    ['<emotion name="happy" level="0.4">hi</emotion>', 'happy', 0.4],
    ['<emotion name="fear">hi</emotion>', 'fear', 1],
    ['<mstts:express-as style="cheerful">hi</mstts:express-as>', 'happy', 0.5],
    ['<mstts:express-as style="sad" styledegree="2">hi</mstts:express-as>', 'sad', 1],
    ['<mstts:express-as style="terrified" styledegree="0.5">hi</mstts:express-as>', 'fear', 0.25],
    ['<amazon:emotion name="disappointed" intensity="low">hi</amazon:emotion>', 'disappointed', 0.35],
    ['<amazon:emotion name="excited" intensity="medium">hi</amazon:emotion>', 'happy', 0.65],
    ['<amazon:emotion name="excited" intensity="high">hi</amazon:emotion>', 'surprise', 1],
  ])('reads the emotion of %s', (ssml, expression, level) => {
    expect(parseText(ssml).emotions).toEqual([{ from: 0, to: 2, expression, level }]);
  });

  it.each([
    ['<speak>one <break> two</speak>', 1, 'unclosed|unexpected'],
    ['<speak>\n<p>one</s></speak>', 2, 'unexpected'],
    ['<speak>one</speak', 1, 'unclosed|unexpected|end'],
    ['<speak>\n\none <break time=1s/></speak>', 3, 'quot|unquoted'],
    ['<!DOCTYPE speak [<!ENTITY a "b">]><speak>&a;</speak>', 1, 'DOCTYPE'],
    [`${'<s>'.repeat(100)}deep${'</s>'.repeat(100)}`, 1, 'deep'],
  ])('says where %j is malformed', (ssml, line, reason) => {
    const error = failure(ssml);
    expect(error).toBeInstanceOf(SpeechError);
    expect(error.field).toBe('text');
    expect(error.message).toMatch(new RegExp(`line ${line}, column \\d+: .*(?:${reason})`));
  });

  it('names the ampersand that a document must escape, where it stands', () => {
    expect(failure('<speak>\nTom & Jerry\nand more</speak>').message).toMatch(/line 2, column 5: .*&amp;/);
  });

  it.each([
    '<speak>see <amazon:effect name="whispered">this</amazon:effect></speak>',
    '<speak>see <phoneme alphabet="ipa" ph="x">this</phoneme></speak>',
    '<speak>see <voice name="Joanna">this</voice></speak>',
    '<speak>see <blink>this</blink></speak>',
    '<speak>see <say-as interpret-as="date">this</say-as></speak>',
    '<speak>see <prosody contour="(0%,+20Hz)">this</prosody></speak>',
    '<speak>see <emotion name="bored">this</emotion></speak>',
    '<speak>see <lang xml:lang="tlh">this</lang></speak>',
    '<speak>see <break time="soon"/>this</speak>',
  ])('warns about %s and says its words', (ssml) => {
    const script = parseText(ssml);
    expect(script.text).toBe('see this');
    expect(script.warnings).toHaveLength(1);
  });

  it('gives the script or a SpeechError, for whatever text', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '<speak>',
        '</speak>',
        '<p>',
        '</p>',
        '<break/>',
        '<break time="9999999s"/>',
        '<mark name="x"/>',
        '&',
        '&amp;',
        '&#0;',
      ),
      fc.constantFrom(
        '<emotion level="-1">',
        '</emotion>',
        '<prosody rate="1e9">',
        '</prosody>',
        '<![CDATA[',
        ']]>',
        '<!--',
        '-->',
        '<?x',
        '?>',
      ),
      fc.constantFrom('<', '>', '"', "'", '\u0000', '\ud83d', '\ufeff', '\n', ' '),
      fc.string({ unit: 'binary', maxLength: 8 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const text = pieces.join('');
        let script: ReturnType<typeof parseText>;
        try {
          script = parseText(text);
        } catch (error) {
          expect(error).toBeInstanceOf(SpeechError);
          return;
        }
        const spoken = script.items.filter((item) => item.kind === 'spoken');
        expect(spoken.map(({ from, to }) => script.text.slice(from, to)).join('')).toBe(script.text);
        for (const { from, to, level } of script.emotions) {
          expect(from <= to && to <= script.text.length && level >= 0 && level <= 1).toBe(true);
        }
        for (const item of script.items) if (item.kind === 'pause') expect(item.seconds).toBeLessThanOrEqual(10);
      }),
      { numRuns: 2_000 },
    );
  });
});
