/** Key prefix for the objects of a job. */
export const jobFolder = (id: string): string => `jobs/${id}/`;

/** Keys of the objects of a job. */
export const jobKeys = (id: string) => ({
  recording: `jobs/${id}/recording`,
  avatar: `jobs/${id}/avatar.glb`,
  audio: `jobs/${id}/speech.wav`,
  timeline: `jobs/${id}/timeline.json`,
  editedTimeline: `jobs/${id}/edited-timeline.json`,
  captions: `jobs/${id}/captions.vtt`,
  background: `jobs/${id}/background`,
  curves: `jobs/${id}/curves.csv`,
  visemes: (set: string, extension: string) => `jobs/${id}/visemes/${set}.${extension}`,
  clip: `jobs/${id}/clip.bin`,
  a2f: `jobs/${id}/a2f.json`,
  poster: (extension: 'jpg' | 'png') => `jobs/${id}/poster.${extension}`,
  segment: (index: number, extension: string) => `jobs/${id}/segments/${index}.${extension}`,
  result: (extension: string) => `jobs/${id}/result.${extension}`,
});

/** Key of an actor poster. */
export const posterKey = (actor: string, hash: string): string => `actors/${actor}-${hash}.jpg`;

/** Key of a custom avatar. */
export const avatarKey = (account: string, id: string): string => `avatars/${encodeURIComponent(account)}/${id}.glb`;

/** Key prefix for the FOCUS export of one day. @param day `2026-11-21` */
export const focusExportFolder = (day: string): string => `focus/day=${day}/`;

/** Key of a FOCUS export file. @param part 0 to `PARTS_PER_DAY` - 1 */
export const focusExportKey = (day: string, part: number, file: number): string =>
  `${focusExportFolder(day)}part-${part}-${String(file).padStart(4, '0')}.csv`;

/** Key of an upload. It contains the account because only jobs from the same account may read the upload. */
export const uploadKey = (account: string, id: string): string => `uploads/${encodeURIComponent(account)}/${id}`;

/** The `audio_url` that refers to an upload. */
export const uploadUrl = (bucket: string, key: string): string => `s3://${bucket}/${key}`;

/** Returns the key of the upload that an `audio_url` refers to; undefined for any other URL and for uploads by other accounts. */
export function parseOwnUploadUrl(bucket: string, account: string, audioUrl: string): string | undefined {
  const prefix = uploadUrl(bucket, uploadKey(account, ''));
  const id = audioUrl.startsWith(prefix) ? audioUrl.slice(prefix.length) : '';
  return /^[0-9a-f-]{36}$/.test(id) ? uploadKey(account, id) : undefined;
}
