/** Limits that the interface specification does not define. */
export const LIMITS = {
  /** Characters of a `text` to speak: about ten minutes of speech at 900 characters per minute. */
  textCharacters: 10_000,
  /** Characters of a recording's transcript (`text`), except for a video. */
  transcriptCharacters: 30_000,
  /** Bytes of a job specification; an edited timeline for a ten-minute recording has about 700,000. */
  jobBytes: 1024 * 1024,
  /** Bytes of the `audio` part: the 6 MB of a Lambda request, less base64 encoding. */
  audioPartBytes: 4_500_000,
  /** Bytes of an audio file that is uploaded or downloaded: ten minutes of 24-bit stereo at 48 kHz, half an hour of 16-bit mono. */
  audioBytes: 180_000_000,
  /** Bytes of a custom avatar's file, and of the `avatar` part of a request. */
  avatarBytes: 50_000_000,
  avatarPartBytes: 4_500_000,
  /** Custom avatars of an account. */
  avatars: 20,
  /** Characters of a custom avatar's name. */
  avatarNameCharacters: 64,
  /** Bytes of a background image, its largest width and height, and its pixels. */
  backgroundBytes: 20_000_000,
  backgroundSide: 16_384,
  backgroundPixels: 50_000_000,
  /** Seconds of a recording, and of one for a video. */
  recordingSeconds: 1800,
  videoSeconds: 900,
  /** Seconds of synthesized speech. */
  speechSeconds: 900,
  /** Seconds of `wait_time`: one day. */
  waitSeconds: 86_400,
  /** Width and height of a video, in pixels. */
  minPixels: 128,
  maxPixels: 3840,
  /** Frames per second of an output. */
  minFps: 24,
  maxFps: 120,
  /** Frames per second of a video, which is the refresh rate of common screens. */
  maxVideoFps: 60,
  /** Bytes of a video: half the memory of the function that joins its segments. */
  videoBytes: 1_500_000_000,
  /** Seconds of silence before and after the speech (`output.handles`). */
  handleSeconds: 10,
  /** `seed`: maximum of 31 bits. */
  seed: 2_147_483_647,
  /** `tts_params.speed`: factor of the normal speech rate. */
  minSpeed: 0.25,
  maxSpeed: 4,
  /** Characters of a URL. */
  urlCharacters: 2048,
  /** Characters of an `Idempotency-Key`. */
  idempotencyKeyCharacters: 255,
  /** `metadata` of a job: strings, and characters of a name and of a value. */
  metadataEntries: 16,
  metadataKeyCharacters: 40,
  metadataValueCharacters: 100,
  /** Jobs on one page of a listing. */
  pageJobs: 100,
  /** Jobs on one page of costs, each of which requires a query. */
  pageCosts: 50,
} as const;
