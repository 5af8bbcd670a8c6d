/** Limits that the specification leaves open, in one place: the schemas, the error messages and the documentation read them here. */
export const LIMITS = {
  /** Characters of `text`: about ten minutes of speech at 900 characters a minute. */
  textCharacters: 10_000,
  /** Bytes of a job specification. */
  jobBytes: 256 * 1024,
  /** Bytes of the `audio` part: what fits the 6 MB of a Lambda request after base64. */
  audioPartBytes: 4_500_000,
  /** Bytes of an audio file that is uploaded or fetched: ten minutes of 24-bit stereo at 48 kHz. */
  audioBytes: 180_000_000,
  /** Seconds of a recording. */
  recordingSeconds: 600,
  /** Seconds of speech made from a text. */
  speechSeconds: 900,
  /** Seconds of `wait_time`: a day. */
  waitSeconds: 86_400,
  /** Pixels of a video's sides. */
  minPixels: 128,
  maxPixels: 3840,
  minFps: 24,
  maxFps: 120,
  /** What players and screens show. */
  maxFilmFps: 60,
  /** Factor of the normal speed of speech. */
  minSpeed: 0.25,
  maxSpeed: 4,
  /** Characters of a URL. */
  urlCharacters: 2048,
  /** Characters of an `Idempotency-Key`. */
  idempotencyKeyCharacters: 255,
  /** Jobs on one page of a listing. */
  pageJobs: 100,
} as const;
