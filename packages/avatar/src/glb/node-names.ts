import type { JointName } from '../model/model.ts';

/** Node names for the mesh and the joints of a GLB. */
export interface NodeNames {
  face: string;
  joints: Readonly<Record<JointName, string>>;
}

/** Our own names. The mesh can't be called `head`, because a joint has that name. */
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

/** Ready Player Me names. Its morph targets use ARKit names, and its avatars don't have a jaw joint. */
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
