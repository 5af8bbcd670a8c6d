import type { PollyRequest, SendPollyRequest } from '@talking-avatar/speech';
import type { ServiceRequest } from 'local-aws/gateway';
import { createPollyService } from 'local-aws/polly';
import { embeddedPolly } from '../../../bin/local/polly.ts';

const UNLIMITED = { perSecond: 1e6, burst: 1e6 };

/** The local Polly without HTTP. It has the same validation, and speaks with the voices of the embedded engine. */
export function askStandIn(onCall: (call: PollyRequest) => void = () => {}): SendPollyRequest {
  const service = createPollyService({
    ...embeddedPolly,
    quotas: { generative: UNLIMITED, neural: UNLIMITED, standard: UNLIMITED },
  });
  return async (call) => {
    onCall(call);
    const { ssml: Text, voice: VoiceId, tier: Engine, language: LanguageCode, output } = call;
    const order = { Text, TextType: 'ssml', VoiceId, Engine, LanguageCode };
    const form =
      output === 'sound'
        ? { OutputFormat: 'pcm', SampleRate: '16000' }
        : { OutputFormat: 'json', SpeechMarkTypes: ['sentence', 'word', 'viseme', 'ssml'] };
    const body = Buffer.from(JSON.stringify({ ...order, ...form }));
    const answer = await service.handle({ method: 'POST', path: '/v1/speech', body } as ServiceRequest);
    const bytes = Buffer.from(answer.body as string | Buffer);
    return { bytes, characters: Number(answer.headers?.['x-amzn-requestcharacters']) };
  };
}
