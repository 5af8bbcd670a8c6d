import fc from 'fast-check';

/** Documents that contain every supported tag, in three dialects. */
const VALID = [
  '<speak>One <break time="200ms"/>two <emphasis level="strong">three</emphasis>.</speak>',
  '<speak><p><s>First one.</s><s xml:lang="fr">Deux.</s></p><p>Last.</p></speak>',
  '<speak>Say <say-as interpret-as="digits">123</say-as> or <say-as interpret-as="date" format="dmy">1.2.2024</say-as>.</speak>',
  'So <prosody rate="fast" pitch="+10%" volume="-3dB">quick</prosody> and <sub alias="World Wide Web">WWW</sub>.',
  'Oh <emotion name="happy" level="0.7">good <mark name="here"/>day</emotion> now.',
  '<speak xmlns:mstts="https://www.w3.org/2001/mstts"><mstts:express-as style="sad" styledegree="1.5">No.</mstts:express-as></speak>',
  '<speak><amazon:emotion name="excited" intensity="high">Yes!</amazon:emotion> <amazon:effect name="whispered">hush</amazon:effect></speak>',
  '<speak>A <phoneme alphabet="ipa" ph="təˈmeɪtoʊ">tomato</phoneme>, a <phoneme alphabet="x-sampa" ph="k{t">cat</phoneme>.</speak>',
  '<speak><voice name="Joanna" gender="male">He</voice> said <lang xml:lang="de-DE">guten Tag</lang>.</speak>',
  '<?xml version="1.0"?><!-- note --><speak version="1.1"><w role="x">Word</w> <![CDATA[a < b]]> &amp; &#233;&#x41;<audio src="a.mp3">or</audio></speak>',
];

/** Fragments to insert anywhere in a document. */
const FRAGMENTS = [
  '<',
  '>',
  '/>',
  '</',
  '&',
  '&lol;',
  '&#0;',
  '&#xD800;',
  '&#1114112;',
  '"',
  "'",
  '=',
  ']]>',
  '<![CDATA[',
  '<!--',
  '-->',
  '--',
  '<?xml version="1.0"?>',
  '<?pi ?>',
  '<!DOCTYPE speak>',
  '<!ENTITY a "b">',
  '<speak>',
  '</speak>',
  '<p>',
  '</p>',
  '<break/>',
  '\u0000',
  '\u0008',
  '\ud800',
  '\udc00',
  '\ufeff',
  '\u202e',
  '\u200d',
  '😀',
  '\r',
  '\t',
  '[[',
  ']]',
  '[[p|a]]',
  '{',
  '%n',
  '\u0301',
];

/** Unexpected attribute values. */
const UNEXPECTED_VALUES = [
  '',
  ' ',
  '-1',
  '0',
  '1e309',
  'NaN',
  'Infinity',
  '99999999999s',
  '0ms',
  '-5s',
  '1e3s',
  '+0%',
  '-100%',
  '100000%',
  '+9999dB',
  '-9999st',
  'constructor',
  '__proto__',
  'toString',
  '../../etc/passwd',
  'file:///etc/passwd',
  'x-high x-low',
  'xx',
  'en-US-x-y-z',
  '\ud800',
  '&#10;',
  '9'.repeat(1500),
  'a'.repeat(3000),
  'ə'.repeat(249),
  'ˈ'.repeat(300),
  ':'.repeat(99),
  ']]',
  '[[',
  '|',
];

const BOMBS = [
  `<!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "${'&a;'.repeat(10)}"><!ENTITY c "${'&b;'.repeat(10)}">]><speak>&c;</speak>`,
  '<!DOCTYPE s SYSTEM "file:///etc/passwd"><speak>a</speak>',
  '<?xml version="1.0"?>\n<!DOCTYPE r [<!ENTITY x SYSTEM "http://127.0.0.1/">]><speak>&x;</speak>',
  '<speak><!DOCTYPE a>b</speak>',
];

const TAGS =
  'speak p s w break prosody say-as sub phoneme emphasis mark lang voice emotion mstts:express-as amazon:emotion audio token blink constructor'.split(
    ' ',
  );
const ATTRIBUTES =
  'time strength rate pitch volume interpret-as format alias alphabet ph level name gender xml:lang style styledegree intensity src __proto__'.split(
    ' ',
  );

const place = fc.double({ min: 0, max: 1, noNaN: true });
const valid = fc.constantFrom(...VALID);
const fragment = fc.constantFrom(...FRAGMENTS);

type Change = (text: string) => string;

const insert = fc.tuple(place, fragment).map(
  ([at, piece]): Change =>
    (text) => {
      const i = Math.floor(at * text.length);
      return text.slice(0, i) + piece + text.slice(i);
    },
);
const cut = fc.tuple(place, fc.integer({ min: 1, max: 12 })).map(
  ([at, length]): Change =>
    (text) => {
      const i = Math.floor(at * text.length);
      return text.slice(0, i) + text.slice(i + length);
    },
);
const repeat = fc.tuple(place, fc.integer({ min: 2, max: 30 }), fc.integer({ min: 2, max: 20 })).map(
  ([at, length, times]): Change =>
    (text) => {
      const i = Math.floor(at * text.length);
      return text.slice(0, i) + text.slice(i, i + length).repeat(times) + text.slice(i + length);
    },
);
const value = fc.tuple(fc.nat(5), fc.constantFrom(...UNEXPECTED_VALUES)).map(
  ([nth, unexpected]): Change =>
    (text) => {
      let i = 0;
      return text.replace(/="[^"]*"/g, (old) => (i++ === nth ? `="${unexpected}"` : old));
    },
);
const rename = fc.tuple(fc.nat(5), fc.constantFrom(...TAGS)).map(
  ([nth, tag]): Change =>
    (text) => {
      let i = 0;
      return text.replace(/<[\w:-]+/g, (old) => (i++ === nth ? `<${tag}` : old));
    },
);
const nested = fc.tuple(fc.constantFrom(...TAGS), fc.constantFrom(3, 20, 64, 65, 300)).map(
  ([tag, depth]): Change =>
    (text) =>
      `<${tag}>`.repeat(depth) + text.slice(0, 40) + `</${tag}>`.repeat(depth),
);

const mutated = fc
  .tuple(valid, fc.array(fc.oneof(insert, cut, repeat, value, value, rename, nested), { minLength: 1, maxLength: 3 }))
  .map(([text, changes]) => changes.reduce((changed, change) => change(changed), text));

/** Generates any tag, with attributes that are not expected. */
const unexpected = fc
  .tuple(
    fc.constantFrom(...TAGS),
    fc.uniqueArray(fc.tuple(fc.constantFrom(...ATTRIBUTES), fc.constantFrom(...UNEXPECTED_VALUES)), {
      maxLength: 4,
      selector: ([name]) => name,
    }),
    fc.boolean(),
  )
  .map(([tag, attributes, closed]) => {
    const list = attributes.map(([name, text]) => ` ${name}="${text.replaceAll('"', '')}"`).join('');
    return closed ? `Well, <${tag}${list}>you</${tag}> know.` : `Well, <${tag}${list}/> you know.`;
  });

const bomb = fc.constantFrom(...BOMBS);

/** Generates texts that a careless or hostile client might send. The same seed always produces the same texts. */
export const fuzzedSsml = (count: number, seed: number): string[] =>
  fc
    .sample(fc.oneof({ weight: 6, arbitrary: mutated }, { weight: 4, arbitrary: unexpected }, { weight: 1, arbitrary: bomb }), {
      numRuns: count,
      seed,
    })
    .map((text) => text.slice(0, 9000));
