export interface Microphone {
  stop(): void;
  /** Resolves when the recording ends, either by itself or through `stop`. */
  readonly done: Promise<{ blob: Blob; broken: boolean }>;
}

/** Recording formats that browsers support and the service accepts, in order of preference. */
const FORMATS = ['audio/webm;codecs=opus', 'audio/ogg;codecs=opus', 'audio/mp4'];

/** Length of a recorded chunk, in ms. Chunks recorded before a failure are kept. */
const PART = 500;

/**
 * Records the microphone.
 * @throws DOMException `NotAllowedError` when the user or browser denies access, `NotFoundError` without a microphone
 */
export async function openMicrophone(): Promise<Microphone> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  const mimeType = FORMATS.find((format) => MediaRecorder.isTypeSupported(format));
  const recorder = new MediaRecorder(stream, mimeType ? { mimeType } : {});
  const parts: Blob[] = [];
  let stopped = false;
  const done = new Promise<{ blob: Blob; broken: boolean }>((resolve) => {
    recorder.ondataavailable = ({ data }) => parts.push(data);
    recorder.onstop = () => {
      for (const track of stream.getTracks()) track.stop();
      resolve({ blob: new Blob(parts, { type: recorder.mimeType.split(';')[0]! }), broken: !stopped });
    };
  });
  recorder.start(PART);
  return {
    done,
    stop: () => {
      stopped = true;
      if (recorder.state !== 'inactive') recorder.stop();
    },
  };
}
