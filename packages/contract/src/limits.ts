/** Limits that the interface specification does not define. */
export const LIMITS = {
  /** Characters in a `text` to be spoken: about ten minutes of speech at 900 characters per minute. */
  textCharacters: 10_000,
  /** Characters in a recording's transcript (`text`), except for a video. */
  transcriptCharacters: 30_000,
  /** Size of a job specification, in bytes. An edited timeline for a ten-minute recording takes up about 700,000 bytes. */
  jobBytes: 1024 * 1024,
  /** Size of the `audio` part, in bytes: the 6 MB of a Lambda request minus the overhead of base64. */
  audioPartBytes: 4_500_000,
  /**
   * Size of an audio file that is uploaded or downloaded, in bytes: ten minutes of 24-bit stereo at 48 kHz, or half an hour of 16-bit mono.
   */
  audioBytes: 180_000_000,
  /** Size of a custom avatar's file, and of the `avatar` part of a request, in bytes. */
  avatarBytes: 50_000_000,
  avatarPartBytes: 4_500_000,
  /** Custom avatars per account. */
  avatars: 20,
  /** Characters in a custom avatar's name. */
  avatarNameCharacters: 64,
  /** Background image: size in bytes, width and height, and total number of pixels. */
  backgroundBytes: 20_000_000,
  backgroundSide: 16_384,
  backgroundPixels: 50_000_000,
  /** Length of a recording in seconds, in general and for a video. */
  recordingSeconds: 1800,
  videoSeconds: 900,
  /** Length of synthesized speech, in seconds. */
  speechSeconds: 900,
  /** `wait_time` in seconds: one day. */
  waitSeconds: 86_400,
  /** Width and height of a video, in pixels. */
  minPixels: 128,
  maxPixels: 3840,
  /** Frames per second of an output. */
  minFps: 24,
  maxFps: 120,
  /** Frames per second of a video: the refresh rate of most screens. */
  maxVideoFps: 60,
  /** Size of a video in bytes: half the memory of the function that joins its segments. */
  videoBytes: 1_500_000_000,
  /** Silence before and after the speech (`output.handles`), in seconds. */
  handleSeconds: 10,
  /** `seed`: the largest 31-bit number. */
  seed: 2_147_483_647,
  /** `tts_params.speed`: factor applied to the normal speech rate. */
  minSpeed: 0.25,
  maxSpeed: 4,
  /** Characters in a URL. */
  urlCharacters: 2048,
  /** Characters in an `Idempotency-Key`. */
  idempotencyKeyCharacters: 255,
  /** Job `metadata`: number of strings, and characters in a name and in a value. */
  metadataEntries: 16,
  metadataKeyCharacters: 40,
  metadataValueCharacters: 100,
  /** Jobs on one page of a listing. */
  pageJobs: 100,
  /** Jobs on one page of costs. Each job requires a query. */
  pageCosts: 50,
} as const;
