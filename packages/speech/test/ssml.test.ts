import type { Language } from '@talking-avatar/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SpeechError } from '../src/index.ts';
import { parseText, plainText, validateText } from '../src/text/parse.ts';
import { processorTime } from './processor-time.ts';

const stylesOf = (text: string) => parseText(text).items.flatMap((item) => (item.kind === 'spoken' ? [item.style] : []));
const pausesOf = (text: string) => parseText(text).items.flatMap((item) => (item.kind === 'pause' ? [item.seconds] : []));

describe('SSML', () => {
  it('is a document, or text with tags in it', () => {
    expect(plainText('<speak>Hello <break/> you.</speak>')).toBe('Hello you.');
    expect(plainText('Hello <break time="1s"/>you.')).toBe('Hello you.');
    expect(plainText('<?xml version="1.0"?><speak version="1.1" xml:lang="en">Tom &amp; Ann</speak>')).toBe('Tom & Ann');
  });

  it.each([
    ['Hello <b>you</b>.', 'Hello you.', '<b> is not a known tag'],
    ['One<br/>two', 'One two', '<br> is not a known tag'],
    ['<li>One</li><li>Two</li>', 'One Two', '<li> is not a known tag'],
    ['Well, <laugh/> yes', 'Well, yes', '<laugh> is not a known tag'],
    ['<x>Oh no.</x>Psst', 'Oh no. Psst', '<x> is not a known tag'],
    ['<w>one</w><x>two</x>', 'one two', '<x> is not a known tag'],
    ['un<x>believ</x>able 3.<x>5</x>', 'unbelievable 3.5', '<x> is not a known tag'],
  ])('can be any text with closing tags, whose names are not spoken: %s', (text, said, warning) => {
    expect(plainText(text)).toBe(said);
    expect(parseText(text).warnings).toEqual([expect.stringContaining(warning)]);
  });

  it('does not speak metadata', () => {
    const script = parseText(
      '<speak><metadata><rdf:RDF><dc:title>My <break/>title</dc:title></rdf:RDF></metadata>One <audio src="a"><desc>a bell</desc></audio>two</speak>',
    );
    expect(script.text.trim()).toBe('One two');
    expect(script.items.some(({ kind }) => kind === 'pause')).toBe(false);
    expect(script.warnings).toEqual([expect.stringContaining('<audio>')]);
  });

  it('separates words at a break with an invalid time', () => {
    const script = parseText('<speak>one<break time="abc"/>two</speak>');
    expect(script.text).toBe('one two');
    expect(script.warnings).toEqual([expect.stringContaining('<break>: time="abc" is not a valid time')]);
  });

  it.each([
    ['de-DE-1996', 'de-DE'],
    ['en-GB-oxendict', 'en-GB'],
    ['en-001', 'en-US'],
    ['fr-XX', 'fr-FR'],
  ])('reads %s of <lang> as %s, with a warning', (tag, language) => {
    const { items, warnings } = parseText(`<speak><lang xml:lang="${tag}">a</lang></speak>`);
    expect(items).toMatchObject([{ kind: 'spoken', style: { language } }]);
    expect(warnings).toEqual([expect.stringContaining(`its text is spoken in ${language}`)]);
  });

  it('reads parts of speech, and uses the nearest language, with a warning', () => {
    const [item] = parseText('<speak><w role="amazon:VBD">read</w></speak>').items;
    expect(item).toMatchObject({ kind: 'spoken', style: { role: 'amazon:VBD' } });
    const near = parseText('<speak><lang xml:lang="es-MX">hola</lang> <lang xml:lang="EN-us">you</lang></speak>');
    expect(near.items.flatMap((one) => (one.kind === 'spoken' ? (one.style.language ?? []) : []))).toEqual(['es-US', 'en-US']);
    expect(near.warnings).toEqual([expect.stringContaining('"es-MX" is not a supported language; its text is spoken in es-US')]);
  });

  it('reads marks within words, including bookmarks', () => {
    const script = parseText('<speak>in<mark name="a"/><bookmark mark="b"/>side</speak>');
    expect(script.text).toBe('inside');
    expect(script.items.flatMap((item) => (item.kind === 'mark' ? [item.name] : []))).toEqual(['a', 'b']);
    expect(script.warnings).toEqual([]);
  });

  it('has case-insensitive tags', () => {
    expect(pausesOf('<SPEAK>One <BREAK time="1s"/> two</SPEAK>')).toEqual([1]);
    expect(parseText('<Emotion name="sad">a</Emotion>').emotions).toHaveLength(1);
  });

  it('is spoken in the language of the job, with a warning if the document has another', () => {
    const warningsFor = (own: string, language: Language) => parseText(`<speak xml:lang="${own}">Hello</speak>`, language).warnings;
    expect(warningsFor('en-US', 'de-DE')).toEqual([expect.stringMatching(/xml:lang="en-US".* spoken in de-DE/)]);
    expect(warningsFor('', 'de-DE')).toEqual([]);
    for (const own of ['de-DE', 'de', 'DE_at']) expect(warningsFor(own, 'de-DE')).toEqual([]);
    for (const own of ['pt-BR', 'pr-BR', 'pt']) expect(warningsFor(own, 'pr-BR')).toEqual([]);
  });

  it('is rejected without words', () => {
    for (const text of ['<speak></speak>', '<break time="1s"/>', '🎉 …', '<mark name="a"/>']) {
      expect(() => validateText(text, 'en-US')).toThrow('no word');
    }
    expect(() => validateText('<speak>5 &lt; 7</speak>', 'en-US')).not.toThrow();
  });

  it.each([
    ['<break time="250ms"/>', 0.25],
    ['<break time="1.5s"/>', 1.5],
    ['<break time="99s"/>', 10],
    ['<break strength="strong"/>', 0.7],
    ['<break/>', 0.4],
  ])('pauses at %s for %d seconds', (tag, seconds) => {
    expect(pausesOf(`a ${tag} b`)).toEqual([seconds]);
  });

  it('has a single pause between paragraphs', () => {
    expect(pausesOf('<speak><p><s>One.</s><s>Two.</s></p><p>Three.</p></speak>')).toEqual([0.35, 0.7]);
  });

  it.each([
    ['<prosody rate="slow" pitch="+2st" volume="-6dB">a</prosody>', { rate: 0.8, pitch: 2 ** (2 / 12), volume: 10 ** -0.3 }],
    ['<prosody rate="150%">a</prosody>', { rate: 1.5 }],
    ['<prosody rate="-90%" pitch="10%" volume="-9999dB">a</prosody>', { rate: 0.1, pitch: 0.1, volume: 0 }],
    ['<emphasis level="strong">a</emphasis>', { emphasis: 'strong' }],
    ['<sub alias="World Wide Web">WWW</sub>', { alias: 'World Wide Web' }],
    ['<say-as interpret-as="characters">abc</say-as>', { spelled: 'characters' }],
    ['<say-as interpret-as="telephone">123</say-as>', { sayAs: { as: 'telephone' } }],
    ['<lang xml:lang="fr-FR">a</lang>', { language: 'fr-FR' }],
    ['<s xml:lang="fr-FR">a</s>', { language: 'fr-FR' }],
    ['<phoneme alphabet="ipa" ph="təˈmɑːtəʊ">a</phoneme>', { ipa: 'təˈmɑːtəʊ' }],
    ['<phoneme alphabet="x-sampa" ph="t@&quot;mA:t@U">a</phoneme>', { ipa: 'təˈmɑːtəʊ' }],
    ['<voice name="Joanna">a</voice>', { speaker: { name: 'Joanna' } }],
    ['<voice gender="male" xml:lang="de">a</voice>', { language: 'de-DE', speaker: { sex: 'male' } }],
    ['<prosody rate="fast"><emphasis>a</emphasis></prosody>', { rate: 1.25, emphasis: 'moderate' }],
  ])('reads %s', (text, style) => {
    expect(stylesOf(text)).toEqual([style]);
    expect(parseText(text).warnings).toEqual([]);
  });

  it("speaks an element's replacement once, regardless of its content", () => {
    const said = stylesOf('<sub alias="World Wide Web">W <mark name="m"/>W <emphasis>W</emphasis></sub>');
    expect(said.map(({ alias }) => alias)).toEqual(['World Wide Web', '', '']);
    expect(stylesOf('<sub alias="x">a <phoneme ph="b">c</phoneme></sub>')).toEqual([{ alias: 'x' }, { ipa: 'b' }]);
  });

  it.each([
    ['<emotion name="sad" level="0.4">a</emotion>', 'sad', 0.4],
    ['<emotion name="happy">a</emotion>', 'happy', 1],
    ['<mstts:express-as style="cheerful" styledegree="1.2">a</mstts:express-as>', 'happy', 0.6],
    ['<mstts:express-as style="terrified">a</mstts:express-as>', 'fear', 0.5],
    ['<amazon:emotion name="excited" intensity="medium">a</amazon:emotion>', 'happy', 0.65],
    ['<amazon:emotion name="excited" intensity="high">a</amazon:emotion>', 'surprise', 1],
    ['<amazon:emotion name="disappointed" intensity="low">a</amazon:emotion>', 'disappointed', 0.35],
  ])('reads the emotion in %s', (text, expression, level) => {
    expect(parseText(`x ${text} y`).emotions).toEqual([{ from: 2, to: 3, expression, level }]);
  });

  it.each([
    ['<phoneme alphabet="cmu" ph="AA">a</phoneme>', 'alphabet must be one of ipa, x-sampa'],
    ['<phoneme alphabet="ipa" ph="t#">a</phoneme>', '"#" in ph="t#"'],
    ['<phoneme>a</phoneme>', 'ph contains no sounds'],
    ['<sub>a</sub>', '<sub>: alias is missing'],
    ['<voice gender="robot">a</voice>', 'gender must be "male" or "female", got "robot"'],
    ['a <break time="99s"/> b', 'time="99s" is longer than 10 s; using 10 s'],
    ['<emotion name="sad" level="7">a</emotion>', 'level must be a number from 0 to 1, got "7"; using 1'],
    ['<emotion name="sad" level="-1">a</emotion>', 'level must be a number from 0 to 1, got "-1"; using 0'],
    ['<emotion name="sad" level="half">a</emotion>', 'level must be a number from 0 to 1, got "half"'],
    ['<mstts:express-as style="sad" styledegree="3">a</mstts:express-as>', 'from 0 to 2, got "3"; using 2'],
    ['<amazon:emotion name="excited" intensity="huge">a</amazon:emotion>', 'intensity must be one of low, medium, high, got "huge"'],
    ['<prosody rate="constructor">a</prosody>', 'constructor'],
    ['<say-as interpret-as="toString">a</say-as>', 'toString'],
    ['<lang xml:lang="constructor">a</lang>', 'constructor'],
    ['<emotion name="constructor">a</emotion>', 'constructor'],
    ['<say-as interpret-as="music">1.2.2024</say-as>', 'music'],
    ['<prosody pitch="+20Hz">a</prosody>', '+20Hz'],
    ['<prosody rate="-500%">a</prosody>', 'rate="-500%" leaves nothing; using 10%'],
    ['<prosody rate="5%">a</prosody>', 'rate="5%" is too small; using 10%'],
    ['<prosody pitch="-900st">a</prosody>', 'pitch="-900st" is too small; using 10%'],
    ['<prosody pitch="-100%">a</prosody>', 'pitch="-100%" leaves nothing'],
    ['<prosody rate="-900dB">a</prosody>', 'rate="-900dB"'],
    ['<prosody rate="+99999%">a</prosody>', 'rate="+99999%"'],
    ['<prosody pitch="+900st">a</prosody>', 'pitch="+900st"'],
    [`<prosody volume="+${'9'.repeat(400)}dB">a</prosody>`, 'volume="+999'],
    ['<emotion name="bored">a</emotion>', '"bored"'],
    ['<speak><blink>a</blink></speak>', '<blink>'],
    ['a <break time="soon"/> b', 'soon'],
  ])('warns about ignored content in %s', (text, part) => {
    const { warnings } = parseText(text);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain(part);
  });

  it.each([
    ['<speak>Hello <break></speak>', /column 21: <\/speak> appears while <break> in line 1, column 14, is still open; write <break\/>/],
    ['<speak>one\ntwo <p>three</speak>', /line 2, column 13: .*<p> in line 2, column 5/],
    ['<speak>\n<p>one<s>two</p></s></speak>', /line 2, column 13: <\/p> appears while <s> in line 2, column 7/],
    ['<speak>a<p >b<br/><s>c</s></speak>', /column 27: <\/speak> appears while <p> in line 1, column 9/],
    ['one</b> two<br/>', /line 1, column 4: <\/b> closes a tag that is not open; remove it/],
    ['<speak>a <p>b</p>', /line 1, column 1: <speak> has no closing tag; write <\/speak>/],
    ['<speak><break time=1s/>a</speak>', /column 15: the value of time in <break> has no quotes; write time="1s"\.$/],
    ['<speak>a</b></speak>', /column 9: <\/b> closes a tag that is not open; remove it/],
    ['<p>x</i></p>', /column 5: <\/i> closes a tag that is not open; remove it/],
    ['<speak>a<break time="1s">b</speak>', /column 9, is still open; write <break time="1s"\/>\.$/],
    ['<break time="1s">a', /column 1: <break> has no closing tag; write <break time="1s"\/>\.$/],
    ['<speak>a</spaek>', /column 9: <\/spaek> closes a tag that is not open; write <\/speak>\.$/],
    ['<speak><prosody rate="slow">a</prosdy></speak>', /<\/prosdy> closes a tag that is not open; write <\/prosody>\.$/],
    ['<speak>a\u0008b</speak>', /column 9: the invisible character U\+0008 is not allowed in SSML; remove it\.$/],
    ['<speak>one\ntwo\u0000</speak>', /line 2, column 4: the invisible character U\+0000/],
    ['<speak>a\ud800</speak>', /the invisible character U\+D800/],
    ['<speak>a&#8;</speak>', /column 9: the invisible character U\+0008/],
    ['<speak><!-- &#8; -->\na&#8;</speak>', /line 2, column 2: the invisible character U\+0008/],
    ['<speak><!-- \u0008 -->a</speak>', /column 13: the invisible character U\+0008/],
    ['<speak>a&#xFFFFFFFF;</speak>', /column 9: the invisible character U\+FFFFFFFF/],
    ['<speak><b$>a</b$></speak>', /column 8: "\$" is not allowed in a tag name, <b\$; remove it/],
    ['<speak><p>x</p', /column 12: the text ends within a tag; add its ">"/],
    ['<speak>3 < 4</speak>', /column 12: a "<" does not begin a tag; write &lt;/],
    ['<speak><break time="1s/>a</speak>', /column 15: the value of time in <break> has no closing quote; write time="1s"\.$/],
    [`<speak><emotion name='sad>a</emotion></speak>`, /the value of name in <emotion> has no closing quote; write name="sad"\.$/],
    ['<speak>a<break time="1s/> "b" </speak>', /column 16: the value of time in <break> has no closing quote/],
    ['<speak><break time="1s" time="2s"/>a</speak>', /column 25: <break> has time twice; remove one/],
    ['<speak><break time/>a</speak>', /column 15: time in <break> has no value; write time="value"/],
    ['<speak><break time="1s"strength="weak"/>a</speak>', /column 24: strength in <break> has no space before it/],
    ['<speak><p a$="1">x</p></speak>', /column 11: "a\$" in <p> is not an attribute name/],
    ['<speak>a</speak> b', /there is text outside <speak>/],
    ['<speak>AT&T</speak>', /column 10: an ampersand does not begin an entity; write &amp;\.$/],
    ['<speak>a&nbsp;b</speak>', /column 9: &nbsp; is an HTML entity, which SSML does not have; write &#160;\.$/],
    ['<speak>caf&eacute;</speak>', /column 11: &eacute; is an HTML entity, .*; write é or &#233;\.$/],
    ['<speak>&Yuml;</speak>', /&Yuml; is an HTML entity, .*; write Ÿ or &#376;\.$/],
    ['<speak>&gacute;</speak>', /&gacute; is an HTML entity, .*; write ǵ or &#501;\.$/],
    ['<speak>&qacute;</speak>', /&qacute; is not an SSML entity/],
    ['<speak>&xuml;</speak>', /&xuml; is not an SSML entity/],
    ['<speak>&zcirc;</speak>', /&zcirc; is not an SSML entity/],
    [
      '<speak>a\n b &foo; c</speak>',
      /line 2, column 4: &foo; is not an SSML entity .*; write the character itself, or &amp;foo; to have it/,
    ],
    ['<speak>a &AMP; b</speak>', /&AMP; must be lowercase; write &amp;\.$/],
    ['<speak>&constructor;</speak>', /&constructor; is not an SSML entity/],
    ['<speak>&#X41;</speak>', /write &#x41;\.$/],
    ['<speak>a\n <!-- b</speak>', /line 2, column 2: the comment that begins here has no end; add -->/],
    ['<speak>a <![CDATA[b</speak>', /column 10: the CDATA section that begins here has no end; add \]\]>/],
    ['<speak>a <?pi b</speak>', /column 10: the processing instruction that begins here has no end; add \?>/],
    ['<speak><!-- a -->b<!-- <![CDATA[c</speak>', /column 19: the comment/],
    ['<!DOCTYPE x [<!ENTITY a "b">]><speak>&a;</speak>', /DOCTYPE is not allowed/],
    ['<speak>a', /line 1, column/],
    ['a<break time="10s"/>'.repeat(91), /pauses alone take 910 s/],
    [`${'<p>'.repeat(70)}a${'</p>'.repeat(70)}`, /more than 64 deep/],
  ])('rejects %s', (text, message) => {
    expect(() => parseText(text)).toThrow(message);
    expect(() => parseText(text)).toThrow(SpeechError);
  });

  it.each([
    ['<speak><![CDATA[write &#0; here]]></speak>', 'write &#0; here'],
    ['<speak>a<!-- &#8; & -->b</speak>', 'ab'],
    ['<speak>a<?pi &#8; & ?>b</speak>', 'ab'],
  ])('reads references literally where XML does: %s', (text, said) => {
    expect(parseText(text).text).toBe(said);
  });

  it.each([
    ['digits of a time', `<break time="${'1'.repeat(60_000)}x"/>a`],
    ['digits of a level', `<emotion name="sad" level="${'1'.repeat(60_000)}x">a</emotion>`],
    ['digits of a rate', `<prosody rate="+${'1'.repeat(60_000)}x">a</prosody>`],
    ['tags', '<s '.repeat(20_000)],
    ['attributes', `<speak ${'a '.repeat(30_000)}`],
    ['spaces in a value', `<speak a="${' '.repeat(60_000)}x>`],
    ['comments', `<speak>${'<!--'.repeat(15_000)}</speak>`],
  ])('reads a huge number of %s quickly', (_, text) => {
    const time = processorTime(() => {
      try {
        parseText(text);
      } catch (error) {
        expect(error).toBeInstanceOf(SpeechError);
      }
    });
    // With a quadratic search, this would take many seconds.
    expect(time).toBeLessThan(2000);
  });

  it('only causes a SpeechError, and its items cover the text in order', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '<speak>',
        '</speak>',
        '<p>',
        '</p>',
        '<break time="1s"/>',
        '<mark name="a"/>',
        '&amp;',
        '&x;',
        '<s',
        '<![CDATA[',
        ']]>',
      ),
      fc.constantFrom('<emotion name="sad">', '</emotion>', '<sub alias="b">', '</sub>', '<!--', '-->', '<?pi?>', '"', '\n'),
      fc.string({ unit: 'grapheme' }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        try {
          const { text, items, emotions } = parseText(pieces.join(''));
          let at = 0;
          for (const item of items) {
            if (item.kind !== 'spoken') continue;
            expect(item.from).toBe(at);
            at = item.to;
          }
          expect(at).toBe(text.length);
          for (const { from, to } of emotions) expect(0 <= from && from <= to && to <= text.length).toBe(true);
        } catch (error) {
          if (!(error instanceof SpeechError)) throw error;
        }
      }),
      { numRuns: 2000 },
    );
  });
});
