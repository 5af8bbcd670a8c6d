import {
  apiErrors,
  formatIssues,
  type JobSchema,
  type JobSpecification,
  JsonContentError,
  LIMITS,
  parseJsonText,
  printable,
  quote,
  textLengthFault,
} from '@talking-avatar/contract';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import * as v from 'valibot';
import { readJsonOrForm } from './body.ts';
import type { Part } from './multipart.ts';

/** The content of a submission: the specification, and the recording if it is part of the request. */
export interface Submission {
  specification: JobSpecification;
  audio?: Uint8Array;
}

const FORM_LIMITS = {
  // Allows more than two parts, so that the error can name the extra one.
  parts: 8,
  bytes: { job: LIMITS.jobBytes, audio: LIMITS.audioPartBytes },
  otherBytes: LIMITS.jobBytes,
};

/** Parses a JSON or multipart submission. @throws ApiError 400, 413, or 415 */
export async function readSubmission(event: APIGatewayProxyEvent, schema: JobSchema): Promise<Submission> {
  const body = await readJsonOrForm(event, FORM_LIMITS, (part) =>
    part === 'audio' ? AUDIO_TOO_LARGE : jobTooLarge(`part ${quote(part)}`),
  );
  if ('parts' in body) return readForm(body.parts, schema);
  const specification = readSpecification(body.json, schema, 'request body');
  if (specification.timeline && specification.audio_url === undefined)
    throw apiErrors.invalidJob(
      'timeline: needs its recording; send it as the part "audio" or name it in audio_url (the artifact audio of the job whose timeline you have edited)',
    );
  return { specification };
}

function readForm(parts: readonly Part[], schema: JobSchema): Submission {
  const job = parts.find(({ name }) => name === 'job');
  const audio = parts.find(({ name }) => name === 'audio');
  if (!job) throw apiErrors.missingJob();
  const other = parts.find((part) => part !== job && part !== audio);
  if (other) {
    const repeated = other.name === 'job' || other.name === 'audio';
    const problem = repeated ? 'occurs twice' : 'is unknown; the parts are "job" and "audio"';
    throw apiErrors.malformedRequest(`The part ${quote(other.name)} ${problem}.`);
  }
  const specification = readSpecification(job.bytes, schema, 'part "job"', audio !== undefined);
  if (!audio) {
    throw apiErrors.invalidJob('audio: the multipart request needs a part "audio" with the recording; send JSON for a text job');
  }
  if (audio.bytes.length === 0) throw apiErrors.invalidJob('audio: the part is empty');
  if (specification.audio_url) {
    throw apiErrors.invalidJob('audio_url: the request also has a part "audio"; send only one of them');
  }
  return { specification, audio: audio.bytes };
}

const AUDIO_TOO_LARGE =
  `The part "audio" is larger than ${LIMITS.audioPartBytes} bytes; ` +
  'get an upload URL from POST /lipsync/uploads, and send the job with its audio_url.';

/** Creates the message for a job that is too large. One minute of an edited timeline takes about 70,000 bytes; see `LIMITS.jobBytes`. */
const jobTooLarge = (source: string): string =>
  `The ${source} is larger than ${LIMITS.jobBytes} bytes, the limit of a job specification; ` +
  'an edited timeline fits for about 15 minutes of recording, so divide longer recordings into several jobs.';

/** Explains to the client how to get the text of a recording. */
const TRANSCRIPT_HINT =
  'a job with a recording needs its transcript: type the spoken words, or transcribe the recording with a speech recognizer ' +
  '(such as Whisper or Vosk on your machine, or Amazon Transcribe) and correct the result; then send it as "text"';

/** @param hasAudio true if the request includes a recording */
function readSpecification(bytes: Uint8Array, schema: JobSchema, source: string, hasAudio = false): JobSpecification {
  if (bytes.byteLength > LIMITS.jobBytes) {
    throw apiErrors.tooLarge(jobTooLarge(source));
  }
  const job = parseJsonObject(bytes, source);
  const result = v.safeParse(schema, job);
  if (!result.success) {
    const logged = formatIssues(schema, result.issues, undefined, { quoting: false });
    const hint = lacksTranscript(job, hasAudio) ? `; ${TRANSCRIPT_HINT}` : '';
    throw apiErrors.invalidJob(formatIssues(schema, result.issues) + hint, logged);
  }
  const fault = textLengthFault(result.output, hasAudio || result.output.audio_url !== undefined);
  if (fault) throw apiErrors.invalidJob(fault);
  return result.output;
}

/** True if the job has a recording but no text. */
function lacksTranscript({ audio_url, text }: Readonly<Record<string, unknown>>, hasAudio: boolean): boolean {
  const isEmpty = text === undefined || text === null || (typeof text === 'string' && text.trim() === '');
  return isEmpty && (hasAudio || audio_url !== undefined);
}

function parseJsonObject(bytes: Uint8Array, source: string): Readonly<Record<string, unknown>> {
  let job: unknown;
  try {
    job = parseJsonText(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    const { message } = cause as Error;
    throw apiErrors.malformedJob(
      `The ${source} ${cause instanceof JsonContentError ? message : `is not JSON in UTF-8: ${printable(message)}`}.`,
      cause,
    );
  }
  if (typeof job !== 'object' || job === null || Array.isArray(job)) {
    throw apiErrors.invalidJob(`The ${source} must be a JSON object, such as {"target_rig": …, "text": …, "language": …}.`);
  }
  return job as Readonly<Record<string, unknown>>;
}
