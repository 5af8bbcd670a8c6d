import type { Clip } from '@talking-avatar/animation';
import type { Gaze } from '@talking-avatar/contract';
import type { ActorModel } from '../model/model.ts';
import { checkClip, checkModel } from './check.ts';
import { turnEyeballs } from './gaze.ts';
import { standIn } from './stand-in.ts';

/** Parts of an actor to write to a file. */
export interface HeadOptions {
  /** Turns the eyeballs with bones (default) or shapes. */
  gaze?: Gaze | undefined;
  /** If false, writes only the animation, on a triangle instead of the head. */
  mesh?: boolean | undefined;
}

/** Prepares an actor for export, adjusted to the options. @throws HeadInputError when the actor or the clip is incomplete */
export function prepareHead(actor: ActorModel, clip: Clip, { gaze = 'bones', mesh = true }: HeadOptions): ActorModel {
  checkModel(actor);
  checkClip(clip);
  const head = mesh ? actor : standIn(actor);
  return gaze === 'bones' ? head : turnEyeballs(head);
}
