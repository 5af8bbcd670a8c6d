import { isoTime } from '#aws/clock';
import { jobFolder } from '#aws/object-keys';
import { deleteFolder } from '#aws/objects';
import { updateItem } from '#aws/table';
import { type JobItem, REMOVED, workListKey } from './item.ts';

/**
 * Deletes an ended job's content: its objects, and its record's text, voice, URLs, and error. The rest of the record is kept until it
 * expires, for quota and costs. A step in progress may still write an object, so the job moves to the `removed` work list, and the sweep
 * empties its folder again.
 */
export async function removeJob({ jobs, bucket }: { jobs: string; bucket: string }, { id, specification }: JobItem): Promise<void> {
  const { target_rig, language, camera, emotion } = specification;
  const { background: _, ...output } = specification.output;
  const emptied = { target_rig, language, camera, emotion, output, text: '', web_hooks: {} };
  await updateItem(
    jobs,
    { id },
    {
      UpdateExpression:
        'SET deleted_at = :now, specification = :emptied, work_list = :removed, list_position = :now REMOVE speech, artifacts, #error, deliveries, recording, base_url',
      ConditionExpression: 'attribute_exists(id) AND NOT #status IN (:queued, :running)',
      ExpressionAttributeNames: { '#status': 'status', '#error': 'error' },
      ExpressionAttributeValues: {
        ':now': isoTime(Date.now()),
        ':emptied': emptied,
        ':removed': workListKey(REMOVED, id),
        ':queued': 'queued',
        ':running': 'running',
      },
    },
  );
  await deleteFolder(bucket, jobFolder(id));
}
