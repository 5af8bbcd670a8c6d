import type { JointName } from '../model/model.ts';

/** Node names of a GLB's mesh and joints. */
export interface NodeNames {
  face: string;
  joints: Readonly<Record<JointName, string>>;
}

/** Our own names. The mesh cannot be called `head`, because a joint has that name. */
export const OWN_NAMES: NodeNames = {
  face: 'face',
  joints: {
    root: 'root',
    spine: 'spine',
    neck: 'neck',
    head: 'head',
    jaw: 'jaw',
    leftEye: 'leftEye',
    rightEye: 'rightEye',
  },
};

/** Ready Player Me's names. Its morph targets use ARKit's names, and its avatars do not have a jaw joint. */
export const READY_PLAYER_ME_NAMES: NodeNames = {
  face: 'Wolf3D_Head',
  joints: {
    root: 'Hips',
    spine: 'Spine',
    neck: 'Neck',
    head: 'Head',
    jaw: 'jaw',
    leftEye: 'LeftEye',
    rightEye: 'RightEye',
  },
};
