import type { Targets } from '../makehuman/index.ts';

/** Resting expression, as weights of MakeHuman expression units. */
interface RestingExpression {
  origin: 'african' | 'asian' | 'caucasian';
  /** Weight for raising the corners of the mouth and the cheeks. */
  smile: number;
  /** Weight for raising the inner ends of the brows. */
  innerBrows?: number;
  /** Weights for raising the outer ends of the brows. Left and right are separate because people do not raise both equally. */
  outerBrows?: readonly [left: number, right: number];
}

/** How much to raise the cheeks per unit of smile. Smiling with only the mouth looks fake (Ekman et al. 1990, The Duchenne smile). */
const CHEEKS = 1.5;

/** Returns targets for an attentive resting expression, used as the actor's neutral pose. Without it, regular features look stern. */
export const restingExpression = ({ origin, smile, innerBrows = 0, outerBrows: [left, right] = [0, 0] }: RestingExpression): Targets => {
  const unit = (name: string): string => `expression/units/${origin}/${name}`;
  return {
    [unit('mouth-corner-puller')]: smile,
    'l-r/cheek-trans-vert-up': CHEEKS * smile,
    [unit('eyebrows-left-inner-up')]: innerBrows,
    [unit('eyebrows-right-inner-up')]: innerBrows,
    [unit('eyebrows-left-extern-up')]: left,
    [unit('eyebrows-right-extern-up')]: right,
  };
};
