import type { Clip } from '@talking-avatar/animation';
import type { Gaze } from '@talking-avatar/contract';
import type { ActorModel } from '../model/model.ts';
import { checkClip, checkModel } from './check.ts';
import { turnEyeballs } from './gaze.ts';
import { standIn } from './stand-in.ts';

/** What a file has of an actor. */
export interface HeadOptions {
  /** What turns the eyeballs: bones by default. */
  gaze?: Gaze | undefined;
  /** False for the animation alone, on a triangle in place of the head. */
  mesh?: boolean | undefined;
}

/**
 * Prepares an actor for a file with its animation.
 *
 * @returns the actor as the options ask for it
 * @throws HeadInputError when the actor or the clip is incomplete
 */
export function prepareHead(actor: ActorModel, clip: Clip, { gaze = 'bones', mesh = true }: HeadOptions): ActorModel {
  checkModel(actor);
  checkClip(clip);
  const head = mesh ? actor : standIn(actor);
  return gaze === 'bones' ? head : turnEyeballs(head);
}
