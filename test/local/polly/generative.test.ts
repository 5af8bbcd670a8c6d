import {
  alignRecording,
  createEmbeddedEngine,
  createPollyEngine,
  type PollyRequest,
  type SendPollyRequest,
  SpeechError,
  validateSpeechRequest,
} from '@talking-avatar/speech';
import { describe, expect, it } from 'vitest';
import { askStandIn } from './stand-in.ts';

const embedded = createEmbeddedEngine();
const text = 'The people of this town like apples, and they bake them into pies.';
const request = { text, language: 'en-US', sex: 'female', speed: 1 } as const;

function createEngine(
  { prefer, send }: { prefer?: 'generative'; send?: SendPollyRequest } = {},
  align: Parameters<typeof createPollyEngine>[2]['align'] = (recording) => alignRecording(recording, embedded),
) {
  const calls: PollyRequest[] = [];
  const answer = send ?? askStandIn();
  const record: SendPollyRequest = (call) => {
    calls.push(call);
    return answer(call);
  };
  return { calls, engine: createPollyEngine(record, embedded, { align, ...(prefer && { prefer }) }) };
}

describe('a generative Polly voice', () => {
  it('speaks if the client selects its engine; only its audio is requested and then aligned with the text', async () => {
    const { calls, engine } = createEngine();
    const { timeline, billedCharacters, warnings } = await engine.speak({ ...request, voice: 'Joanna:generative' });
    expect(calls.map(({ tier, voice, output }) => [tier, voice, output])).toEqual([['generative', 'Joanna', 'sound']]);
    expect(billedCharacters).toBe(text.length);
    expect(warnings).toEqual([]);
    expect(timeline).toMatchObject({ engine: 'polly', voice: 'Joanna:generative' });
    const neural = await createEngine().engine.speak({ ...request, voice: 'Joanna' });
    const gaps = timeline.words.map(({ start }, i) => Math.abs(start - neural.timeline.words[i]!.start));
    expect(gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)]).toBeLessThan(0.03);
    expect(timeline.phones.some(({ symbol }) => symbol === 'p')).toBe(true);
  });

  it('speaks if the deployment prefers generative voices and the voice is one', async () => {
    const { calls, engine } = createEngine({ prefer: 'generative' });
    expect(engine.chooseVoice(request)).toBe('Joanna:generative');
    expect(engine.chooseVoice({ ...request, voice: 'Joanna:neural' })).toBe('Joanna');
    expect(engine.chooseVoice({ language: 'en-GB', sex: 'male' })).toBe('Brian');
    await engine.speak(request);
    expect(calls.map(({ tier }) => tier)).toEqual(['generative']);
  });

  it('does not receive marks or tags that it would reject', async () => {
    const { calls, engine } = createEngine();
    const { timeline, warnings } = await engine.speak({
      ...request,
      text: '<speak>The people <mark name="here"/>of this <emphasis>town</emphasis> like apples and pears.</speak>',
      voice: 'Ruth:generative',
    });
    expect(calls[0]!.ssml).not.toMatch(/<mark|<emphasis/);
    expect(warnings).toEqual(['<emphasis>: generative voices do not support it; the text is spoken without it.']);
    const at = timeline.words.find((word) => word.text === 'of')!;
    expect(timeline.marks).toContainEqual(expect.objectContaining({ name: 'here', start: at.start }));
  });

  it('is replaced by the neural voice in regions without generative voices', async () => {
    const stand = askStandIn();
    const send: SendPollyRequest = async (call) =>
      call.tier === 'generative' ? { unavailable: 'This engine is not supported in this region' } : stand(call);
    const { calls, engine } = createEngine({ prefer: 'generative', send });
    const { timeline, warnings, billedCharacters } = await engine.speak(request);
    expect(timeline.voice).toBe('Joanna');
    expect(calls.map(({ tier }) => tier)).toEqual(['generative', 'neural', 'neural']);
    expect(warnings).toEqual([
      "Amazon Polly's generative voice Joanna is not available (This engine is not supported in this region); using the neural voice instead.",
    ]);
    expect(billedCharacters).toBe(2 * text.length);
  });

  it('is replaced by the neural voice, but still billed, if its speech does not match the text', async () => {
    const { engine } = createEngine({ prefer: 'generative' }, () =>
      Promise.reject(new SpeechError('Transcript does not match', 'it says something else.', 'text')),
    );
    const { timeline, warnings, billedCharacters } = await engine.speak(request);
    expect(timeline.voice).toBe('Joanna');
    expect(warnings[0]).toMatch(/^Amazon Polly's generative voice Joanna did not speak the text correctly/);
    expect(billedCharacters).toBe(3 * text.length);
  });

  it('is checked when a job is submitted', () => {
    const check = (voice: string, language: 'en-US' | 'en-GB' = 'en-US') =>
      validateSpeechRequest('polly', {
        text,
        language,
        actor: undefined,
        tts_params: { engine: 'polly', speed: 1, voice },
      });
    expect(() => check('joanna:generative')).not.toThrow();
    expect(() => check('Kendra:generative')).toThrow(
      'the voice Kendra is not available with the engine "generative"; its engines are neural, standard.',
    );
    expect(() => check('Joana:generative')).toThrow('did you mean "Joanna"');
    expect(() => check('Joanna:long-form')).toThrow('is not available with the engine "long-form"');
  });
});
