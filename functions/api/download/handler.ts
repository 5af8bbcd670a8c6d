import { type ArtifactName, apiErrors, isTerminal, type JobRecord, quote } from '@talking-avatar/contract';
import { BYTES_PER_GIB, recordUsage, signDownload, URL_LIFETIME_S } from '#aws';
import { findOwnJob } from '#jobs';
import { createEndpoint, jsonResponse, readEnvironment, redirectResponse } from '#runtime';
import { wantsCompressed } from './encoding.ts';
import { environment } from './environment.ts';
import { makeVisemes } from './visemes.ts';

const settings = readEnvironment(environment);

/** Lists the request headers that decide between an artifact and its compressed copy. */
const REDIRECT_HEADERS = { vary: 'Accept-Encoding, Range' };

/** `GET /download` redirects to an artifact or its compressed copy, or with `format=json` returns its URL and properties. */
export const handler = createEndpoint(settings, { methods: ['GET'] }, async ({ event, caller }) => {
  const query = event.queryStringParameters ?? {};
  const { id, artifact: name = 'result', format = 'redirect' } = query;
  if (!id) throw apiErrors.invalidParameter('id: is required but missing');
  if (format !== 'json' && format !== 'redirect') {
    throw apiErrors.invalidParameter(`format: must be "json" or "redirect", got ${quote(format)}`);
  }
  if (query.encoding !== undefined && query.encoding !== 'gzip') {
    throw apiErrors.invalidParameter(`encoding: must be "gzip", got ${quote(query.encoding)}`);
  }
  const job = await findOwnJob(settings.JOBS_TABLE, caller.account, id);
  const artifact =
    name === 'visemes' ? await makeVisemes(settings.BUCKET, job.id, findArtifact(job, 'timeline'), query) : findArtifact(job, name);
  const { gzip_size: compressedSize } = wantsCompressed(query.encoding, format, event.headers) ? artifact : {};
  const compressed = compressedSize !== undefined;
  // Each URL is billed as one download.
  recordUsage('egress', (compressedSize ?? artifact.size) / BYTES_PER_GIB);
  const url = await signDownload(settings.BUCKET, artifact, { compressed });
  if (format === 'redirect') return redirectResponse(url, REDIRECT_HEADERS);
  const { content_type, size, sha256 } = artifact;
  const expires_at = new Date(Date.now() + URL_LIFETIME_S * 1000).toISOString();
  return jsonResponse({ url, expires_at, content_type, size, sha256 });
});

/** @throws ApiError 404 for an unknown artifact, 409 before the job has ended, 410 if it failed or was cancelled */
function findArtifact(job: JobRecord, name: string) {
  if (!isTerminal(job.status)) throw apiErrors.notFinished(job.id, job.status);
  if (job.status !== 'succeeded') {
    throw apiErrors.gone(`Job ${job.id} ${job.status === 'failed' ? 'failed' : 'was cancelled'}: ${job.error?.message ?? ''}`);
  }
  const artifacts = job.artifacts ?? {};
  // Every object inherits properties such as `constructor`, which must not count as artifacts.
  const artifact = Object.hasOwn(artifacts, name) && artifacts[name as ArtifactName];
  if (!artifact) throw apiErrors.unknownArtifact(name, Object.keys(artifacts));
  return artifact;
}
