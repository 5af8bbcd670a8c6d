import { extname } from 'node:path';

/** The media type that the AWS CLI guesses from a file's extension (Python's `mimetypes`). */
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.wasm': 'application/wasm',
};

/** Returns the media type for a file name, or S3's default if the extension is unknown. */
export const guessType = (name: string): string => TYPES[extname(name)] ?? 'binary/octet-stream';
