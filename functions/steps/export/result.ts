import { type Clip, encodeText, writeCsv } from '@talking-avatar/animation';
import { createTakeName, readBakedActor, writeFbx, writeGlb, writeVrmAnimation } from '@talking-avatar/avatar';
import { headActorOf, type JobSpecification, type PublicNames, type SpeechTimeline } from '@talking-avatar/contract';

interface ResultFile {
  extension: 'csv' | 'fbx' | 'glb' | 'vrma';
  content_type: string;
  bytes: Uint8Array;
}

/** Writes the animation of a job as CSV, FBX, or GLB. @throws Error for a video, which is rendered and stitched instead */
export async function writeResult(
  { output, actor, target_rig }: JobSpecification,
  identifiers: PublicNames,
  clip: Clip,
  timeline: SpeechTimeline,
): Promise<ResultFile> {
  switch (output.type) {
    case 'csv': {
      const { targets = 'arkit' } = output;
      const own = target_rig === identifiers.humanoid ? 'humanoid' : 'blendshape';
      const rig = targets === 'arkit' ? own : targets;
      return { extension: 'csv', content_type: 'text/csv', bytes: encodeText(writeCsv(clip, rig)) };
    }
    case 'fbx': {
      const head = await readBakedActor(headActorOf(actor));
      const take = createTakeName(timeline.words.map(({ text }) => text));
      // No media type is registered for FBX.
      return { extension: 'fbx', content_type: 'application/octet-stream', bytes: writeFbx(head, clip, take, output) };
    }
    case 'glb': {
      const head = await readBakedActor(headActorOf(actor));
      const take = createTakeName(timeline.words.map(({ text }) => text));
      const glb = { extension: 'glb', content_type: 'model/gltf-binary' } as const;
      switch (output.targets) {
        case 'vrm':
          return { ...glb, extension: 'vrma', bytes: await writeVrmAnimation(head, clip, take) };
        case 'ready_player_me':
          return {
            ...glb,
            bytes: await writeGlb(head, clip, take, { ...output, mesh: false, names: 'ready_player_me' }),
          };
        default:
          return { ...glb, bytes: await writeGlb(head, clip, take, output) };
      }
    }
    case 'video':
      throw new Error('A video is rendered and stitched, not exported');
  }
}
