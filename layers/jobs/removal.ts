import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { dynamodb } from '../aws/clients.ts';
import { conditionHolds } from '../aws/conditions.ts';
import { deleteFolder, jobFolder } from '../aws/objects.ts';
import { type JobItem, REMOVED, workListKey } from './item.ts';

/**
 * Removes a job that has ended: its objects, and what its record says of the client's text, voice and addresses. What stays until
 * the record expires is that there was a job, for the quota and the bill.
 *
 * A step that was still at work may write once more: the job is put on a list, and the sweeper empties its folder again.
 */
export async function removeJob(
  { jobs, bucket }: { jobs: string; bucket: string },
  { id, specification }: JobItem,
  now = new Date(),
): Promise<void> {
  const { target_rig, language, camera, emotion, output } = specification;
  const bare = { target_rig, language, camera, emotion, output, text: '', web_hooks: {} };
  await conditionHolds(() =>
    dynamodb().send(
      new UpdateCommand({
        TableName: jobs,
        Key: { id },
        UpdateExpression:
          'SET deleted_at = :now, specification = :bare, waiting = :removed, ticket = :now REMOVE speech, artifacts, notices, recording, base_url',
        ConditionExpression: 'attribute_exists(id) AND NOT #status IN (:queued, :running)',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: {
          ':now': now.toISOString(),
          ':bare': bare,
          ':removed': workListKey(REMOVED, id),
          ':queued': 'queued',
          ':running': 'running',
        },
      }),
    ),
  );
  await deleteFolder(bucket, jobFolder(id));
}
