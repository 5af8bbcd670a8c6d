/** File formats of a video. */
export const VIDEO_FORMATS = ['mp4', 'webm', 'mov'] as const;

export type VideoFormatName = (typeof VIDEO_FORMATS)[number];

/** A video file format and the format of its poster. */
export interface VideoFile {
  format: VideoFormatName;
  /** True if pixels have alpha. */
  transparent: boolean;
  content_type: string;
  poster: { extension: 'jpg' | 'png'; content_type: string };
}

const JPEG = { extension: 'jpg', content_type: 'image/jpeg' } as const;
const PNG = { extension: 'png', content_type: 'image/png' } as const;

const FILES: Readonly<Record<VideoFormatName, VideoFile>> = {
  mp4: { format: 'mp4', transparent: false, content_type: 'video/mp4', poster: JPEG },
  webm: { format: 'webm', transparent: true, content_type: 'video/webm', poster: PNG },
  mov: { format: 'mov', transparent: true, content_type: 'video/quicktime', poster: PNG },
};

/** Fields of `output` that determine the video file format. */
export interface VideoFileFields {
  background?: 'transparent' | object | undefined;
  format?: VideoFormatName | undefined;
}

/** Returns the format of a job's video. The default is MP4, or WebM for a transparent background. */
export function videoFileOf({ background, format }: VideoFileFields): VideoFile {
  const file = FILES[format ?? (background === 'transparent' ? 'webm' : 'mp4')];
  return isImage(background) ? { ...file, transparent: false, poster: JPEG } : file;
}

/** True if a format supports the requested background: transparent, an image, or neither. */
export const holdsBackground = ({ background, format }: VideoFileFields): boolean =>
  isImage(background) ? format !== 'mov' : videoFileOf({ background, format }).transparent === (background === 'transparent');

const isImage = (background: VideoFileFields['background']): boolean => typeof background === 'object';
