import type { Clip } from '@talking-avatar/animation';
import type { Gaze } from '@talking-avatar/contract';
import type { ActorModel } from '../model/model.ts';
import { checkClip, checkModel } from './check.ts';
import { turnEyeballs } from './gaze.ts';
import { standIn } from './stand-in.ts';

/** Which parts of an actor to export. */
export interface HeadOptions {
  /** Whether bones (the default) or shapes turn the eyeballs. */
  gaze?: Gaze | undefined;
  /** If false, exports only the animation, on a triangle instead of a head. */
  mesh?: boolean | undefined;
}

/** Prepares an actor for export with the given options. @throws HeadInputError if the actor or the clip is incomplete */
export function prepareHead(actor: ActorModel, clip: Clip, { gaze = 'bones', mesh = true }: HeadOptions): ActorModel {
  checkModel(actor);
  checkClip(clip);
  const head = mesh ? actor : standIn(actor);
  return gaze === 'bones' ? head : turnEyeballs(head);
}
